// A request of htmx that fails says so in #avisos and leaves the page, and what is written in it, as it was.
const frases = document.getElementById("avisos")?.dataset ?? {};
const caida = () => avisar(frases.sinRed ?? "");
for (const suceso of ["htmx:responseError", "htmx:timeout", "htmx:swapError"]) {
  document.addEventListener(suceso, (e) => callada(e) || avisar(frases.fallo ?? ""));
}
document.addEventListener("htmx:sendError", (e) => callada(e) || caida());
document.addEventListener("htmx:beforeRequest", (e) => callada(e) || avisar(""));
addEventListener("offline", caida);
addEventListener("online", () => avisar(""));

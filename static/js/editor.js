// The editor: how near the text is to its limit, what has come to the thread meanwhile, the sheet beside it.
const numero = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
const contar = (campo) => {
  const sitio = document.querySelector(`[data-cuenta-de="${campo.id}"]`);
  if (!sitio) return;
  const { desde, tope } = sitio.dataset;
  // The limit is of characters; a string has as many units or more, so that short texts are not walked at every key.
  const cuantos = campo.value.length < desde ? 0 : [...campo.value].length;
  sitio.hidden = cuantos < desde;
  sitio.classList.toggle("campo-error", cuantos > tope);
  sitio.querySelector("span").textContent = numero(cuantos);
};
document.addEventListener("input", (e) => e.target.matches?.("textarea[id]") && contar(e.target));
// Asked only while somebody writes: the caret is in the form, or its text is no longer what came with the page.
document.body.addEventListener("sondear", () => {
  for (const sitio of $$("[data-novedades]")) {
    const form = sitio.closest("form");
    const escrito = $$("textarea", form).some((campo) => campo.value !== campo.defaultValue);
    if (escrito || form.contains(document.activeElement)) sitio.dispatchEvent(new Event("escribiendo"));
  }
});
// Where there is room beside the text the sheet is open: the same width as in editor.css.
alLlegar((raiz) => {
  if (matchMedia("(min-width: 78rem)").matches) for (const caja of $$("[data-abierta-en-ancho]", raiz)) caja.open = true;
  for (const sitio of $$("[data-cuenta-de]", raiz)) contar(document.getElementById(sitio.dataset.cuentaDe));
});

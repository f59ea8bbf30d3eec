// While a form travels its button says so: <button data-enviando="Publicando…" data-sigue="Sigue en marcha…">.
// Decoration only: the key in the form is what keeps a second press from doing anything twice.
const enViaje = new Map();

document.addEventListener("submit", (e) => {
  const boton = e.submitter;
  if (e.defaultPrevented && !e.target.matches("[hx-post], [data-hx-post]")) return;
  if (!boton?.dataset.enviando || enViaje.has(boton)) return;
  const rotulo = boton.textContent;
  const espera = setTimeout(() => avisar(boton.dataset.sigue ?? ""), 8000);
  enViaje.set(boton, () => {
    clearTimeout(espera);
    boton.textContent = rotulo;
    boton.disabled = false;
  });
  // Later: a disabled button does not send its own name and value.
  setTimeout(() => {
    boton.textContent = boton.dataset.enviando;
    boton.disabled = true;
  });
});
const volver = () => {
  for (const soltar of enViaje.values()) soltar();
  enViaje.clear();
};
document.addEventListener("htmx:afterRequest", volver);
addEventListener("pageshow", (e) => e.persisted && volver());

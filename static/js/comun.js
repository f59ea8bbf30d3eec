// What the other modules share. Bundled first; nothing here touches the page.
const $$ = (que, raiz = document) => [
  ...(raiz.matches?.(que) ? [raiz] : []),
  ...(raiz.querySelectorAll?.(que) ?? []),
];
// Runs for the page and for every fragment htmx brings.
const alLlegar = (hacer) => {
  hacer(document);
  document.addEventListener("htmx:load", (e) => e.detail?.elt && hacer(e.detail.elt));
};
const guardado = {
  leer(clave) {
    try { return localStorage.getItem(clave); } catch { return null; }
  },
  poner(clave, valor) {
    try { localStorage.setItem(clave, valor); return true; } catch { return false; }
  },
  quitar(clave) {
    try { localStorage.removeItem(clave); } catch { /* storage is off: nothing was kept */ }
  },
};
const avisar = (texto) => {
  const sitio = document.getElementById("avisos");
  if (sitio && sitio.textContent !== texto) sitio.textContent = texto;
};

// What the other modules share. Bundled first; nothing here touches the page.
const $$ = (que, raiz = document) => [
  ...(raiz.matches?.(que) ? [raiz] : []),
  ...(raiz.querySelectorAll?.(que) ?? []),
];
// Runs for the page and for every fragment htmx brings; htmx announces the first body too, which was already seen.
const primero = document.body;
const alLlegar = (hacer) => {
  hacer(document);
  document.addEventListener("htmx:load", ({ detail }) => detail?.elt && detail.elt !== primero && hacer(detail.elt));
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
// A question that nobody made: it says nothing, clears nothing, and what answers it takes no focus.
const callada = ({ detail }) => /^(sondear|escribiendo)$/.test(detail?.requestConfig?.triggeringEvent?.type);
const avisar = (texto) => {
  const sitio = document.getElementById("avisos");
  if (sitio && sitio.textContent !== texto) sitio.textContent = texto;
};

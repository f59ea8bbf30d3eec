// What a poll brings to the thread: what one reads stays where it is, and what is in use is not touched until it is let go.
const $$ = (que, raiz = document) => [...(raiz.querySelectorAll?.(que) ?? [])];
const escribiendo = () =>
  $$("form.editor").some(
    (form) => form.contains(document.activeElement) || $$("textarea", form).some((c) => c.value !== c.defaultValue),
  );
const esperan = new Map();
const rotulo = (d) => d.querySelector("summary")?.textContent;
const reabrir = (viejo, nuevo) => {
  const abiertas = $$("details[open]", viejo).map(rotulo);
  for (const d of $$("details", nuevo)) if (abiertas.includes(rotulo(d))) d.open = true;
};
const enUso = (a) =>
  a.contains(document.activeElement) ||
  $$("details.mas[open]", a).length > 0 ||
  $$("input, textarea", a).some((c) => c.type !== "hidden" && c.value !== c.defaultValue) ||
  (getSelection().type === "Range" && getSelection().containsNode(a, true));
// Where the eyes are: the field in which somebody writes, or else the first turn in sight.
const aLaVista = (e) => {
  const { top, bottom } = e.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};
const lugar = () => {
  const campo = document.activeElement;
  const e = campo.matches("input, textarea, select") && aLaVista(campo) ? campo : $$("#hilo > .mensaje, #editor").find(aLaVista);
  return e?.id ? [e.id, e.getBoundingClientRect().top] : null;
};
const volver = (antes) => {
  const e = antes && document.getElementById(antes[0]);
  const salto = e ? e.getBoundingClientRect().top - antes[1] : 0;
  if (Math.abs(salto) >= 1) scrollBy({ top: salto, behavior: "instant" });
};
let antes = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id === "sondeo") antes = detail.requestConfig.elt === detail.target ? lugar() : null;
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id === "sondeo") volver(antes);
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail;
  if (target.id === "nuevos-dicho" && escribiendo()) detail.shouldSwap = false;
  if (!target.matches(".mensaje, #en-curso-de-otros") || !fragment.querySelector(`#${target.id}`)) return;
  esperan.delete(target.id);
  if (enUso(target)) {
    esperan.set(target.id, fragment.firstElementChild);
    detail.shouldSwap = false;
  } else reabrir(target, fragment);
});
document.body.addEventListener("sondear", () => {
  for (const [id, nuevo] of esperan) {
    const viejo = document.getElementById(id);
    if (viejo && enUso(viejo)) continue;
    esperan.delete(id);
    if (!viejo) continue;
    const aqui = lugar();
    reabrir(viejo, nuevo);
    htmx.swap(viejo, nuevo.outerHTML, { swapStyle: "outerHTML" });
    volver(aqui);
  }
});
// Back and forward: to what was in sight, if its page is no longer as long above it as when it was left.
const llave = () => `lugar:${location.pathname}${location.search}`;
addEventListener("pagehide", () => {
  const aqui = lugar();
  try { if (aqui) sessionStorage.setItem(llave(), JSON.stringify(aqui)); } catch { /* storage is off */ }
});
addEventListener("pageshow", (e) => {
  const como = performance.getEntriesByType("navigation")[0]?.type;
  if (e.persisted || como !== "back_forward") return;
  try {
    const alli = JSON.parse(sessionStorage.getItem(llave()));
    requestAnimationFrame(() => volver(alli));
  } catch { /* storage is off, or holds something else */ }
});

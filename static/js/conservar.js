// What was opened stays open. What was typed while a fragment was on its way stays typed: the answer redraws the fields, not what changed since.
const valor = (c) => (c.type === "checkbox" || c.type === "radio" ? c.checked : c.value);
const clave = (c) => `${c.name}=${c.type === "checkbox" || c.type === "radio" ? c.value : ""}`;
const campos = (e) => [...e.querySelectorAll("input[name]:not([type=hidden],[type=file]),select[name],textarea[name]")];
let antes = new Map();
let luego = new Map();
let abiertas = new Set();

addEventListener("htmx:beforeRequest", (e) => {
  if (callada(e)) return;
  abiertas = new Set($$("details[id][open]", e.detail.target).map((d) => d.id));
  antes = new Map(campos(e.detail.target).map((c) => [clave(c), valor(c)]));
});
addEventListener("htmx:beforeSwap", (e) => {
  if (callada(e)) return;
  luego = new Map(
    campos(e.detail.target).filter((c) => antes.has(clave(c)) && antes.get(clave(c)) !== valor(c)).map((c) => [clave(c), valor(c)]),
  );
});
addEventListener("htmx:afterSwap", (e) => {
  if (callada(e)) return;
  for (const id of abiertas) document.getElementById(id)?.setAttribute("open", "");
  for (const c of luego.size ? campos(document) : []) {
    if (!luego.has(clave(c))) continue;
    if (typeof luego.get(clave(c)) === "boolean") c.checked = luego.get(clave(c));
    else c.value = luego.get(clave(c));
  }
  luego.clear();
});

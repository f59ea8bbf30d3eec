// Made by herramientas/juntar_js.py from the other files of this folder.
const $$ = (que, raiz = document) => [
...(raiz.matches?.(que) ? [raiz] : []),
...(raiz.querySelectorAll?.(que) ?? []),
];
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
const callada = ({ detail }) => /^(sondear|escribiendo)$/.test(detail?.requestConfig?.triggeringEvent?.type);
const avisar = (texto) => {
const sitio = document.getElementById("avisos");
if (sitio && sitio.textContent !== texto) sitio.textContent = texto;
};
{
alLlegar((raiz) => {
for (const campo of $$("input[data-aporte]", raiz)) {
const caja = campo.closest("[data-aporte-caja]");
if (caja) caja.hidden = true;
if (campo.value) continue;
campo.value = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");
}
});
}
{
document.addEventListener("keydown", (e) => {
if (!(e.ctrlKey || e.metaKey) || e.altKey || e.isComposing || e.repeat) return;
const que = { Enter: "[data-publicar]", s: "[data-guardar]" }[e.key];
const boton = que && e.target.closest?.("form.editor")?.querySelector(que);
if (!boton) return;
e.preventDefault();
boton.click();
});
}
{
const claveDe = (lugar) => `borrador:${lugar}`;
const textosDe = (form) =>
JSON.stringify(Object.fromEntries($$("textarea[name]", form).map((t) => [t.name, t.value])));
const hayTexto = (json) => Object.values(JSON.parse(json || "{}")).some((v) => v.trim());
const enviado = {
leer(clave) {
try { return sessionStorage.getItem(`enviado:${clave}`); } catch { return null; }
},
poner(clave, valor) {
try { sessionStorage.setItem(`enviado:${clave}`, valor); } catch { /* storage is off: there is no copy either */ }
},
};
const olvidar = new Map(); // by key: what its form does once the server has the text
alLlegar((raiz) => {
for (const hecho of $$("[data-borrador-hecho]", raiz)) {
const clave = claveDe(hecho.dataset.borradorHecho);
const mandado = enviado.leer(clave);
for (const copia of [clave, `${clave}:anterior`]) {
if (!mandado || guardado.leer(copia) === mandado || copia !== clave) guardado.quitar(copia);
}
olvidar.get(clave)?.();
}
for (const form of $$("form[data-borrador]", raiz)) vigilar(form);
});
function vigilar(form) {
const clave = claveDe(form.dataset.borrador);
const estado = form.querySelector("[data-borrador-estado]");
const boton = form.querySelector("[data-borrador-recuperar]");
let visto = textosDe(form);
let mandado;
let aparte = false; // another tab has this place on the server: this one keeps its copy apart from that one's
form.addEventListener("submit", () => {
mandado = textosDe(form);
enviado.poner(clave, mandado);
});
olvidar.set(clave, () => {
visto = mandado ?? textosDe(form);
rescate = undefined;
});
let rescate = [guardado.leer(clave), guardado.leer(`${clave}:anterior`)].find(
(j) => j && j !== visto && hayTexto(j),
);
if (rescate && boton) {
boton.hidden = false;
boton.addEventListener("click", () => {
const textos = JSON.parse(rescate);
for (const t of $$("textarea[name]", form)) {
if (t.name in textos) {
t.focus();
t.select();
if (!document.execCommand("insertText", false, textos[t.name])) t.value = textos[t.name];
}
}
boton.hidden = true;
});
}
form.addEventListener("borrador:guardado", ({ detail }) => {
aparte = false;
if (guardado.leer(clave) === detail) guardado.quitar(clave);
});
form.addEventListener("borrador:otra-copia", () => {
aparte = true;
guardado.poner(`${clave}:anterior`, textosDe(form));
});
const mirar = () => {
if (!form.isConnected) return clearInterval(reloj);
const ahora = textosDe(form);
if (ahora === visto) return;
if (rescate && !aparte) guardado.poner(`${clave}:anterior`, rescate);
const bien = guardado.poner(aparte ? `${clave}:anterior` : clave, ahora);
if (bien) visto = ahora;
if (estado) {
const hora = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
estado.textContent = (bien ? estado.dataset.bien : estado.dataset.mal)?.replace("%s", hora) ?? "";
}
};
const reloj = setInterval(mirar, 1000);
addEventListener("pagehide", mirar);
}
}
{
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
}
{
const numero = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
const contar = (campo) => {
const sitio = document.querySelector(`[data-cuenta-de="${campo.id}"]`);
if (!sitio) return;
const { desde, tope } = sitio.dataset;
const cuantos = campo.value.length < desde ? 0 : [...campo.value].length;
sitio.hidden = cuantos < desde;
sitio.classList.toggle("campo-error", cuantos > tope);
sitio.querySelector("span").textContent = numero(cuantos);
};
document.addEventListener("input", (e) => e.target.matches?.("textarea[id]") && contar(e.target));
document.body.addEventListener("sondear", () => {
for (const sitio of $$("[data-novedades]")) {
const form = sitio.closest("form");
const escrito = $$("textarea", form).some((campo) => campo.value !== campo.defaultValue);
if (escrito || form.contains(document.activeElement)) sitio.dispatchEvent(new Event("escribiendo"));
}
});
alLlegar((raiz) => {
if (matchMedia("(min-width: 78rem)").matches) for (const caja of $$("[data-abierta-en-ancho]", raiz)) caja.open = true;
for (const sitio of $$("[data-cuenta-de]", raiz)) contar(document.getElementById(sitio.dataset.cuentaDe));
});
}
{
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
}
{
const frases = document.getElementById("avisos")?.dataset ?? {};
const caida = () => avisar(frases.sinRed ?? "");
for (const suceso of ["htmx:responseError", "htmx:timeout", "htmx:swapError"]) {
document.addEventListener(suceso, (e) => callada(e) || avisar(frases.fallo ?? ""));
}
document.addEventListener("htmx:sendError", (e) => callada(e) || caida());
document.addEventListener("htmx:beforeRequest", (e) => callada(e) || avisar(""));
addEventListener("offline", caida);
addEventListener("online", () => avisar(""));
}
{
alLlegar((raiz) => {
const sitio = $$("[data-foco]", raiz)[0];
if (!sitio) return;
if (sitio.tabIndex < 0) sitio.tabIndex = -1;
sitio.focus();
if (sitio.matches("textarea")) sitio.setSelectionRange(sitio.value.length, sitio.value.length);
});
const aquel = () => {
const sitio = document.getElementById(location.hash.slice(1))?.querySelector(".mensaje__nombre");
if (!sitio || document.activeElement !== document.body) return;
sitio.tabIndex = -1;
sitio.focus({ preventScroll: true });
};
addEventListener("load", aquel);
addEventListener("hashchange", aquel);
}
{
document.addEventListener("click", (e) => {
const boton = e.target.closest?.("[data-inserta], [data-envuelve], [data-prefija], [data-despliega], [data-abre]");
const campo = document.getElementById(boton?.closest("markdown-toolbar")?.getAttribute("for"));
if (!campo) return;
e.preventDefault();
const { inserta, envuelve = "", prefija, despliega, abre, cierra = "" } = boton.dataset;
if (despliega) {
const caja = document.getElementById(despliega);
caja.open = true;
return caja.querySelector("summary").focus();
}
const { selectionEnd: f, value } = campo;
campo.focus();
if (prefija) campo.setSelectionRange(value.lastIndexOf("\n", campo.selectionStart - 1) + 1, f);
const i = campo.selectionStart;
const antes = abre === undefined || i === 0 || value.slice(0, i).endsWith("\n\n") ? "" : value[i - 1] === "\n" ? "\n" : "\n\n";
const bloque = abre === undefined ? undefined : `${antes}${abre}\n${value.slice(i, f)}\n${cierra}\n\n`;
const lista = prefija && value.slice(i, f).replace(/^/gm, prefija);
const texto = inserta ?? bloque ?? lista ?? envuelve + value.slice(i, f) + envuelve;
if (!document.execCommand("insertText", false, texto)) campo.setRangeText(texto, i, f, "end");
if (abre !== undefined) campo.setSelectionRange(i + antes.length + abre.length, i + antes.length + abre.length);
else if (envuelve && i === f) campo.setSelectionRange(i + envuelve.length, i + envuelve.length);
});
}
{
document.addEventListener("keydown", (e) => {
const libro = document.querySelector("[data-lectura]");
if (!libro || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
if (e.target.closest("input, select, textarea, table, pre")) return;
const hoja = { ArrowLeft: "prev", ArrowRight: "next" }[e.key];
if (hoja) return libro.querySelector(`a[rel="${hoja}"]`)?.click();
const paso = { j: 1, k: -1 }[e.key];
const texto = document.getElementById("texto");
if (!paso || !texto?.contains(document.activeElement)) return;
const pasajes = $$("[data-pasaje]", texto);
const aqui = pasajes.findIndex((p) => p.contains(document.activeElement));
const otro = pasajes[Math.max(0, aqui + paso)];
if (!otro) return;
e.preventDefault();
otro.focus();
});
}
{
const form = document.querySelector("form[data-leido]");
if (form) {
const REPOSO = 3000;
const UN_MOMENTO = 800;
const turnos = () => $$("#hilo > .mensaje");
const puesto = (id) => turnos().findIndex((t) => t.id === id);
const nuevo = turnos().findIndex((t) => t.hasAttribute("data-nuevo"));
let leido = turnos()[(nuevo < 0 ? turnos().length : nuevo) - 1]?.id;
let quieto = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
let cambio;
let reloj;
const aLaVista = new Set();
const contar = () => {
clearTimeout(reloj);
const hasta = turnos().findLast((t) => aLaVista.has(t.id))?.id;
if (quieto || Date.now() - cambio < UN_MOMENTO || puesto(hasta) <= puesto(leido)) return;
const antes = leido;
leido = hasta;
const datos = new URLSearchParams(new FormData(form));
datos.set("solo", 1);
const peticion = { method: "POST", body: datos, keepalive: true };
fetch(`/m/${hasta.slice(2)}/leido/`, peticion).catch(() => (leido = antes));
};
const ojo = new IntersectionObserver((entradas) => {
for (const { target, isIntersecting } of entradas) aLaVista[isIntersecting ? "add" : "delete"](target.parentElement.id);
cambio = Date.now();
clearTimeout(reloj);
reloj = setTimeout(contar, REPOSO);
});
alLlegar(() => $$("#hilo > .mensaje > footer").forEach((pie) => ojo.observe(pie)));
for (const gesto of ["wheel", "touchmove", "keydown", "pointerdown"])
addEventListener(gesto, () => {
if (quieto) reloj = setTimeout(contar, REPOSO);
quieto = false;
});
document.addEventListener("submit", (e) => {
if (e.target === form) aLaVista.clear();
});
addEventListener("pageshow", (e) => (quieto ||= e.persisted));
addEventListener("pagehide", contar);
document.addEventListener("visibilitychange", contar);
}
}
{
document.addEventListener("click", (e) => {
for (const menu of $$("details.menu[open]")) if (!menu.contains(e.target)) menu.open = false;
});
document.addEventListener("keydown", (e) => {
const menu = e.key === "Escape" && e.target.closest?.("details.menu[open]");
if (!menu) return;
menu.open = false;
menu.querySelector("summary").focus();
});
}
{
const cuenta = document.documentElement.dataset.cuenta ?? "";
guardado.poner("cuenta", cuenta);
document.addEventListener("submit", (e) => {
if (e.target.querySelector("[data-salir]")) guardado.quitar("cuenta");
});
addEventListener("pageshow", (e) => {
if (e.persisted && cuenta && guardado.leer("cuenta") !== cuenta) location.reload();
});
}
{
const sondear = () => {
if (document.visibilityState === "visible" && navigator.onLine) document.body.dispatchEvent(new Event("sondear"));
};
setInterval(sondear, 30000);
addEventListener("pageshow", (e) => e.persisted && sondear());
document.addEventListener("visibilitychange", sondear);
}

// <form data-guarda-solo> saves itself as a draft on the server: 3 s after the last change, and at most 8 s after the
// first. It touches nothing that is being written; [data-guarda-estado] says how it went. What cannot be sent stays in
// the copy of this device (borrador.js) and is sent when there is network, or a session, again.
const TRAS_LA_ULTIMA = 3000;
const COMO_MUCHO = 8000;
const OTRA_VEZ = 15000;
const CABE_AL_IRSE = 60000; // bytes that a browser lets out of a page that closes

const $$ = (que, raiz = document) => [...(raiz.matches?.(que) ? [raiz] : []), ...(raiz.querySelectorAll?.(que) ?? [])];
const avisar = (texto) => {
  const avisos = document.getElementById("avisos");
  if (avisos && avisos.textContent !== texto) avisos.textContent = texto;
};
const textosDe = (form) =>
  JSON.stringify(Object.fromEntries($$("textarea[name]", form).map((t) => [t.name, t.value])));
const enviar = (direccion, datos, mas) =>
  fetch(direccion, { method: "POST", body: datos, redirect: "manual", headers: { "X-Requested-With": "fetch" }, ...mas });

const conocidos = new WeakSet();
const llegar = (raiz) => {
  for (const form of $$("form[data-guarda-solo]", raiz)) {
    if (!conocidos.has(form)) guardarSolo(form);
    conocidos.add(form);
  }
};
document.addEventListener("htmx:load", ({ detail }) => detail?.elt && llegar(detail.elt));

function guardarSolo(form) {
  const sitio = form.querySelector("[data-guarda-estado]");
  const comparar = form.querySelector("[data-guarda-comparar]");
  const entrar = form.querySelector("[data-guarda-entrar]");
  const cuenta = document.documentElement.dataset.cuenta ?? "";
  const direccion = form.action;
  let reloj;
  let desde = 0; // when the first change that is not on the server was made
  let cambios = 0;
  let enCamino = false;
  let parado = false; // only a person can go on from here
  let sale = false; // the form itself travels
  let alarma = "";

  const decir = (que, hora, frase) => {
    const texto = frase || ((que && sitio?.dataset[que]) ?? "");
    if (sitio) sitio.textContent = texto.replace("%s", hora ?? "");
    if (comparar) comparar.hidden = que !== "otraCopia";
    if (entrar) entrar.hidden = que !== "sesion" && que !== "otraCuenta";
    // Said aloud only when something is amiss; the bar goes when it no longer is.
    const mal = que === "guardado" ? "" : texto;
    if (mal || alarma) avisar(mal);
    alarma = mal;
  };
  const datos = () => {
    const todo = new FormData(form);
    for (const [nombre, valor] of [...todo]) if (valor instanceof File) todo.delete(nombre);
    todo.set("hacer", "guardar");
    todo.set("solo", "1");
    todo.set("cuenta", cuenta);
    return new URLSearchParams(todo);
  };
  const esperar = (cuanto) => {
    clearTimeout(reloj);
    reloj = setTimeout(guardar, cuanto);
  };
  const poner = (nombre, valor) => {
    const campo = form.querySelector(`input[type=hidden][name="${nombre}"]`);
    if (campo && valor !== undefined) campo.value = valor;
  };

  // The token of a page opened before entering again is no longer good: ask for the page's, if it is still ours.
  const renovar = async () => {
    const respuesta = await fetch(location.href, { redirect: "follow", signal: AbortSignal.timeout(OTRA_VEZ) });
    const pagina = new DOMParser().parseFromString(await respuesta.text(), "text/html");
    const de = pagina.documentElement.dataset.cuenta ?? "";
    if (de !== cuenta) return de ? "otraCuenta" : "sesion";
    const nuevo = pagina.querySelector("input[name=csrfmiddlewaretoken]")?.value;
    if (!nuevo) return "negado";
    for (const campo of $$("input[name=csrfmiddlewaretoken]")) campo.value = nuevo;
    return "";
  };

  async function mandar() {
    let respuesta = await enviar(direccion, datos(), { signal: AbortSignal.timeout(OTRA_VEZ) });
    if (respuesta.status === 403 || respuesta.type === "opaqueredirect") {
      const que = await renovar();
      if (que) return { que };
      respuesta = await enviar(direccion, datos(), { signal: AbortSignal.timeout(OTRA_VEZ) });
    }
    if (respuesta.status === 403 || respuesta.status === 404) return { que: "negado" };
    if ([200, 409, 429].includes(respuesta.status)) return await respuesta.json();
    return { que: "fallo" };
  }

  async function guardar() {
    clearTimeout(reloj);
    if (!form.isConnected || parado || sale || !desde) return;
    if (enCamino) return esperar(TRAS_LA_ULTIMA);
    enCamino = true;
    const hasta = cambios;
    const textos = textosDe(form);
    let dicho;
    try {
      dicho = await mandar();
    } catch {
      dicho = { que: navigator.onLine ? "fallo" : "sinRed" };
    }
    enCamino = false;
    if (!form.isConnected || sale) return;
    if (dicho.estado === "guardado") {
      poner("borrador", dicho.version);
      form.dispatchEvent(new CustomEvent("borrador:guardado", { detail: textos }));
      decir("guardado", new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }));
      desde = cambios === hasta ? 0 : Date.now();
      if (desde) esperar(TRAS_LA_ULTIMA);
    } else if (dicho.estado === "publicado") {
      poner("clave", dicho.clave);
      poner("borrador", 0);
      decir("publicado");
      esperar(TRAS_LA_ULTIMA);
    } else if (dicho.estado === "otra_copia") {
      parado = true;
      form.dispatchEvent(new CustomEvent("borrador:otra-copia"));
      decir("otraCopia");
    } else if (dicho.estado === "deprisa") {
      decir("", "", dicho.frase); // it has been saved too often, and says for how long to wait
      esperar(OTRA_VEZ);
    } else {
      decir(dicho.estado === "otra_cuenta" ? "otraCuenta" : dicho.que ?? "fallo");
      esperar(OTRA_VEZ);
    }
  }

  const cambia = () => {
    cambios += 1;
    desde ||= Date.now();
    if (!enCamino) esperar(Math.max(0, Math.min(TRAS_LA_ULTIMA, desde + COMO_MUCHO - Date.now())));
  };
  const alIrse = () => {
    if (!desde || parado || sale || enCamino || !form.isConnected) return;
    const cuerpo = datos();
    const keepalive = cuerpo.toString().length < CABE_AL_IRSE;
    if (keepalive) enviar(direccion, cuerpo, { keepalive }).catch(() => {});
  };
  form.addEventListener("input", cambia);
  form.addEventListener("change", cambia);
  form.addEventListener("submit", (e) => {
    if (e.target.matches("[hx-post]")) return;
    sale = true;
    clearTimeout(reloj);
  });
  // Back to a page that the browser kept, or an answer that did not replace it: it goes on saving.
  addEventListener("pageshow", () => (sale = false));
  document.addEventListener("htmx:afterRequest", () => (sale = false));
  addEventListener("pagehide", alIrse);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") guardar();
    else if (desde && form.isConnected) guardar();
  });
  addEventListener("online", () => guardar());
  addEventListener("offline", () => desde && form.isConnected && decir("sinRed"));
}

llegar(document);

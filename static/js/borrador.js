// A copy of what is being written, on this device: <form data-borrador="cuenta:lugar">.
// It never puts text back by itself: it shows [data-borrador-recuperar] and waits for a press.
const claveDe = (lugar) => `borrador:${lugar}`;
const textosDe = (form) =>
  JSON.stringify(Object.fromEntries($$("textarea[name]", form).map((t) => [t.name, t.value])));
const hayTexto = (json) => Object.values(JSON.parse(json || "{}")).some((v) => v.trim());
// What this tab sent last, to know in the page of the answer whether the copy is that or something newer.
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
  // The server says it has the text: only then is the copy dropped, if it is of that text.
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
  // What was sent is safe: only what was typed after sending is still to be kept.
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
          // Through the editing command, so that Undo brings the present text back.
          t.focus();
          t.select();
          if (!document.execCommand("insertText", false, textos[t.name])) t.value = textos[t.name];
        }
      }
      boton.hidden = true;
    });
  }
  // `guardasolo` tells how the server took it, with the texts that it sent.
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
    // What an earlier visit left is not written over: it steps aside until the server confirms.
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

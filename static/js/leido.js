// <form id="marcas" data-leido> after a thread: what was on screen is read, once the reader rests or goes: one POST of
// the lowest turn whose end (its footer) was seen. A page that Back brings shows old things: nothing counts there until
// somebody touches it; nor after a button of the form, which says it better.
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

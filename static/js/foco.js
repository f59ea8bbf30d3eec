// After a swap the focus goes to [data-foco] of what arrived: an error summary, a heading, a result.
alLlegar((raiz) => {
  const sitio = $$("[data-foco]", raiz)[0];
  if (!sitio) return;
  if (sitio.tabIndex < 0) sitio.tabIndex = -1;
  sitio.focus();
  if (sitio.matches("textarea")) sitio.setSelectionRange(sitio.value.length, sitio.value.length);
});
// The address of one message takes it to the name in it, once the browser has gone there, which takes it away.
const aquel = () => {
  const sitio = document.getElementById(location.hash.slice(1))?.querySelector(".mensaje__nombre");
  if (!sitio || document.activeElement !== document.body) return;
  sitio.tabIndex = -1;
  sitio.focus({ preventScroll: true });
};
addEventListener("load", aquel);
addEventListener("hashchange", aquel);

// After a swap the focus goes to [data-foco] of what arrived: an error summary, a heading, a result.
alLlegar((raiz) => {
  const sitio = $$("[data-foco]", raiz)[0];
  if (!sitio) return;
  if (sitio.tabIndex < 0) sitio.tabIndex = -1;
  sitio.focus();
  if (sitio.matches("textarea")) sitio.setSelectionRange(sitio.value.length, sitio.value.length);
});

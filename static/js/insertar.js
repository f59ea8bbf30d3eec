// Buttons of the toolbar that Markdown has not: data-inserta="—" puts a text, data-envuelve="||" wraps the selection.
document.addEventListener("click", (e) => {
  const boton = e.target.closest?.("[data-inserta], [data-envuelve]");
  const campo = document.getElementById(boton?.closest("markdown-toolbar")?.getAttribute("for"));
  if (!campo) return;
  e.preventDefault();
  const { inserta, envuelve = "" } = boton.dataset;
  const { selectionStart: i, selectionEnd: f, value } = campo;
  campo.focus();
  const texto = inserta ?? envuelve + value.slice(i, f) + envuelve;
  // The editing command keeps Undo; where it is gone, the plain way.
  if (!document.execCommand("insertText", false, texto)) campo.setRangeText(texto, i, f, "end");
  if (inserta === undefined && i === f) campo.setSelectionRange(i + envuelve.length, i + envuelve.length);
});

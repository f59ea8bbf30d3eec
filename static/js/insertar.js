// Buttons of the toolbar that Markdown has not: data-inserta="—" puts a text, data-envuelve="||" wraps the selection,
// data-prefija="* " begins each line of the selection with it, data-despliega="id" opens a <details>,
// data-abre=":::solo " data-cierra=":::" put it between two lines of its own, and the caret at the end of the first.
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
  // The editing command keeps Undo; where it is gone, the plain way.
  if (!document.execCommand("insertText", false, texto)) campo.setRangeText(texto, i, f, "end");
  if (abre !== undefined) campo.setSelectionRange(i + antes.length + abre.length, i + antes.length + abre.length);
  else if (envuelve && i === f) campo.setSelectionRange(i + envuelve.length, i + envuelve.length);
});

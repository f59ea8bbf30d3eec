// In the editor: Ctrl or ⌘ + Enter publishes, Ctrl or ⌘ + S saves the draft. Without those keys nothing is taken.
document.addEventListener("keydown", (e) => {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || e.isComposing || e.repeat) return;
  const que = { Enter: "[data-publicar]", s: "[data-guardar]" }[e.key];
  const boton = que && e.target.closest?.("form.editor")?.querySelector(que);
  if (!boton) return;
  e.preventDefault();
  boton.click();
});

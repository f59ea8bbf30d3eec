// Reading: ← and → turn the page; j and k go from passage to passage once the focus is in the text (WCAG 2.1.4).
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

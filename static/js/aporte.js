// The reader's own share of chance: 16 hex digits in each [data-aporte] left empty, drawn here after the envelope was seen.
// The field is for whoever has no scripts: once filled, its box is hidden.
alLlegar((raiz) => {
  for (const campo of $$("input[data-aporte]", raiz)) {
    const caja = campo.closest("[data-aporte-caja]");
    if (caja) caja.hidden = true;
    if (campo.value) continue;
    campo.value = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");
  }
});

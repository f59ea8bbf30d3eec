// The reader's own share of chance: 16 hex digits in each [data-aporte] left empty, drawn here after the envelope was seen.
alLlegar((raiz) => {
  for (const campo of $$("input[data-aporte]", raiz)) {
    if (campo.value) continue;
    campo.value = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");
  }
});

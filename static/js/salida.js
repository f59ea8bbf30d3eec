// Back after logging out must not show the page kept by the browser: if the account is no longer the one, ask again.
const cuenta = document.documentElement.dataset.cuenta ?? "";
guardado.poner("cuenta", cuenta);
document.addEventListener("submit", (e) => {
  if (e.target.querySelector("[data-salir]")) guardado.quitar("cuenta");
});
addEventListener("pageshow", (e) => {
  if (e.persisted && cuenta && guardado.leer("cuenta") !== cuenta) location.reload();
});

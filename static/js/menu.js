// The menu of the header closes with Escape and with a press outside.
document.addEventListener("click", (e) => {
  for (const menu of $$("details.menu[open]")) if (!menu.contains(e.target)) menu.open = false;
});
document.addEventListener("keydown", (e) => {
  const menu = e.key === "Escape" && e.target.closest?.("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

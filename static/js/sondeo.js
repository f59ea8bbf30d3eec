// Every 30 s, while the page is looked at: `sondear` on the body. Elements ask with hx-trigger="sondear from:body".
const sondear = () => {
  if (document.visibilityState === "visible" && navigator.onLine) document.body.dispatchEvent(new Event("sondear"));
};
setInterval(sondear, 30000);
// A page that the browser kept, and one that was behind others, are as old as when they were left.
addEventListener("pageshow", (e) => e.persisted && sondear());
document.addEventListener("visibilitychange", sondear);

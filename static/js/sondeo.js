// Every 30 s, while the page is looked at: `sondear` on the body. Elements ask with hx-trigger="sondear from:body".
setInterval(() => {
  if (document.visibilityState === "visible" && navigator.onLine) document.body.dispatchEvent(new Event("sondear"));
}, 30000);

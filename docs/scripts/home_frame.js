"use strict";
// The frame of the home page's drawing is as high as what it holds, and has the scheme of the page.
(() => {
  const frame = document.querySelector("iframe.drawing");
  if (!frame) return;
  const scheme = () => (document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");
  const tell = () => frame.contentWindow.postMessage({ scheme: scheme() }, "*");
  window.addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data && data.height > 0) frame.style.height = `${data.height}px`;
  });
  new MutationObserver(tell).observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
  frame.addEventListener("load", tell);
  tell();
})();

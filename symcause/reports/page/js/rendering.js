"use strict";
// The texts of one problem side by side; a list above each column says which one it shows.
(() => {
  const main = document.querySelector("main");
  const show = (section, value) => {
    const body = section.querySelector("div");
    body.replaceChildren(document.querySelector(`template[data-text="${value}"]`).content.cloneNode(true));
  };
  for (let i = 0; i < Number(main.dataset.columns); i += 1) {
    const section = document.createElement("section");
    const select = document.createElement("select");
    select.setAttribute("aria-label", `Text in column ${i + 1}`);
    select.innerHTML = main.dataset.options;
    select.value = String(i);
    section.append(select, document.createElement("div"));
    main.append(section);
    select.addEventListener("change", () => show(section, select.value));
    show(section, i);
  }
  SC.lightCells(main);
  document.documentElement.dataset.ready = "start";
})();

"use strict";
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
  const light = (event) => {
    const cell = event.target.closest("[data-cell]");
    for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (cell === null) return;
    for (const same of main.querySelectorAll(`[data-cell="${CSS.escape(cell.dataset.cell)}"]`)) {
      same.classList.add("lit");
    }
  };
  main.addEventListener("pointerover", light);
  main.addEventListener("focusin", light);
})();

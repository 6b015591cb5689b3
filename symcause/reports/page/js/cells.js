"use strict";
// Texts of one problem: pointing at a cell, or moving to it with the tab key, lights it in all of them.

SC.lightCells = (root) => {
  const light = (event) => {
    const cell = event.target.closest("[data-cell]");
    for (const lit of root.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (cell === null) return;
    for (const same of root.querySelectorAll(`[data-cell="${CSS.escape(cell.dataset.cell)}"]`)) {
      same.classList.add("lit");
    }
  };
  root.addEventListener("pointerover", light);
  root.addEventListener("focusin", light);
};

SC.piece = ([text, cell]) => {
  if (cell === null) return text;
  return cell === "" ? SC.h("span", { class: "filler" }, text)
    : SC.h("span", { tabindex: 0, "data-cell": cell }, text);
};

SC.pairedText = (text) => SC.h("section", { class: "paired" },
  SC.h("h3", null, text.name),
  SC.h("p", { class: "answer" }, SC.h("strong", null, text.right ? "right: " : "wrong: "), SC.h("code", null, text.answer)),
  SC.h("pre", null, text.pieces.map(SC.piece)));

// A pair is unpacked when it is opened for the first time.
SC.textPair = (details) => {
  details.addEventListener("toggle", async () => {
    if (!details.open || details.querySelector(".pair")) return;
    const view = await SC.read(`pair-${details.dataset.pair}`);
    const home = SC.h("div", { class: "pair" }, view.texts.map(SC.pairedText));
    SC.lightCells(home);
    details.append(home);
  });
};

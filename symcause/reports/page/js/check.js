"use strict";
// One answer against the evidence and against gold: a strip of evidence, and both graphs in one.

SC.MOST_CELLS = 1000; // of a strip; what is wrong comes first where there are more

SC.CELLS = {
  right: ["", "right"], wrong: ["×", "wrong"], tolerated: ["~", "wrong, but so many may be"], unscored: ["", "nothing to get wrong"],
};

// Groups [title, cells] with cells {kind, name, at}: a square each, filled where right. Choosing one tells about it; so
// does an arrow key. It opens at the first that is wrong. *meaning* says what kinds mean, where not what they usually do.
SC.strip = (groups, tell, meaning = {}) => {
  const cells = groups.flatMap(([, own]) => own);
  if (!cells.length) return null;
  const told = SC.h("div", { class: "strip-told", "aria-live": "polite" });
  const buttons = [];
  const choose = (i, focus) => {
    buttons.forEach((button, j) => {
      button.setAttribute("aria-pressed", String(i === j));
      button.tabIndex = i === j ? 0 : -1;
    });
    if (focus) buttons[i].focus();
    SC.swap(told, tell(cells[i].at));
    requestAnimationFrame(() => SC.inView(told.querySelector(".hit")));
  };
  const step = (event) => {
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = buttons.indexOf(document.activeElement) + move;
    if (!move || !buttons[next]) return;
    choose(next, true);
    event.preventDefault();
  };
  const meant = (kind) => meaning[kind] || SC.CELLS[kind][1];
  const drawn = (cell) => {
    const [sign] = SC.CELLS[cell.kind];
    const words = meant(cell.kind);
    const i = buttons.length;
    const button = SC.button(sign, () => choose(i), { class: `strip-cell ${cell.kind}`, title: `${cell.name}: ${words}`,
      "aria-label": `${cell.name}: ${words}`, "data-square": i });
    buttons.push(button);
    return button;
  };
  const group = ([title, own]) => SC.h("div", { class: "strip-group", role: "group", "aria-label": title || "more" },
    title ? SC.h("span", { class: "strip-title", title }, title) : null,
    SC.h("span", { class: "strip-cells" }, own.map(drawn)));
  const kinds = Object.keys(SC.CELLS).filter((kind) => cells.some((cell) => cell.kind === kind));
  const node = SC.h("div", { class: "evidence-strip", on: { keydown: step } }, groups.map(group));
  choose(Math.max(0, cells.findIndex((cell) => cell.kind === "wrong"), 0));
  return [node, SC.h("ul", { class: "legend" }, kinds.map((kind) => SC.h("li", null,
    SC.h("span", { class: `strip-cell ${kind}`, "aria-hidden": "true" }, SC.CELLS[kind][0]), meant(kind)))), told];
};

// A wide table scrolls to what is marked in it.
SC.inView = (cell) => {
  const scroller = cell && cell.closest(".scroll");
  if (!scroller) return;
  const [box, frame] = [cell.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (box.left < frame.left + 90 || box.right > frame.right) scroller.scrollLeft += box.left - frame.left - frame.width / 2;
};

// The answer's graph over that of gold: what both have, what is missing, what is too much, whose mechanism differs.
SC.overGold = (view) => {
  const svg = SC.drawing(view.graph);
  for (const v of view.differing) {
    const node = svg.querySelector(`.node[data-v="${v}"]`);
    if (node) node.classList.add("differs");
  }
  const kinds = [["kept", view.other ? "in both" : "in the answer"], ["missing", `only in ${view.other}`], ["extra", "only in the answer"]]
    .filter(([kind]) => svg.querySelector(`.edge.${kind}`))
    .map(([kind, words]) => SC.h("li", { class: kind }, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words));
  if (view.differing.length) {
    kinds.push(SC.h("li", null, SC.h("span", { class: "box-swatch differs", "aria-hidden": "true" }), view.differs || "another mechanism"));
  }
  return SC.h("figure", { class: "plot over-gold" }, SC.scroller("Answer and gold", SC.h("div", { class: "graph-box" }, svg)),
    SC.h("ul", { class: "legend comparing" }, kinds), SC.tools(`${SC.fileName(view.id)}-answer`, svg));
};

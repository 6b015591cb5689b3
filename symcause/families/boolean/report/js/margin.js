"use strict";
// The margin as a picture: the rows in which the next best model is wrong, each with the cell that would have to flip.

SC.margin = (view) => {
  const margin = view.margin;
  if (!margin) return null;
  const worlds = SC.worlds(view);
  const rows = new Map(); // "world,row" -> variables that would flip
  for (const [w, r, v] of margin.cells) rows.set(`${w},${r}`, [...(rows.get(`${w},${r}`) || []), v]);
  const line = ([at, flips]) => {
    const [w, r] = at.split(",").map(Number);
    return SC.h("tr", null, SC.h("th", { scope: "row" }, `${worlds[w].id}, row ${r + 1}`),
      worlds[w].rows[r].map((bit, v) => SC.flipCell(view, worlds[w], v, bit, flips.includes(v))));
  };
  const table = SC.h("table", { class: "bits flips" },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), view.vars.map((name) => SC.h("th", { scope: "col" }, SC.h("span", null, name))))),
    SC.h("tbody", null, [...rows].map(line)));
  const words = margin.words ? margin.words[0].toUpperCase() + margin.words.slice(1) : "";
  const closest = view.verdict === "inconsistent"; // whose headline says it in words
  return SC.section("margin", closest ? "What comes closest" : "Margin",
    closest ? null : SC.h("p", null, words ? `${words}.` : "What the model that comes closest gets wrong."),
    SC.h("div", { class: "scroll tight" }, table),
    margin.more ? SC.hint(`and ${margin.more} cells more`) : null,
    SC.h("p", { class: "that" }, closest ? "One that comes closest: " : "The other model: ", margin.changed.map(([v, text], i) => [i ? "; " : "", SC.h("code", null, `${view.vars[v]} = ${text}`)]), "."),
    SC.alone(view, margin),
    SC.hint("A red cell with an arrow is what the evidence shows, and what it would have to show instead."));
};

SC.flipCell = (view, world, v, bit, flips) => (flips
  ? SC.h("td", { class: "flip", "aria-label": `${view.vars[v]} is ${bit}, would have to be ${1 - bit}` }, `${bit}→${1 - bit}`)
  : SC.h("td", { class: `b${bit === null ? " hole" : bit}${world.targets.has(v) ? " target" : ""}` }, bit === null ? "?" : String(bit)));

// One square a cell: how many would have to be wrong if only this mechanism changed.
SC.alone = (view, margin) => {
  const found = margin.alone.filter(([, number]) => number !== null && number >= 0);
  if (found.length < 2) return null;
  const most = 20;
  const squares = (n) => (n > most ? `${"■".repeat(most)}…` : "■".repeat(n));
  return [SC.h("p", null, "If one mechanism alone were another, so many more cells would be wrong:"),
    SC.h("div", { class: "scroll tight" }, SC.h("table", { class: "alone" }, SC.h("tbody", null, found.sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([v, n]) => SC.h("tr", null,
      SC.h("th", { scope: "row" }, view.vars[v]), SC.h("td", { class: "number" }, String(n)),
      SC.h("td", { class: "squares", "aria-hidden": "true" }, squares(n)))))))];
};

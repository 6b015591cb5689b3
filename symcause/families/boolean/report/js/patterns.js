"use strict";
// Where two mechanisms of one variable differ: a column an input pattern, a row each mechanism, and how often it was seen.

SC.MOST_PATTERNS = 32; // columns; beyond, those that differ alone

// How often the training rows show a pattern of these inputs, v and all of them observed: an array of counts.
SC.patternCounts = (view, v, inputs) => {
  const counts = new Array(1 << inputs.length).fill(0);
  for (const world of SC.worlds(view)) {
    if (world.heldout || world.targets.has(v)) continue;
    for (const row of world.rows) if (SC.sees(row, v, inputs)) counts[SC.pattern(inputs, row)] += 1;
  }
  return counts;
};

SC.patternStrip = (view, first, second, v) => {
  const found = first.f && second.f ? SC.corners(first, second, v) : null;
  if (!found || !found.length) return null;
  const { inputs } = found[0];
  const counts = SC.patternCounts(view, v, inputs);
  const lit = new Set(found.map((corner) => corner.values.reduce((sum, bit, j) => sum + (bit << j), 0)));
  const every = counts.length <= SC.MOST_PATTERNS;
  const columns = every ? counts.map((_, i) => i) : [...lit].slice(0, SC.MOST_PATTERNS);
  const state = (i) => Object.fromEntries(inputs.map((input, j) => [input, (i >> j) & 1]));
  const words = (i) => SC.spellPattern(view.vars, inputs, inputs.map((_, j) => (i >> j) & 1));
  const values = (model) => SC.h("tr", { class: "own" }, SC.side(model.name), columns.map((i) => {
    const bit = SC.output(model, v, state(i));
    return SC.h("td", { class: `b${bit}${lit.has(i) ? " lit" : ""}`, title: `${words(i)}: ${bit} in ${model.name}` }, String(bit));
  }));
  const seen = SC.h("tr", null, SC.side("seen"), columns.map((i) => SC.h("td", { class: counts[i] ? null : "never",
    title: `${words(i)}: ${counts[i] ? SC.plural(counts[i], "training row") : "in no training row"}` }, counts[i] ? String(counts[i]) : "×")));
  const [a, b] = second.name === "gold" || second.name === "the reference" ? [second, first] : [first, second];
  const unseen = [...lit].filter((i) => !counts[i]).length;
  const where = unseen === lit.size ? "none of them in a training row" : unseen ? `${unseen} of them in no training row` : "all in training rows";
  const part = every ? "" : ` Shown are ${columns.length === lit.size ? "those" : `the first ${columns.length}`}.`;
  return [SC.scroller(`Input patterns of ${view.vars[v]}`, SC.h("table", { class: "patterns", "aria-label":
    `Input patterns of ${view.vars[v]}: ${a.name}, ${b.name}, and how many training rows show each` },
  SC.h("tbody", null, inputs.map((input, j) => SC.h("tr", { class: "input" }, SC.side(view.vars[input]), columns.map((i) =>
    SC.h("td", null, String((i >> j) & 1))))), values(a), values(b), seen))),
  SC.hint(`Different at ${lit.size} of ${SC.plural(counts.length, "pattern")}, ${where}.${part}`)];
};

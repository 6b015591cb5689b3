"use strict";
// The table of variables, with the patterns that the training rows show of each mechanism.

Object.assign(SC.TERMS, {
  "local coverage": "Share of the input patterns of candidate parents that the training rows show, on average",
  worlds: "Tables of rows, each under one intervention; held-out ones are for testing answers",
});

SC.heatLevel = (count) => (count === 0 ? 0 : count <= 2 ? 1 : count <= 5 ? 2 : count <= 10 ? 3 : 4);

SC.heat = (view, model, v, counts) => {
  const inputs = model.f[v][0];
  if (inputs.length > 6) return null;
  const patterns = counts.map((_, i) => inputs.map((_input, j) => (i >> j) & 1));
  const missing = patterns.filter((_, i) => counts[i] === 0);
  const never = missing.slice(0, 8).map((pattern) => SC.spellPattern(view.vars, inputs, pattern)).join("; ");
  const told = `${counts.length - missing.length} of ${counts.length} input patterns are shown`
    + (missing.length ? `; never: ${never}` : "");
  const cells = patterns.map((pattern, i) => SC.h("span", {
    class: `heat h${SC.heatLevel(counts[i])}`,
    title: `${SC.spellPattern(view.vars, inputs, pattern)}: ${counts[i] ? SC.plural(counts[i], "row") : "never shown"}`
      + `, ${view.vars[v]} is ${SC.bit(model.f[v][1], i)} in ${model.name}`,
  }, counts[i] === 0 ? "×" : ""));
  return SC.h("div", { class: "heat-map", role: "img", "aria-label": told,
    style: { "--across": Math.min(8, counts.length) } }, cells);
};

// Equality of three or more does not chain, and few readers know the sign.
SC.equality = (models) => (models.some((model) => Object.values(model.text).some((text) => text && text[0].includes("↔(")))
  ? SC.hint("↔(a, b, c) is true where all its arguments are equal: all 0 or all 1.") : null);

SC.variables = (view) => {
  const model = view.models[0];
  const counts = model && model.f ? SC.shown(view, model) : {};
  const names = model ? view.vars.map((_, v) => v).filter((v) => model.text[v] || !model.roots.includes(v)) : [];
  if (!names.length) return null;
  // Measures, each a column with what it means; those that nothing is known of are left out.
  const measures = [
    ["coverage", 1, "", (share) => SC.percent(share)],
    ["scored cells", 0, ""],
    ["shortcuts", 2, "Shortcuts: other short functions that fit."],
    ["local", 3, "Local: other functions about as long as gold’s that fit this variable while gold keeps all others,"
      + " in the class or not."],
    ["fits", 4, "Fits: how many different functions the variable has in the models of the class, all others free;"
      + " 1 is settled."],
  ].filter(([, at]) => names.some((v) => view.table[v][at] !== null));
  const rows = names.map((v) => {
    const [infix, written] = model.text[v] || ["–", null];
    const words = view.table[v][5] || "unknown";
    return SC.h("tr", null,
      SC.h("th", { scope: "row" }, view.vars[v]),
      SC.h("td", { class: "mechanism" }, SC.code(infix, written)),
      SC.h("td", null, counts[v] ? SC.heat(view, model, v, counts[v]) : "–"),
      measures.map(([, at, , spell]) => SC.h("td", { class: "number" },
        view.table[v][at] === null ? "–" : spell ? spell(view.table[v][at]) : view.table[v][at])),
      SC.h("td", null, SC.h("span", { class: `status ${words}` }, words)));
  });
  const heads = [
    SC.head("variable"), SC.head(`mechanism of ${view.reference}`), SC.head("input patterns shown"),
    measures.map(([text]) => SC.head(text, true)), SC.head("status"),
  ];
  const tools = view.latex ? SC.h("div", { class: "tools" },
    SC.button("LaTeX", () => SC.download(`${SC.fileName(view.id)}.tex`, "text/x-tex", `${view.latex}\n`),
      { "aria-label": "Download the mechanisms as LaTeX" })) : null;
  return SC.section("variables", "Variables",
    SC.lookup("Variables", SC.h("table", { class: "wide" },
      SC.h("thead", null, SC.h("tr", null, heads)),
      SC.h("tbody", null, rows)), 1),
    SC.hint(["Each square is one input pattern of the mechanism; darker squares are shown by more training rows, × never.",
      ...measures.map(([, , meaning]) => meaning)].filter(Boolean).join(" ")),
    SC.equality([model]),
    tools);
};

"use strict";
// The causal graph with its switches, and the matrix of everything that is known about edges.

SC.STATUS = {
  a: ["always", "●", "in all members"],
  s: ["some", "◐", "in some members"],
  n: ["never", "·", "in no member"],
  ".": ["plain", "", "no pair"],
};

SC.parentsOf = (model, v) => (model.f && model.f[v] ? model.f[v][0] : []);

SC.edgesOf = (model) => new Set(Object.keys(model.f || {}).flatMap((v) => model.f[v][0].map((p) => `${p}-${v}`)));

SC.graph = (view) => {
  const svg = SC.drawing(view.graph);
  const box = SC.h("div", { class: "graph-box" }, svg);
  const extra = svg.querySelectorAll(".edge.other").length;
  if (extra > 10) box.classList.add("hide-other");
  const controls = SC.h("div", { class: "controls" });
  if (extra) {
    const input = SC.h("input", { type: "checkbox", id: "show-other", checked: extra <= 10,
      on: { change: () => box.classList.toggle("hide-other", !input.checked) } });
    controls.append(SC.h("label", { for: "show-other" }, input, ` other edges of members (${extra})`));
  }
  const legend = SC.legend(view, svg);
  const compare = SC.graphCompare(view, svg, legend);
  if (compare) controls.append(compare);
  const tools = SC.tools(`${SC.fileName(view.id)}-graph`, svg);
  tools.append(SC.button("DOT", () => SC.download(`${SC.fileName(view.id)}.dot`, "text/vnd.graphviz", SC.dot(view)),
    { "aria-label": "Download the graph as DOT" }));
  const drawn = new Set([...svg.querySelectorAll(".edge")].map((edge) => edge.dataset.e));
  const matrix = view.edges ? SC.matrix(view) : null;
  const why = SC.forcing(view, svg, matrix);
  const left = SC.undrawn(view, drawn);
  if (left) controls.append(SC.hint(`${SC.plural(left, "further edge")} of members: see the matrix`));
  return SC.section("graph", "Causal graph", SC.h("div", { class: view.vars.length > 14 ? "columns one" : "columns" },
    SC.h("figure", { class: "plot" }, SC.scroller("Causal graph", box), legend, controls, tools),
    matrix && SC.h("div", null, matrix, why)));
};

// Why an edge is in every member: a click on it lights the cells of the evidence that force it.
SC.forcing = (view, svg, matrix) => {
  const forced = view.forced || {};
  if (!Object.keys(forced).length || !matrix) return null;
  const hint = "Click an edge that is in all members, or its ●, to see which cells of the evidence force it.";
  const words = SC.h("p", { class: "hint why screen-only", role: "status" }, hint);
  const places = (key) => [...svg.querySelectorAll(`.edge[data-e="${key}"]`), ...matrix.querySelectorAll(`td[data-e="${key}"]`)];
  const choose = (key) => {
    document.querySelectorAll("[data-cell].lit, [data-e].lit").forEach((node) => node.classList.remove("lit"));
    if (words.dataset.edge === key) { delete words.dataset.edge; SC.swap(words, hint); return; }
    words.dataset.edge = key;
    places(key).forEach((node) => node.classList.add("lit"));
    forced[key].cells.forEach((cell) => document.querySelectorAll(`[data-cell="${cell}"]`).forEach((node) => node.classList.add("lit")));
    const lit = document.querySelector("td.lit[data-cell]");
    if (lit && lit.closest("table").reveal) lit.closest("table").reveal(lit);
    const [cause, effect] = key.split("-").map((i) => view.vars[i]);
    SC.swap(words, SC.h("strong", null, `${cause} → ${effect}. `), forced[key].words, " ",
      SC.h("a", { href: `#${SC.route}${document.getElementById("worlds") ? "worlds" : "readings"}` }, "See the cells"));
  };
  for (const key of Object.keys(forced)) {
    for (const node of places(key)) {
      node.classList.add("asked");
      node.addEventListener("click", () => choose(key));
      if (node.tagName === "TD") SC.asButton(node, () => choose(key));
    }
  }
  return words;
};

SC.asButton = (node, act) => {
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "button");
  node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { act(); event.preventDefault(); } });
};

// Edges that some member has and the picture leaves out.
SC.undrawn = (view, drawn) => {
  const n = view.vars.length;
  return [...(view.edges || "")].filter((status, i) =>
    (status === "a" || status === "s") && !drawn.has(`${Math.floor(i / n)}-${i % n}`)).length;
};

SC.graphCompare = (view, svg, legend) => {
  const models = view.models || [];
  if (!models[0] || !models[0].f) return null;
  const others = models.slice(1).filter((model) => model && model.f);
  if (!others.length) return null;
  const own = SC.edgesOf(models[0]);
  const mark = (model) => {
    const other = model ? SC.edgesOf(model) : own;
    legend.classList.toggle("comparing", Boolean(model));
    for (const edge of svg.querySelectorAll(".edge")) {
      const key = edge.dataset.e;
      edge.classList.toggle("in-first", own.has(key) && !other.has(key));
      edge.classList.toggle("in-second", !own.has(key) && other.has(key));
    }
  };
  const select = SC.h("select", { id: "compare", on: { change: () => mark(others[select.value - 1]) } },
    SC.h("option", { value: "0" }, "nothing"),
    others.map((model, i) => SC.h("option", { value: i + 1 }, model.name)));
  return SC.h("label", { for: "compare" }, "compare with ", select);
};

// What the styles mean that the picture has.
SC.legend = (view, svg) => {
  const reference = view.reference || "gold";
  const items = view.edges
    ? [["always", "in all members"], ["some", "in some members"], ["never", "in no member"]]
      .filter(([kind]) => svg.querySelector(`.edge.${kind}`))
    : [["plain", `edges of ${reference}`]];
  if (view.story) items.push(view.story);
  items.push(["in-first", `only in ${reference}`], ["in-second", "only in the other model"]);
  return SC.h("ul", { class: "legend" }, items.map(([kind, words]) =>
    SC.h("li", { class: kind }, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words)));
};

SC.matrix = (view, lead) => {
  const n = view.vars.length;
  const gold = view.models && view.models[0] ? SC.edgesOf(view.models[0]) : new Set(view.goldEdges || []);
  const name = view.reference || "gold";
  const head = SC.h("tr", null, SC.h("td", null, ""), view.vars.map((v) => SC.head(SC.h("span", null, v))));
  const rows = view.vars.map((cause, i) => SC.h("tr", null, SC.side(cause),
    view.vars.map((effect, j) => {
      const [kind, sign, words] = SC.STATUS[view.edges[i * n + j]];
      const own = gold.has(`${i}-${j}`);
      const told = i === j ? null : `${cause} → ${effect}: ${words}${own ? `; an edge of ${name}` : ""}`;
      return SC.h("td", { class: `${kind}${own ? " own" : ""}`, "data-e": `${i}-${j}`, title: told, "aria-label": told }, sign);
    })));
  return SC.h("div", { class: "matrix-box" },
    SC.h("p", { class: "lead" }, lead || "Which edges the members have"),
    SC.scroller("Matrix of edges", SC.h("table", { class: n > 11 ? "matrix many" : "matrix", "aria-label": "Edges of members" },
      SC.h("thead", null, head), SC.h("tbody", null, rows))),
    SC.hint(`Causes in rows, effects in columns: ● in all members, ◐ in some, · in none; framed: an edge of ${name}.`));
};

SC.dot = (view) => {
  const quote = (name) => `"${name.replace(/["\\]/g, "\\$&")}"`;
  const edges = view.models && view.models[0] ? SC.edgesOf(view.models[0]) : new Set(view.goldEdges || []);
  const lines = [...edges].map((key) => key.split("-").map((i) => quote(view.vars[i])).join(" -> "));
  const listed = [...view.vars.map(quote), ...lines].map((line) => `  ${line};\n`);
  return `digraph {\n${listed.join("")}}\n`;
};

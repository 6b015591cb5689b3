"use strict";
// Gold and an answer as one graph: kinds of edges to switch off, sizes, the neighbourhood of one node, all edges.

Object.assign(SC.TERMS, {
  distance: "Edges to add, remove or turn (a reversed edge counts once)",
  SID: "Structural intervention distance: pairs whose interventional distribution the answer gets wrong, and their share",
  "released F1*": "What the released scorer prints as F1; an answer without edges gets about a half",
});

SC.FEW = 80; // edges up to which those that only the answer has are shown from the start
SC.ROWS = 25; // edges of the table shown at a time

SC.VIEWS.textgraph = (view) => [
  (view.baselines || {}).told ? SC.knowingNothing(view.baselines) : null,
  SC.agreement(view),
  view.scores ? SC.comparedScores(view.scores) : null,
  ...SC.VIEWS.story(view),
  view.lines.length ? SC.edgeTable(view) : null,
];

SC.agreement = (view) => {
  const title = view.scores ? "Gold and answer" : "The graph";
  const alone = view.alone.length
    ? SC.hint(`Without any edge: ${view.alone.slice(0, 40).join(", ")}${view.alone.length > 40 ? " …" : ""}`) : null;
  const undrawn = view.undrawn
    ? SC.hint(`${SC.plural(view.undrawn, "edge")} not drawn: see the neighbourhood of a node, or the table.`) : null;
  if (!view.lines.length) return SC.section("graph", title, SC.h("p", null, "There is no edge."), alone);
  const phone = window.innerWidth < 600;
  const show = { view, phone, whole: view.graph ? SC.drawing(phone ? view.narrow : view.graph) : null, scale: 1 };
  show.box = SC.h("div", { class: "scroll agreement-box", tabindex: "0", role: "region", "aria-label": title });
  show.sizes = SC.sizes(show);
  show.wider = SC.h("p", { class: "hint wider", hidden: true }, "The graph is wider than the screen: drag it to the side, or choose a node.");
  show.choice = SC.h("select", { id: "around", on: { change: () => SC.around(show, Number(show.choice.value)) } },
    SC.h("option", { value: "-1" }, show.whole ? "the whole graph" : "choose a node"),
    view.nodes.map(([name], i) => [name, i]).sort((a, b) => a[0].localeCompare(b[0], "en"))
      .map(([name, i]) => SC.h("option", { value: i }, name.length > 60 ? `${name.slice(0, 59)}…` : name)));
  show.back = SC.button("Whole graph", () => SC.around(show, -1), { "data-act": "whole" });
  if (show.whole) SC.clickable(show, show.whole);
  const node = SC.section("graph", title,
    SC.h("figure", { class: "plot" }, SC.kinds(show),
      SC.h("div", { class: "controls agreement-tools" }, SC.h("label", { for: "around" }, "show ", show.choice),
        show.whole ? show.back : null, show.sizes),
      show.box, show.wider, undrawn, alone, view.shape ? SC.h("p", { class: "shape" }, view.shape) : null,
      SC.hint("Causes on the left, effects on the right. Click a node for its neighbours alone; names in full when you point at them."),
      show.whole ? SC.tools(`${SC.fileName(view.id)}-graph`, show.whole) : null));
  SC.around(show, -1);
  new ResizeObserver(() => SC.tellWider(show)).observe(show.box);
  return node;
};

// The legend, each kind with its number and a box to switch it off.
SC.kinds = (show) => {
  const items = show.view.legend.map(([kind, words, count]) => {
    const on = kind !== "extra" || show.view.lines.length <= SC.FEW;
    show.box.classList.toggle(`without-${kind}`, !on);
    const input = SC.h("input", { type: "checkbox", checked: on, "data-kind": kind,
      on: { change: () => show.box.classList.toggle(`without-${kind}`, !input.checked) } });
    return SC.h("li", { class: kind }, SC.h("label", { title: show.view.words[kind] }, input,
      SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), `${words} (${count})`));
  });
  const notes = [["only-gold", "not in the answer"], ["only-answer", "not in gold"], ["unnamed", "not named in the text"]]
    .filter(([note]) => show.view.notes_of.includes(note))
    .map(([note, words]) => SC.h("li", null, SC.h("span", { class: `box-swatch ${note}`, "aria-hidden": "true" }), words));
  return items.length + notes.length ? SC.h("ul", { class: "legend comparing" }, items, notes) : null;
};

SC.sizes = (show) => {
  const step = (by) => () => SC.resized(show, show.scale * by);
  const fit = () => SC.resized(show, SC.fitting(show));
  return SC.h("span", { class: "sizes" },
    SC.button("−", step(0.8), { "aria-label": "Smaller", "data-act": "smaller" }),
    SC.button("+", step(1.25), { "aria-label": "Larger", "data-act": "larger" }),
    SC.button("Fit", fit, { "data-act": "fit" }),
    SC.button("100 %", () => SC.resized(show, 1), { "data-act": "actual" }));
};

SC.fitting = (show) => {
  const [width, height] = [show.box.clientWidth || 1000, 0.75 * window.innerHeight];
  return Math.min(1, width / show.size[0], Math.max(0.3, height / show.size[1]));
};

SC.tellWider = (show) => { show.wider.hidden = show.box.scrollWidth <= show.box.clientWidth + 2; };

SC.LEAST = 0.92; // how small names may be and still be read

SC.resized = (show, scale) => {
  show.scale = Math.min(2, Math.max(0.1, scale));
  show.svg.setAttribute("width", Math.round(show.size[0] * show.scale));
  show.svg.setAttribute("height", Math.round(show.size[1] * show.scale));
  SC.tellWider(show);
};

SC.clickable = (show, svg) => {
  for (const node of svg.querySelectorAll(".node")) {
    node.addEventListener("click", () => SC.around(show, Number(node.dataset.v)));
  }
};

// The whole graph (-1), or what is next to one node.
SC.around = (show, at) => {
  show.choice.value = String(at);
  show.back.hidden = at < 0;
  if (at < 0 && !show.whole) {
    show.sizes.hidden = true;
    SC.swap(show.box, SC.h("p", null, "The graph is too large to be drawn. Choose a node to see its neighbours."));
    return;
  }
  show.sizes.hidden = false;
  show.svg = at < 0 ? show.whole : SC.neighbourhood(show.view, at, show.box.clientWidth < 600 ? 44 : 96);
  if (at >= 0) SC.clickable(show, show.svg);
  show.size = show.svg.getAttribute("viewBox").split(" ").slice(2).map(Number);
  SC.swap(show.box, show.svg);
  const room = show.box.clientWidth || window.innerWidth - 34; // before the page has it: without its margins
  SC.resized(show, show.phone ? Math.min(1, Math.max(SC.LEAST, room / show.size[0])) : 1);
  show.box.scrollTo(at < 0 ? 0 : (show.size[0] - show.box.clientWidth) / 2, 0);
};

SC.s = (tag, props, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props || {})) node.setAttribute(key, value);
  node.append(...children.filter(Boolean));
  return node;
};

// Causes of a node on its left, effects on its right; a loop is told in words.
SC.neighbourhood = (view, at, gap) => {
  const into = view.lines.filter(([a, b]) => b === at && a !== at);
  const out = view.lines.filter(([a, b]) => a === at && b !== at);
  const [wide, side] = [176, 12];
  const tall = (i) => 14 + 14 * view.nodes[i][1].length;
  const stack = (ends) => ends.reduce((sum, i) => sum + tall(i) + 12, 12);
  const [left, right] = [into.map(([a]) => a), out.map(([, b]) => b)];
  const height = Math.max(stack(left), stack(right), tall(at) + 48);
  const middle = [side + wide + gap, height / 2];
  const [edges, boxes] = [SC.s("g", { class: "edges" }), SC.s("g", { class: "nodes" })];
  const column = (ends, x, lines, incoming) => {
    let y = (height - stack(ends)) / 2 + 12;
    ends.forEach((i, k) => {
      const centre = y + tall(i) / 2;
      boxes.append(SC.nodeBox(view, i, x, centre, wide, tall(i)));
      const port = middle[1] + (ends.length > 1 ? (k / (ends.length - 1) - 0.5) * (tall(at) - 12) : 0);
      edges.append(incoming
        ? SC.edgeLine(view, lines[k], [x + wide, centre], [middle[0], port])
        : SC.edgeLine(view, lines[k], [middle[0] + wide, port], [x, centre]));
      y += tall(i) + 12;
    });
  };
  column(left, side, into, true);
  column(right, side + 2 * (wide + gap), out, false);
  boxes.append(SC.nodeBox(view, at, middle[0], middle[1], wide, tall(at), true));
  const loop = view.lines.find(([a, b]) => a === at && b === at);
  const words = [`${view.nodes[at][0]}: ${SC.plural(into.length, "cause")}, ${SC.plural(out.length, "effect")}`];
  if (loop) {
    words.push(`an edge to itself (${view.words[loop[2]]})`);
    boxes.append(SC.s("text", { x: middle[0] + wide / 2, y: middle[1] + tall(at) / 2 + 18, class: "small middle" },
      `edge to itself: ${view.words[loop[2]]}`));
  }
  const size = [2 * side + 3 * wide + 2 * gap, height];
  return SC.s("svg", { viewBox: `0 0 ${size.join(" ")}`, role: "img", "aria-label": words.join("; "), class: "figure graph agreement" },
    SC.s("title", null, words.join("; ")), edges, boxes);
};

SC.nodeBox = (view, i, x, centre, wide, tall, chosen) => {
  const [, label, told] = view.nodes[i];
  const note = view.notes_of[i];
  return SC.s("g", { class: `node${note ? ` ${note}` : ""}${chosen ? " chosen" : ""}`, "data-v": i }, SC.s("title", null, told),
    SC.s("rect", { x, y: centre - tall / 2, width: wide, height: tall, rx: 5 }),
    ...label.map((text, k) => SC.s("text", { x: x + wide / 2, y: centre - 7 * (label.length - 1) + 4.2 + 14 * k }, text)));
};

SC.edgeLine = (view, [a, b, kind, way], [x0, y0], [x1, y1]) => {
  const middle = (x0 + x1) / 2;
  const told = `${view.nodes[a][0]} → ${view.nodes[b][0]}: ${view.words[kind]}${way ? `: ${way}` : ""}`;
  return SC.s("g", { class: `edge ${kind}`, "data-e": `${a}-${b}` }, SC.s("title", null, told),
    SC.s("path", { d: `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1 - 7} ${y1}` }),
    SC.s("path", { d: `M${x1} ${y1}l-8 -3.6v7.2z`, class: "head" }));
};

SC.knowingNothing = ({ figure, told: [[title, blocks]] }) => SC.section("baselines", title, figure ? SC.figure(figure) : null,
  SC.h("details", { open: !figure, class: "spaced-details" }, SC.h("summary", null, "All scores"), blocks.map(SC.storyBlock)));

SC.comparedScores = (scores) => SC.section("scores", "Scores", SC.storyBlock(scores.table), scores.notes.map(SC.hint));

// All edges as a table: one kind or all, a part of a name, so many rows at a time.
SC.edgeTable = (view) => {
  const table = { view, kind: "", text: "", shown: SC.ROWS, body: SC.h("tbody"), told: SC.h("p", { class: "hint", role: "status" }) };
  const again = () => { table.shown = SC.ROWS; SC.drawEdges(table); };
  const kinds = SC.h("select", { "data-filter": "kind", on: { change: () => { table.kind = kinds.value; again(); } } },
    SC.h("option", { value: "" }, "all"), view.legend.map(([kind, words]) => SC.h("option", { value: kind }, words)));
  const text = SC.h("input", { type: "search", "data-filter": "name", placeholder: "part of a name",
    on: { input: () => { table.text = text.value.toLowerCase(); again(); } } });
  table.more = SC.button("Show more", () => { table.shown += 10 * SC.ROWS; SC.drawEdges(table); });
  SC.drawEdges(table);
  return SC.section("edges", "Edges",
    SC.h("div", { class: "controls", role: "search" }, SC.h("label", null, "node ", text),
      view.legend.length ? SC.h("label", null, "edges ", kinds) : null),
    table.told, SC.scroller("Edges", SC.h("table", { class: "wide" },
      SC.h("thead", null, SC.h("tr", null, SC.head("cause"), SC.head("effect"), SC.head("what"))), table.body)), table.more,
    SC.h("div", { class: "tools" }, SC.button("CSV", () => SC.download(`${SC.fileName(view.id)}-edges.csv`, "text/csv", SC.edgeCsv(view)),
      { "aria-label": "Download the edges as CSV" })));
};

SC.drawEdges = (table) => {
  const { view } = table;
  const named = (i) => view.nodes[i][0];
  const kept = view.lines.filter(([a, b, kind]) => (!table.kind || kind === table.kind)
    && (!table.text || named(a).toLowerCase().includes(table.text) || named(b).toLowerCase().includes(table.text)));
  const visible = kept.slice(0, table.shown);
  SC.swap(table.body, visible.map(([a, b, kind, way]) => SC.h("tr", null, SC.side(named(a)), SC.h("td", null, named(b)),
    SC.h("td", null, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }),
      view.words[kind] + (way ? `: ${way}` : "")))));
  table.told.textContent = kept.length > visible.length
    ? `${visible.length} of ${kept.length} edges shown` : SC.plural(kept.length, "edge");
  table.more.hidden = kept.length <= visible.length;
};

SC.edgeCsv = (view) => {
  const rows = view.lines.map(([a, b, kind, way]) => [view.nodes[a][0], view.nodes[b][0], kind, way || ""]);
  return [["cause", "effect", "kind", "path"], ...rows].map((row) => `${row.map(SC.csvCell).join(",")}\n`).join("");
};

"use strict";
// An episode: a slider over the steps moves the hypothesis graph, the curves' cursors and the facts.

SC.VIEWS.trajectory = (view) => {
  if (!view.steps.length) return view.whole ? SC.VIEWS.linear(view.whole) : [];
  const show = { view, at: view.steps.length - 1 };
  show.slider = SC.h("input", { type: "range", id: "step", min: "0", max: show.at, value: show.at,
    on: { input: () => SC.showStep(show, Number(show.slider.value)) } });
  show.label = SC.h("output", { for: "step", class: "step-label" });
  show.graph = SC.drawing(view.graph);
  show.legend = SC.hypothesisLegend(view);
  show.facts = SC.h("div", { class: "step-facts", "aria-live": "polite" });
  show.figures = view.figures.map(SC.figure);
  const left = SC.stepsLeft(show);
  const move = (by) => () => SC.showStep(show, Math.min(view.steps.length - 1, Math.max(0, show.at + by)));
  const section = SC.section("steps", "Step by step",
    SC.h("div", { class: "stepper" }, SC.button("Previous", move(-1), { "data-act": "previous" }),
      SC.h("label", { for: "step", class: "hidden-label" }, "step"), show.slider,
      SC.button("Next", move(1), { "data-act": "next" }), show.label),
    SC.markList(show),
    SC.h("div", { class: "columns" },
      SC.stepGraph(view.gold ? "Hypothesis against gold" : "Hypothesis", show.graph, show.legend), show.facts));
  const curves = SC.section("curves", "Over the episode", SC.h("div", { class: "curves" }, show.figures),
    SC.hint("Red triangles mark steps where the agent repeated itself, contradicted its data, or committed early."));
  SC.showStep(show, show.at);
  return [left, section, SC.brought(view), curves, ...(view.whole ? SC.VIEWS.linear(view.whole) : [])];
};

// What every intervention left; a click on it shows the first step that has its reading.
SC.stepsLeft = (show) => {
  const { view } = show;
  if (!view.main) return null;
  show.main = SC.figure(view.main);
  for (const column of show.main.querySelectorAll("[data-moment]")) {
    const at = view.steps.findIndex((step) => step.interventions >= Number(column.dataset.moment));
    if (at >= 0) column.addEventListener("click", () => SC.showStep(show, at));
  }
  return SC.section("left", "Graphs left after each intervention", show.main);
};

SC.stepGraph = (title, svg, legend) => SC.h("figure", { class: "plot hypothesis" },
  SC.h("h3", null, title), SC.scroller(`${title} graph`, SC.h("div", { class: "graph-box" }, svg)), legend || null);

SC.hypothesisLegend = (view) => {
  const kinds = view.gold ? [["kept", "right"], ["extra", "wrong: not in gold"], ["missing", "missing"]] : [["kept", "claimed"]];
  return SC.h("ul", { class: "legend comparing" }, kinds.map(([kind, words]) =>
    SC.h("li", { class: kind }, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words)));
};

// The marked steps as links, so that nobody has to find them with the slider.
SC.markList = (show) => {
  const { steps, committed } = show.view;
  const marks = [];
  steps.forEach((step, i) => {
    if (step.wasted) marks.push([i, i, `${step.last} changed nothing`]);
    if (step.fits !== false) return;
    const last = marks.find(([, end, words]) => end === i - 1 && words === "contradicts the data");
    if (last) last[1] = i;
    else marks.push([i, i, "contradicts the data"]);
  });
  if (committed) marks.push([steps.length - 1, steps.length - 1, committed]);
  if (!marks.length) return null;
  const named = (from, to) => (from === to ? `Step ${steps[from].step}` : `Steps ${steps[from].step}–${steps[to].step}`);
  return SC.h("ul", { class: "marks" }, marks.slice(0, 40).map(([from, to, words]) =>
    SC.h("li", null, SC.button(`${named(from, to)}: ${words}`, () => SC.showStep(show, from), { "data-mark": from }))));
};

// What every intervention brought, what could be known to be best at the time, and what would have been.
SC.brought = (view) => {
  if (!view.brought.length) return null;
  const head = ["intervention", "graphs before", "after", "best worst case then", "in hindsight"];
  const rows = view.brought.map(([done, ...cells]) => SC.h("tr", null, SC.side(SC.code(done)),
    cells.map((cell, i) => SC.h("td", { class: i < 2 ? "number" : null }, cell))));
  return SC.section("interventions", "Interventions", SC.lookup("Interventions",
    SC.h("table", { class: "wide" }, SC.h("thead", null, SC.h("tr", null, head.map((text, i) => SC.head(text, i === 1 || i === 2)))),
      SC.h("tbody", null, rows)), 1, 3),
    view.regret ? SC.hint(view.regret) : null);
};

SC.showStep = (show, at) => {
  const { view } = show;
  const step = view.steps[at];
  show.at = at;
  show.slider.value = String(at);
  show.slider.setAttribute("aria-valuetext", `step ${step.step}`);
  show.label.textContent = `step ${step.step} of ${view.steps[view.steps.length - 1].step}`;
  const [gold, claimed] = [new Set(view.gold || []), new Set(step.edges || [])];
  for (const edge of show.graph.querySelectorAll(".edge")) {
    const key = edge.dataset.e;
    const both = claimed.has(key) && (gold.has(key) || !view.gold);
    edge.classList.toggle("kept", both);
    edge.classList.toggle("extra", claimed.has(key) && !both);
    edge.classList.toggle("missing", !claimed.has(key) && gold.has(key));
    edge.classList.toggle("absent", !claimed.has(key) && !gold.has(key));
  }
  for (const item of show.legend.children) {
    item.hidden = !show.graph.querySelector(`.edge.${item.className}:not(.absent)`);
  }
  if (show.main) show.main.querySelectorAll("[data-moment]").forEach((column) =>
    column.classList.toggle("here", Number(column.dataset.moment) === step.interventions));
  for (const figure of show.figures) {
    for (const svg of figure.querySelectorAll("svg")) {
      const x = Number(svg.dataset.left) + at * Number(svg.dataset.step);
      svg.querySelector(".cursor").setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    }
  }
  SC.swap(show.facts, SC.stepFacts(view, step));
};

SC.stepFacts = (view, step) => {
  const yes = (value) => (value === null ? "unknown" : value ? "yes" : "no");
  const { low, high, entailed } = step.target;
  const range = low !== null && low === high ? low : `${low === null ? "−∞" : low} … ${high === null ? "∞" : high}`;
  const ever = (key) => view.steps.some((one) => one[key] !== null);
  const facts = [
    ["interventions so far", step.interventions], ["last intervention", step.last || "none yet"],
    ["graphs left", step.graphs || "unknown"],
    ...(ever("models") ? [["models left", step.models || "unknown"]] : []),
    ...(ever("imec") ? [["graph IMEC", step.imec || "unknown"]] : []),
    ["hypothesis fits the data", step.edges === null ? "there is none" : yes(step.fits)],
    ["reactor’s target", entailed === null ? "unknown" : range], ["target entailed", yes(entailed)],
    ...step.metrics.filter(([, value]) => typeof value === "number").map(([label, value]) => [label, value.toFixed(2)]),
    ...(step.shd === null || step.shd === undefined ? [] : [["SHD to gold", step.shd]]),
  ];
  return [
    SC.facts(facts),
    ever("imec") ? SC.hint("Graph IMEC: DAGs that are Markov equivalent to gold under the targets used so far; it knows nothing of the readings.") : null,
    step.edges === null ? SC.hint("The agent states no graph at this step.") : null,
    step.error ? SC.h("p", { class: "against" }, `The record of this step is faulty: ${step.error}`) : null,
    step.unmatched ? SC.hint(`${SC.plural(step.unmatched, "note")} of the agent match no reading.`) : null,
    step.objections.length ? SC.h("ul", null, step.objections.map((text) => SC.h("li", null, text))) : null,
  ].filter(Boolean);
};

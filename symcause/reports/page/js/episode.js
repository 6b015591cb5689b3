"use strict";
// An episode of any family: one curve over its steps, and what was known at the chosen one.

SC.VIEWS.episode = (view) => {
  const show = { view, buttons: [], rows: [] };
  show.state = SC.h("div", { class: "episode-state", "aria-live": "polite" });
  show.main = view.main ? SC.figure(view.main) : null;
  const curve = show.main ? SC.section("episode", view.main.title, show.main) : null;
  if (curve) SC.chosenByColumn(show);
  const chosen = SC.section("state", "The chosen step", SC.episodeStepper(show), show.state);
  const steps = SC.episodeSteps(show);
  const start = view.decided > 0 ? view.decided : view.moments.length - 1;
  SC.showEpisodeStep(show, Math.min(start, view.moments.length - 1));
  return [curve, ...(curve ? [chosen, steps] : [steps, chosen]), SC.episodeAnswer(view)];
};

// A click on the column of a step chooses it; keys have the stepper.
SC.chosenByColumn = (show) => {
  for (const column of show.main.querySelectorAll("[data-moment]")) {
    column.addEventListener("click", () => SC.showEpisodeStep(show, Number(column.dataset.moment)));
  }
};

SC.episodeStepper = (show) => {
  const last = show.view.moments.length - 1;
  if (!last) return null;
  const move = (by) => () => SC.showEpisodeStep(show, Math.min(last, Math.max(0, show.at + by)));
  show.slider = SC.h("input", { type: "range", id: "moment", min: "0", max: last,
    on: { input: () => SC.showEpisodeStep(show, Number(show.slider.value)) } });
  show.label = SC.h("output", { for: "moment", class: "step-label" });
  return SC.h("div", { class: "stepper" }, SC.button("Previous", move(-1), { "data-act": "previous" }),
    SC.h("label", { for: "moment", class: "hidden-label" }, "step"), show.slider,
    SC.button("Next", move(1), { "data-act": "next" }), show.label);
};

// Every step as a row; on a telephone with one measure.
SC.episodeSteps = (show) => {
  const { view } = show;
  const known = (key) => view.moments.some((moment) => moment[key] !== null && moment[key] !== undefined && moment[key] !== "");
  const bits = (value) => (value === null || value === undefined ? "" : value.toFixed(2));
  const kind = (moment) => (moment.kind
    ? SC.h("span", { class: `badge ${moment.look}` }, moment.kind) : "");
  const columns = [
    known("left") && [`${view.unit} left`, true, (moment) => moment.left],
    known("gain") && ["gain, bits", true, (moment) => bits(moment.gain)],
    (known("regret") || known("span")) && ["regret, bits", true, (moment) => moment.span || bits(moment.regret)],
    known("survived") && ["survived", true, (moment) => (moment.survived ? `${moment.survived[0]} of ${moment.survived[1]}` : "")],
    known("kind") && ["good for", false, kind],
    known("better") && ["better", false, (moment) => moment.better]].filter(Boolean);
  const row = (moment, at) => {
    const button = SC.button(at ? String(moment.step) : "start", () => SC.showEpisodeStep(show, at),
      { "data-moment": at, "aria-pressed": "false" });
    show.buttons.push(button);
    return SC.h("tr", { class: at === view.decided ? "settled-row" : null }, SC.h("th", { scope: "row" }, button),
      SC.h("td", { class: "did" }, at ? moment.action : "", at === view.decided ? SC.h("strong", { class: "settled-mark" }, " settled here") : ""),
      columns.map(([, number, cell]) => SC.h("td", { class: number ? "number" : null }, cell(moment) ?? "")));
  };
  const table = SC.h("table", { class: "wide steps" },
    SC.h("thead", null, SC.h("tr", null, SC.head("step"), SC.head("action"), columns.map(([title, number]) => SC.head(title, number)))),
    SC.h("tbody", null, view.moments.map(row)));
  return SC.section("steps", "All steps", SC.lookup("Steps", table, 2),
    view.more ? SC.hint(`${SC.plural(view.more, "more step")} not shown.`) : null,
    known("gain") ? SC.hint(`Gain: how many times fewer ${view.unit} than before, in bits. Regret: how many times more than the best `
      + "step would have left in its worst case; below zero is luck.") : null);
};

SC.showEpisodeStep = (show, at) => {
  const { view } = show;
  const moment = view.moments[at];
  show.at = at;
  show.buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === at)));
  if (show.slider) {
    show.slider.value = String(at);
    show.label.textContent = at ? `step ${moment.step} of ${view.moments.length - 1}` : "the start";
  }
  if (show.main) show.main.querySelectorAll("[data-moment]").forEach((column) =>
    column.classList.toggle("here", Number(column.dataset.moment) === at));
  const told = moment.refused ? SC.h("p", { class: "refused" }, `Refused: ${moment.refused}`)
    : SC.h("pre", { class: "plain told" }, moment.told || "");
  const words = SC.h("div", null,
    SC.h("h3", null, at ? `Step ${moment.step}: ${moment.action}` : "The start"), told,
    moment.better ? SC.h("p", null, SC.h("strong", null, "Better: "), `${moment.better}.`) : null,
    moment.entailed.length ? [SC.h("h3", null, "What follows by now"),
      SC.h("ul", null, moment.entailed.map((text) => SC.h("li", null, text)))] : null);
  SC.swap(show.state, SC.h("div", { class: "columns even" }, words, SC.episodeKnown(view, at)));
};

SC.EPISODE_EDGES = [["kept", "right edges of the answer"], ["extra", "wrong ones"], ["missing", "missing ones"],
  ["always", "true, and known by now"], ["plain", "true, not known"], ["open", "true, still open"]];

SC.episodeLegend = (svg) => SC.h("ul", { class: "legend" }, SC.EPISODE_EDGES.filter(([kind]) => svg.querySelector(kind === "plain"
  ? ".edge:not(.open):not(.always):not(.kept):not(.extra):not(.missing):not(.absent)" : `.edge.${kind}`)).map(([kind, words]) =>
  SC.h("li", null, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words)));

// What was known of every edge by the chosen step: on the true graph, and in the matrix.
SC.episodeKnown = (view, at) => {
  if (!view.graph) return null;
  const svg = SC.drawing(view.graph);
  const known = view.known && view.known[at];
  const n = view.vars.length;
  for (const edge of svg.querySelectorAll(".edge")) {
    const [i, j] = edge.dataset.e.split("-").map(Number);
    const status = known ? known[i * n + j] : ".";
    if (edge.classList.contains("extra")) edge.classList.replace("extra", "absent");
    else if (status === "s") edge.classList.add("open");
    else if (status === "a") edge.classList.add("always");
    edge.classList.remove("kept", "missing");
  }
  const pairs = known ? [...known].filter((letter) => letter === "s").length : 0;
  const left = pairs ? `${SC.plural(pairs, "possible edge")} still open.` : "No edge is open any more.";
  return SC.h("div", null,
    SC.h("figure", { class: "plot" }, SC.scroller("The true graph", svg), SC.episodeLegend(svg)),
    known ? SC.matrix({ vars: view.vars, edges: known, goldEdges: view.goldEdges, reference: "the truth" }, left) : null);
};

// The answer over the truth, laid out as above.
SC.episodeComparison = (view) => {
  if (!view.compared) return null;
  const svg = SC.drawing(view.graph);
  return SC.h("figure", { class: "plot" }, SC.scroller("The graph of the answer", svg), SC.episodeLegend(svg));
};

SC.episodeAnswer = (view) => SC.section("answer", "The answer", view.answer === null
  ? SC.h("p", null, "The episode ended without an answer.")
  : [SC.h("p", null, SC.h("span", { class: `badge ${SC.config.tones[view.tone] || "unknown"}` }, view.outcome)),
    SC.h("div", { class: "columns even" }, SC.h("div", null, SC.h("pre", { class: "plain told" }, view.answer),
      view.supported ? SC.hint(view.supported) : null), SC.episodeComparison(view)),
    view.measured.length ? SC.facts(view.measured) : null]);

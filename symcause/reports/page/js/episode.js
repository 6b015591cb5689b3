"use strict";
// An episode of any family: steps as columns, members left, gain and regret, and what was known at the
// chosen step.

SC.EPISODE_TONE = { informative: "unique", "set-up": "unknown", invalid: "broken" };

SC.VIEWS.episode = (view) => {
  const show = { view, columns: [] };
  show.state = SC.h("div", { class: "episode-state", "aria-live": "polite" });
  const line = SC.episodeLine(show);
  const start = view.decided > 0 ? view.decided : view.moments.length - 1;
  SC.showEpisodeStep(show, Math.min(start, view.moments.length - 1));
  return [line, SC.section("state", "The chosen step", show.state), SC.episodeAnswer(view)];
};

SC.episodeLine = (show) => {
  const { view } = show;
  const { moments } = view;
  const most = Math.max(0.1, ...moments.map((moment) => moment.log || 0));
  const bits = Math.max(0.1, ...moments.flatMap((moment) => [moment.gain || 0, Math.abs(moment.regret || 0)]));
  const counted = moments.some((moment) => moment.left !== null && moment.left !== undefined);
  const row = (name, hint, cell) => SC.h("tr", null, SC.h("th", { scope: "row", title: hint }, name),
    moments.map((moment, at) => SC.h("td", { class: at === view.decided ? "settled" : null, "data-at": at }, cell(moment, at))));
  const bar = (value, kind) => (value === null || value === undefined ? "" : [
    SC.h("span", { class: "meter", "aria-hidden": "true" },
      SC.h("span", { class: `fill ${kind}`, style: { width: `${(100 * Math.abs(value)) / bits}%` } })),
    SC.h("span", { class: "amount" }, value.toFixed(2))]);
  const head = SC.h("tr", null, SC.h("th", { scope: "col" }, "action"), moments.map((moment, at) => {
    const button = SC.button(moment.action, () => SC.showEpisodeStep(show, at), { "data-moment": at, "aria-pressed": "false" });
    show.columns.push(button);
    return SC.h("th", { scope: "col", class: at === view.decided ? "settled" : null },
      SC.h("span", { class: "step-number" }, at ? `step ${moment.step}` : "start"), button);
  }));
  const dot = (moment) => (moment.left === null || moment.left === undefined ? "–" : [
    SC.h("span", { class: "well", "aria-hidden": "true" },
      SC.h("span", { class: "mote", style: { bottom: `${(100 * (moment.log || 0)) / most}%` } })),
    SC.h("span", { class: "amount" }, moment.left)]);
  const share = (moment) => (moment.survived ? [
    SC.h("span", { class: "well", "aria-hidden": "true" },
      SC.h("span", { class: "mote", style: { bottom: `${(100 * moment.survived[0]) / moment.survived[1]}%` } })),
    SC.h("span", { class: "amount" }, `${moment.survived[0]} of ${moment.survived[1]}`)] : "");
  const rows = counted ? [
    row("members left", "Models that explain everything seen so far; dots on a logarithmic scale.", dot),
    row("gain, bits", "log2 of how many times fewer members than before", (moment) => bar(moment.gain, "gain")),
    row("regret, bits", "log2 of members left against what the best action leaves in its worst case",
      (moment) => (moment.span ? SC.h("span", { class: "amount" }, moment.span) : bar(moment.regret, moment.regret < 0 ? "luck" : "regret"))),
  ] : [];
  if (moments.some((moment) => moment.survived)) rows.push(row("survived", "Units that survived; dots from none to all of them.", share));
  if (moments.some((moment) => moment.kind)) rows.push(row("good for", "What the step did", (moment) => (moment.kind
    ? SC.h("span", { class: `badge ${SC.EPISODE_TONE[moment.kind] || "ambiguous"}` }, moment.kind) : "")));
  if (moments.some((moment) => moment.better)) rows.push(row("better", "What would have left fewer, whatever it had shown",
    (moment) => (moment.better ? SC.h("span", { class: "better" }, moment.better) : "")));
  rows.push(row("", "", (moment, at) => (at === view.decided ? SC.h("strong", { class: "settled-mark" }, "settled here") : "")));
  return SC.section("episode", "Step by step",
    SC.scroller("Steps", SC.h("table", { class: "time-line" }, SC.h("thead", null, head), SC.h("tbody", null, rows))),
    SC.episodeList(view),
    view.more ? SC.hint(`${SC.plural(view.more, "more step")} not shown.`) : null,
    counted ? SC.hint("Gain: how many times fewer members, in bits. Regret: how many times more members are left than the "
      + "best action would have left in its worst case; below zero is luck.") : null);
};

// The same on paper, where steps are rows: any number of them fits.
SC.episodeList = (view) => {
  const known = (key) => view.moments.some((moment) => moment[key] !== null && moment[key] !== undefined && moment[key] !== "");
  const bits = (value) => (value === null || value === undefined ? "" : value.toFixed(2));
  const columns = [["step", true, (moment, at) => (at ? moment.step : "start")], ["action", false, (moment, at) => (at ? moment.action : "")],
    known("left") && ["members left", true, (moment) => moment.left],
    known("gain") && ["gain, bits", true, (moment) => bits(moment.gain)],
    (known("regret") || known("span")) && ["regret, bits", true, (moment) => moment.span || bits(moment.regret)],
    known("survived") && ["survived", true, (moment) => (moment.survived ? `${moment.survived[0]} of ${moment.survived[1]}` : "")],
    known("kind") && ["good for", false, (moment) => moment.kind],
    known("better") && ["better", false, (moment) => moment.better]].filter(Boolean);
  const row = (moment, at) => SC.h("tr", { class: at === view.decided ? "settled-row" : null },
    columns.map(([, number, cell]) => SC.h("td", { class: number ? "number" : null }, String(cell(moment, at) ?? ""))));
  return SC.h("table", { class: "wide print-only" },
    SC.h("thead", null, SC.h("tr", null, columns.map(([title, number]) => SC.head(title, number)))),
    SC.h("tbody", null, view.moments.map(row)));
};

SC.showEpisodeStep = (show, at) => {
  const { view } = show;
  const moment = view.moments[at];
  show.columns.forEach((button, i) => button.setAttribute("aria-pressed", String(i === at)));
  requestAnimationFrame(() => {
    const [column, box] = [show.columns[at].parentNode, show.columns[at].closest(".scroll")];
    const [start, end] = [column.offsetLeft - 120, column.offsetLeft + column.offsetWidth];
    if (box && (start < box.scrollLeft || end > box.scrollLeft + box.clientWidth)) box.scrollLeft = start;
  });
  const told = moment.refused ? SC.h("p", { class: "refused" }, `Refused: ${moment.refused}`)
    : SC.h("pre", { class: "plain told" }, moment.told || "");
  const words = SC.h("div", null,
    SC.h("h3", null, at ? `Step ${moment.step}: ${moment.action}` : "The start"), told,
    moment.better ? SC.h("p", null, SC.h("strong", null, "Better: "), `${moment.better}.`) : null,
    moment.entailed.length ? [SC.h("h3", null, "What follows by now"),
      SC.h("ul", null, moment.entailed.map((text) => SC.h("li", null, text)))] : null);
  SC.swap(show.state, SC.h("div", { class: "columns" }, words, SC.episodeGraph(view, at)));
};

SC.EPISODE_EDGES = [["kept", "right edges of the answer"], ["extra", "wrong ones"], ["missing", "missing ones"],
  ["always", "in all members"], ["plain", "true, not known"], ["open", "true, open at this step"]];

SC.episodeLegend = (svg) => SC.h("ul", { class: "legend" }, SC.EPISODE_EDGES.filter(([kind]) => svg.querySelector(kind === "plain"
  ? ".edge:not(.open):not(.always):not(.kept):not(.extra):not(.missing):not(.absent)" : `.edge.${kind}`)).map(([kind, words]) =>
  SC.h("li", null, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words)));

// The true graph: what all members have by the chosen step, and what is open.
SC.episodeGraph = (view, at) => {
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
  return SC.h("figure", { class: "plot" }, SC.scroller("The true graph", svg), SC.episodeLegend(svg),
    known ? SC.hint(pairs ? `${SC.plural(pairs, "edge")} of all pairs open at this step.` : "No edge is open at this step.") : null);
};

// The answer over the truth, laid out as above.
SC.episodeComparison = (view) => {
  if (!view.compared) return null;
  const svg = SC.drawing(view.graph);
  return SC.h("figure", { class: "plot" }, SC.scroller("The graph of the answer", svg), SC.episodeLegend(svg));
};

SC.episodeAnswer = (view) => SC.section("answer", "The answer", view.answer === null
  ? SC.h("p", null, "The episode ended without an answer.")
  : [SC.h("p", null, SC.h("span", { class: `badge ${SC.TONES[view.tone] || "unknown"}` }, view.headline)),
    SC.h("div", { class: "columns" }, SC.h("div", null, SC.h("pre", { class: "plain told" }, view.answer),
      view.outcome && SC.hint("Justified: every member agrees with the answer. Refuted: none does. Unsupported: some do, some do not; "
        + "right and unsupported is lucky.")), SC.episodeComparison(view)),
    view.measured.length ? SC.facts(view.measured) : null]);

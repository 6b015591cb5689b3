"use strict";
// A transcript, moment by moment: what moves, what is known about every pair, what would have been better.

SC.KNOWN = { y: ["always", "yes", "in all worlds"], n: ["never", "no", "in no world"], s: ["some", "?", "in some worlds"],
  h: ["never", "×", "nothing can ever show it"] };

SC.VIEWS.shapeworld = (view) => {
  const last = view.moments.length - 1;
  const { settled } = view; // the moment that settles the question, −1: none does
  const show = { view, at: last, settled };
  const first = settled > 0 ? settled : last; // the moment to begin with
  show.slider = SC.h("input", { type: "range", id: "step", min: "0", max: last, value: last,
    on: { input: () => SC.showMoment(show, Number(show.slider.value)) } });
  show.label = SC.h("output", { for: "step", class: "step-label" });
  show.stage = SC.h("ul", { class: "stage", "aria-label": "Shapes" });
  show.pairs = SC.h("div", { class: "matrix-box" });
  show.facts = SC.h("div", { class: "step-facts", "aria-live": "polite" });
  const move = (by) => () => SC.showMoment(show, Math.min(last, Math.max(0, show.at + by)));
  const stepper = SC.h("div", { class: "stepper" }, SC.button("Previous", move(-1), { "data-act": "previous" }),
    SC.h("label", { for: "step", class: "hidden-label" }, "moment of the transcript"), show.slider,
    SC.button("Next", move(1), { "data-act": "next" }), show.label);
  const sway = SC.button("Let them move", () => sway.setAttribute("aria-pressed", String(show.stage.classList.toggle("swaying"))),
    { "data-act": "sway", class: "sway screen-only", "aria-pressed": "false" });
  const replay = SC.section("replay", view.main ? view.main.title : "Replay", SC.answers(view), last ? stepper : null,
    SC.h("div", { class: "columns" }, SC.h("div", null, show.stage, show.facts, sway), show.pairs));
  replay.classList.add("first"); // the picture that carries the answer
  const steps = SC.momentTable(show);
  SC.showMoment(show, first);
  return [replay, steps, SC.worldPictures(view)];
};

// The relations left by their answer, once there is only one.
SC.answers = ({ main }) => (main ? SC.h("div", { class: "answers" }, SC.figure(main)) : null);

// What is done at a moment, and what is seen then.
SC.done = (moment) => (moment.action === null ? (moment.number === 0 ? "start" : "state shown again")
  : `${moment.action} ${moment.shape || ""}`.trim());

SC.named = (moment) => (moment.number === null ? "a line that is no step" : moment.number ? `step ${moment.number}` : "the start");

// The state at a moment: where none was seen, the one before it.
SC.stateAt = (moments, at) => {
  for (let i = at; i >= 0; i -= 1) if (moments[i].moving) return new Set(moments[i].moving);
  return null;
};

SC.showMoment = (show, at) => {
  const { view } = show;
  const moment = view.moments[at];
  show.at = at;
  show.slider.value = String(at);
  show.slider.setAttribute("aria-valuetext", `${SC.named(moment)}: ${SC.done(moment)}`);
  show.label.textContent = at ? `${SC.named(moment)}: ${SC.done(moment)}` : "start";
  const [state, before] = [SC.stateAt(view.moments, at), at ? SC.stateAt(view.moments, at - 1) : null];
  SC.swap(show.stage, view.shapes.map((name, i) => SC.actor(view, moment, i, state, before)));
  SC.swap(show.pairs, SC.pairMatrix(view, at));
  SC.swap(show.facts, SC.momentFacts(show, at));
  show.rows.forEach((row, i) => row.classList.toggle("here", i === at));
  show.rows.forEach((row, i) => row.querySelector("button").setAttribute("aria-pressed", String(i === at)));
};

SC.actor = (view, moment, i, state, before) => {
  const name = view.shapes[i];
  const moving = state ? state.has(i) : null;
  const changed = before && before.has(i) !== moving;
  const words = moving === null ? "not seen" : changed ? (moving ? "starts to move" : "stops") : moving ? "moves" : "stands still";
  const acted = moment.action && moment.shape === name;
  const role = i === view.pair[0] ? "cause?" : i === view.pair[1] ? "effect?" : null;
  return SC.h("li", { class: `actor${moving ? " moving" : ""}${acted ? " acted" : ""}`, "data-shape": i },
    SC.h("span", { class: "hand" }, acted ? moment.action : role ? SC.h("em", null, role) : "\u00a0"),
    SC.glyph(name, moving, 84), SC.h("strong", null, name),
    SC.h("span", { class: "state" }, acted && role ? `${words} · ${role}` : words));
};

SC.pairMatrix = (view, at) => {
  const { known } = view.moments[at];
  if (!known) return SC.hint(view.moments[at].verdict ? "Too many pairs and steps to show each of them."
    : "No world shows this: nothing is known about any pair.");
  const [n, old] = [view.shapes.length, at ? view.moments[at - 1].known : null];
  const cell = (i, j) => {
    if (i === j) return SC.h("td", { class: "plain" }, "");
    const [kind, sign, words] = SC.KNOWN[known[i * n + j]];
    const [asked, fresh] = [i === view.pair[0] && j === view.pair[1], old && old[i * n + j] !== known[i * n + j]];
    const told = `${view.shapes[i]} makes ${view.shapes[j]} move: ${words}${asked ? "; the question" : ""}${fresh ? "; new" : ""}`;
    return SC.h("td", { class: `${kind}${asked ? " own" : ""}${fresh ? " fresh" : ""}`, title: told, "aria-label": told,
      "data-pair": `${i}-${j}` }, sign);
  };
  const table = SC.h("table", { class: "matrix pairs", "aria-label": "What is known about every pair" },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), view.shapes.map((name) => SC.head(SC.h("span", null, name))))),
    SC.h("tbody", null, view.shapes.map((name, i) => SC.h("tr", null, SC.side(name), view.shapes.map((_, j) => cell(i, j))))));
  return [SC.h("h3", null, "What is known"),
    SC.h("p", { class: "lead" }, "Does the shape of the row make that of the column move?"),
    SC.scroller("What is known about every pair", table),
    SC.hint(`yes: in all worlds that show this; no: in none; ?: in some${known.includes("h") ? "; ×: nothing can ever show it" : ""}. Framed: the question.${at ? " Bold: new." : ""}`)];
};

SC.momentFacts = (show, at) => {
  const { view, settled } = show;
  const moment = view.moments[at];
  const verdict = `${moment.standing}${at === settled ? ", here" : ""}`;
  const facts = [["the question", verdict]];
  if (moment.count !== null) facts.push(["relations left", moment.count]);
  if (moment.needed !== null) facts.push(["still needed at worst", SC.plural(moment.needed, "intervention")]);
  return [
    SC.facts(facts),
    moment.kind ? SC.h("p", { class: "kind" }, SC.h("span", { class: `badge ${moment.kind[2]}` }, moment.kind[0]), ` ${moment.kind[1]}`) : null,
    at > settled && settled >= 0 && moment.number ? SC.hint("The question was settled before this step.") : null,
    moment.better ? SC.h("p", { class: "better" }, SC.h("strong", null, "Better: "), moment.better, ".") : null,
  ];
};

// All moments below each other: a film of the shapes, and how many relations each leaves, on one scale.
SC.momentTable = (show) => {
  const { view, settled } = show;
  const most = Math.max(0.1, ...view.moments.map((moment) => moment.log || 0));
  const searched = view.moments.some((moment) => moment.needed !== null);
  const advised = view.moments.some((moment) => moment.better);
  const counted = view.moments.some((moment) => moment.count !== null);
  const left = (moment) => (moment.count === null ? "–" : [SC.h("span", { class: "track", "aria-hidden": "true" },
    SC.h("span", { class: "point", style: { left: `${(100 * moment.log) / most}%` } })), SC.h("span", { class: "count" }, moment.count)]);
  show.rows = view.moments.map((moment, at) => {
    const state = moment.moving ? new Set(moment.moving) : null;
    const film = SC.h("span", { class: "film" }, view.shapes.length > 12
      ? (state ? `${state.size} of ${view.shapes.length} move` : "not seen")
      : view.shapes.map((name, i) => SC.glyph(name, state ? state.has(i) : null, 30, true)));
    const verdict = moment.verdict === null ? "–" : moment.verdict;
    return SC.h("tr", { class: at === settled ? "settled-here" : null },
      SC.side(SC.button(moment.number === null ? "·" : String(moment.number), () => SC.showMoment(show, at),
        { "data-moment": at, "aria-label": `Show ${SC.named(moment)}` })),
      SC.h("td", null, SC.done(moment)), SC.h("td", null, film),
      SC.h("td", null, moment.kind ? SC.h("span", { class: `badge ${moment.kind[2]}`, title: moment.kind[1] }, moment.kind[0]) : ""),
      counted ? SC.h("td", { class: "left" }, left(moment)) : null,
      searched ? SC.h("td", { class: "number" }, moment.needed === null ? "–" : String(moment.needed)) : null,
      SC.h("td", null, at === settled ? SC.h("strong", null, `${verdict}: settled here`) : verdict),
      advised ? SC.h("td", { class: "advice" }, moment.better ? `better: ${moment.better}` : "") : null);
  });
  const heads = [SC.head("step"), SC.head("action"), SC.head("what moves then"), SC.head("good for"),
    counted ? SC.head("relations left") : null, searched ? SC.head("still needed", true) : null, SC.head("the question"),
    advised ? SC.head("advice") : null];
  return SC.section("steps", "Step by step", SC.scroller("Steps", SC.h("table", { class: "wide moments" },
    SC.h("thead", null, SC.h("tr", null, heads)), SC.h("tbody", null, show.rows))),
  view.more ? SC.hint(`${SC.plural(view.more, "more line")} of the transcript are not shown.`) : null,
  SC.hint("A relation tells which shapes make which others move."
    + `${counted ? " Relations left: dots on a logarithmic scale." : ""}`
    + `${searched ? " Still needed: interventions that settle the question whatever they show." : ""}`));
};

SC.worldPictures = (view) => {
  if (!view.worlds.length) return null;
  const items = [["always", "in all worlds that show this"], ["some", "in some of them"], ["never", "in none"]];
  const used = (kind) => view.worlds.some(([, svg]) => svg.includes(`class="edge ${kind}`));
  return SC.section("worlds", "Worlds",
    SC.h("p", { class: "lead" }, "Causes above effects; the two shapes of the question have a double frame."),
    SC.h("div", { class: "world-pictures" }, view.worlds.map(([title, text], i) => {
      const svg = SC.drawing(text);
      return SC.h("figure", { class: "plot" }, SC.h("h3", null, title), SC.scroller(title, SC.h("div", { class: "graph-box" }, svg)),
        SC.tools(`${SC.fileName(view.id)}-world-${i + 1}`, svg));
    })),
    SC.h("ul", { class: "legend" }, items.filter(([kind]) => used(kind)).map(([kind, words]) =>
      SC.h("li", { class: kind }, SC.h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words))));
};

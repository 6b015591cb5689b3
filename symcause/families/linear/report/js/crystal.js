"use strict";
// Linear and quadratic problems: readings, equations, and two members under an intervention.

SC.crystal = (member) => member.crystal || (member.crystal = {
  bases: member.bases.map(SC.readNumber),
  effects: member.f.map((list) => list.map(([p, linear, square]) => [p, SC.readNumber(linear), SC.readNumber(square)])),
});

SC.contribution = (effects, values) => effects.reduce((sum, [p, linear, square]) =>
  SC.plus(sum, SC.times(SC.plus(SC.times(square, values[p]), linear), values[p])), SC.fraction(0n));

SC.measure = (member, bases, clamped, unit) => {
  const values = [];
  const { effects } = SC.crystal(member);
  for (const v of member.order) {
    const exact = clamped.has(v) ? clamped.get(v) : SC.plus(bases[v], SC.contribution(effects[v], values));
    values[v] = SC.roundTo(exact, unit);
  }
  return values;
};

// What a member reads after setting variable v, under the problem's rules; v null: as it is now.
SC.intervene = (member, v, value, rules) => {
  const unit = SC.readNumber(rules.rounding);
  const { bases, effects } = SC.crystal(member);
  const held = rules.held.map(([name, number]) => [name, SC.readNumber(number)]);
  if (v === null) return SC.measure(member, bases, new Map(held), unit);
  if (rules.semantics === "do") return SC.measure(member, bases, new Map([[v, value]]), unit);
  if (rules.semantics === "hold") return SC.measure(member, bases, new Map([...held, [v, value]]), unit);
  const now = SC.measure(member, bases, new Map([[v, value]]), unit);
  const changed = [...bases];
  changed[v] = rules.semantics === "shift" ? value
    : SC.roundTo(SC.minus(value, SC.contribution(effects[v], now)), unit);
  return SC.measure(member, changed, new Map(), unit);
};

SC.readings = (view) => SC.section("readings", "Evidence",
  SC.lookup("Readings", SC.h("table", { class: "wide readings" },
    SC.h("thead", null, SC.h("tr", null, SC.head("reading"), SC.head("intervention"),
      view.vars.map((v) => SC.head(v, true)))),
    SC.h("tbody", null, view.readings.map((reading, r) => SC.reading(view, reading, r)))), 2, view.target));

SC.doneWords = (view, done) => {
  const set = done.filter(([, value]) => value !== null).map(([v, value]) => `${view.vars[v]}=${value}`).join(", ");
  const free = done.filter(([, value]) => value === null).map(([v]) => `${view.vars[v]} released`);
  return [...(set ? [`do(${set})`] : []), ...free].join(", ");
};

SC.reading = (view, [label, done, values], r) => SC.h("tr", null, SC.side(label),
  SC.h("td", null, done ? SC.doneWords(view, done) : "–"),
  values.map((value, v) =>
    SC.h("td", { class: `number${done && done.some(([w]) => w === v) ? " done" : ""}`, "data-cell": `${r}-${v}` },
      value === null ? "?" : value)));

SC.equations = (view) => {
  if (!view.equations.length) return null;
  return SC.section("equations", "Equations",
    SC.scroller("Equations of gold", SC.h("table", { class: "wide" },
      SC.h("thead", null, SC.h("tr", null, SC.head("variable"), SC.head("equation of gold"))),
      SC.h("tbody", null, view.equations.map(([name, text]) =>
        SC.h("tr", null, SC.side(name), SC.h("td", null, SC.code(text))))))));
};

SC.members = (view) => {
  const [first, second] = view.members;
  if (!first || !second) return null;
  const side = (kind, sign, name, text) => SC.h("p", { class: kind },
    SC.h("span", { class: "sign", "aria-label": name }, sign), SC.code(text));
  const lines = view.vars.map((name, v) => (first.text[v] === second.text[v] ? null : SC.h("div", { class: "change" },
    SC.h("h3", null, name),
    side("minus", "−", "first member", first.text[v]),
    side("plus", "+", "second member", second.text[v]))));
  return SC.section("alternatives", "Two members told apart",
    SC.h("p", { class: "lead" }, "Both models explain every reading; an intervention shows which of them is wrong."),
    SC.h("div", { class: "alternative" },
      SC.h("div", { class: "diff" }, lines), SC.crystalPlayer(view, first, second)));
};

SC.crystalPlayer = (view, first, second) => {
  if (!first.f || !second.f) return null;
  const box = SC.h("div", { class: "player", role: "group", "aria-label": "Experiment player" });
  const [[start, level]] = first.do;
  const choice = SC.h("select", { "data-act": "variable", on: { change: () => draw() } },
    SC.h("option", { value: "" }, "nothing"),
    view.vars.map((name, v) => (v === view.target ? null : SC.h("option", { value: v, selected: v === start }, name))));
  const input = SC.h("input", { type: "search", "data-act": "value", value: level, size: "8",
    on: { input: () => draw() } });
  const board = SC.h("div");
  const draw = () => {
    const v = choice.value === "" ? null : Number(choice.value);
    const value = v === null ? null : SC.readNumber(input.value);
    if (v !== null && value === null) {
      SC.swap(board, SC.h("p", { class: "outcome", role: "status" }, "Please write a number such as 20.5 or 1/3."));
      return;
    }
    const reads = [first, second].map((member) => SC.intervene(member, v, value, view.rules));
    SC.swap(board, SC.crystalBoard(view, reads, v));
  };
  draw();
  box.append(SC.h("h3", null, "Experiment player"), SC.h("div", { class: "controls" },
    SC.h("label", null, "set ", choice), SC.h("label", null, "to ", input)), board);
  return box;
};

SC.crystalBoard = (view, [x, y], target) => {
  const hits = view.vars.map((_, v) => v).filter((v) => !SC.sameNumber(x[v], y[v]));
  const kind = (v) => `cell${hits.includes(v) ? " hit" : ""}${v === target ? " target" : ""}`;
  const row = (name, state, model) => SC.h("tr", null, SC.side(name), view.vars.map((_, v) =>
    SC.h("td", { class: kind(v), "data-v": v, "data-model": model }, SC.printNumber(state[v]))));
  const told = hits.length
    ? `The models part: ${hits.map((v) => view.vars[v]).join(", ")}.`
    : "Both models read the same.";
  return [
    SC.scroller("Simulation", SC.h("table", { class: `board${view.vars.some((v) => v.length > 5) ? " long" : ""}`, "aria-label": "What both members read" },
      SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), view.vars.map((name) => SC.head(name)))),
      SC.h("tbody", null, row("first member", x, "first"), row("second member", y, "second")))),
    SC.h("p", { class: `outcome${hits.length ? " differs" : ""}`, role: "status" }, told),
  ];
};

// The reactor's target: a number where every member predicts the same, else its range.
SC.reactor = (view) => {
  if (view.span) return SC.section("target", "Reactor", SC.figure(view.span));
  if (!view.predicted) return null;
  const { name, value, gold, same } = view.predicted;
  const beside = gold === null ? "" : same ? "; so does gold" : `; gold has ${gold}`;
  return SC.section("target", "Reactor", SC.h("p", { class: "single" }, SC.h("strong", null, value)),
    SC.hint(`Every member predicts this ${name}${beside}.`));
};

SC.VIEWS.linear = (view) => [
  SC.graph(view), SC.equations(view),
  SC.reactor(view),
  SC.profile(view, "How many graphs explain the evidence, by the number of parents a variable may have."),
  SC.members(view), SC.readings(view),
];

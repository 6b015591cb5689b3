"use strict";
// The view of one checked answer: a strip of its worlds beside its graph over gold's, then what tells the two apart.

SC.VIEWS["boolean-check"] = (view) => [
  SC.section("worlds", view.other ? `The answer against the worlds and ${view.other}` : "The answer against the worlds",
    SC.h("div", { class: "checked" }, SC.h("div", null, SC.worldStrip(view)), SC.overGold(view))),
  SC.alternatives(view, "What tells them apart", "Choose what to set, and see where the models part. The player opens at a witness."),
];

SC.worldStrip = (view) => {
  if (!view.wrong) return SC.hint("Rows have too many unobserved cells to say here which of them the answer explains.");
  const wrong = new Map();
  for (const [w, r, v] of view.wrong) {
    if (!wrong.has(w)) wrong.set(w, new Map());
    if (!wrong.get(w).has(r)) wrong.get(w).set(r, new Set());
    wrong.get(w).get(r).add(v);
  }
  const worlds = SC.worlds(view).map((world, w) => ({ world, w, missed: wrong.get(w) || new Map() }));
  const kind = ({ world }, missed) => {
    if (missed) return view.tolerated && !world.heldout ? "tolerated" : "wrong";
    return view.vars.some((_, v) => view.scored[v] && !world.targets.has(v)) ? "right" : "unscored";
  };
  const named = ({ world }) => world.id + (world.heldout && !/held/i.test(world.id) ? " (held out)" : "");
  const tell = ({ one, r }) => SC.toldRow(view, one, r);
  const byWorld = () => {
    const order = worlds.length > SC.MOST_CELLS ? [...worlds].sort((a, b) => b.missed.size - a.missed.size) : worlds;
    const cell = (one) => ({ kind: kind(one, one.missed.size), name: named(one), at: { one, r: Math.min(...one.missed.keys(), one.world.rows.length - 1) } });
    const part = (heldout) => order.filter((one) => one.world.heldout === heldout).slice(0, SC.MOST_CELLS).map(cell);
    return [["training worlds", part(false)], ["held-out worlds", part(true)]].filter(([, cells]) => cells.length);
  };
  const byRow = () => worlds.map((one) => [named(one), one.world.rows.map((_, r) =>
    ({ kind: kind(one, one.missed.has(r)), name: `${named(one)}, row ${r + 1}`, at: { one, r } }))]);
  return [SC.strip(view.unit === "row" ? byRow() : byWorld(), tell),
    worlds.length > SC.MOST_CELLS ? SC.hint(`Up to ${SC.MOST_CELLS} worlds of a kind are shown, wrong ones first.`) : null];
};

// One row with names: what was observed, and what the answer gives.
SC.toldRow = (view, { world, missed }, r) => {
  const row = world.rows[r];
  const off = missed.get(r) || new Set();
  const bit = (value) => (value === null ? "?" : String(value));
  const kind = (v) => (world.targets.has(v) ? "target" : view.scored[v] ? "" : "given");
  const line = (name, cell) => SC.h("tr", null, SC.side(name), view.vars.map((_, v) => cell(v)));
  const seen = (v) => SC.h("td", { class: kind(v) }, bit(row[v]));
  const gives = (v) => SC.h("td", { class: `${kind(v)}${off.has(v) ? " hit" : ""}` },
    row[v] === null ? "?" : off.has(v) ? String(1 - row[v]) : kind(v) ? "·" : bit(row[v]));
  const done = [...world.targets].map((v) => `${view.vars[v]}=${bit(row[v])}`).join(", ");
  const errors = [...off].filter((v) => row[v] !== null).map((v) => `${view.vars[v]} is ${1 - row[v]} instead of ${row[v]}`);
  const more = off.size && !errors.length ? ["no completion of its unobserved cells fits"] : [];
  const others = [...missed.keys()].filter((other) => other !== r).length;
  return [
    SC.h("h4", null, `${world.id}, row ${r + 1}`, done ? ` under do(${done})` : ""),
    SC.scroller("Row", SC.h("table", { class: "told-row" },
      SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), view.vars.map((name, v) => SC.h("th", { scope: "col", class: kind(v) }, name)))),
      SC.h("tbody", null, line("observed", seen), line("the answer", gives)))),
    SC.h("p", null, off.size ? `In the answer ${[...errors, ...more].join(", ")}.` : "The answer gives this row.",
      others && view.unit === "world" ? ` ${SC.plural(others, "other row")} of this world ${others === 1 ? "is" : "are"} wrong too.` : ""),
  ];
};

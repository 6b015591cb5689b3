"use strict";
// The view of a checked hypothesis: readings against what it gives, or the rows that rule it out, beside its graph over gold's.

SC.VIEWS["linear-check"] = (view) => [
  view.stated ? SC.section("fit", "The hypothesis against readings and gold", SC.h("div", { class: "checked" },
    SC.h("div", null, view.residuals ? SC.figure(view.residuals) : SC.readingStrip(view)), view.terms ? SC.figure(view.terms) : SC.overGold(view)))
    : SC.section("fit", "What there was to find", SC.overGold(view)),
  ...SC.VIEWS.story(view),
  SC.section("readings", "Evidence", SC.readings(view).querySelector(".scroll")),
];

// A square a row of the evidence: wrong where a reading is missed, or no equation meets it together with the others.
SC.readingStrip = (view) => {
  const missed = new Map();
  for (const [row, v, told] of view.wrong) missed.set(row, [...(missed.get(row) || []), [v, told]]);
  const cells = view.readings.filter(([label]) => label !== "reactor").map(([label], row) =>
    ({ kind: missed.has(row) ? "wrong" : "right", name: label, at: row }));
  const groups = [["records", "record"], ["steps of the manipulator", "manipulator"]].map(([title, word]) =>
    [title, cells.filter((cell) => cell.name.startsWith(word)).slice(0, SC.MOST_CELLS)]).filter(([, own]) => own.length);
  return SC.strip(groups, (row) => SC.toldReading(view, row, missed.get(row) || []),
    view.residuals ? {} : { right: "not needed to rule it out", wrong: "rules it out together with the others" });
};

SC.toldReading = (view, row, missed) => {
  const [label, done, values] = view.readings[row];
  const off = new Set(missed.map(([v]) => v));
  const set = new Set((done || []).map(([v]) => v));
  const kind = (v) => `${set.has(v) ? "target" : ""}${off.has(v) ? " hit" : ""}`.trim() || null;
  const acted = SC.doneWords(view, done || []);
  return [
    SC.h("h4", null, label, acted ? `, ${acted}` : ""),
    SC.scroller("Reading", SC.h("table", { class: "told-row" },
      SC.h("thead", null, SC.h("tr", null, view.vars.map((name) => SC.head(name)))),
      SC.h("tbody", null, SC.h("tr", null, values.map((value, v) => SC.h("td", { class: kind(v) }, value === null ? "?" : value)))))),
    SC.h("p", null, missed.length ? `${missed.map(([v, told]) => `${view.vars[v]}: ${told}`).join("; ")}.` : "Nothing here is needed to rule it out."),
  ];
};

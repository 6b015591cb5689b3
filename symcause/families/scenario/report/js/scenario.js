"use strict";
// A scenario: all designs on one axis, traps as two slopes, value over each variable, stage 1 beside stage 2.

SC.VIEWS.scenario = (view) => {
  const told = new Map(view.sections);
  const blocks = (title) => {
    const found = told.get(title) || [];
    told.delete(title);
    return found.map(SC.storyBlock);
  };
  const pictured = [SC.scenarioAxis(view, blocks), SC.scenarioTraps(view, blocks), SC.scenarioTwin(view),
    SC.scenarioPower(view, blocks), SC.scenarioBands(view), SC.scenarioStages(view)];
  return [...pictured, ...SC.VIEWS.story({ sections: [...told] })];
};

// A submitted design: its value on one axis with the threshold and the optimum, then the design itself.
SC.VIEWS["scenario-check"] = (view) => [
  SC.section("axis", view.axis[0].title, SC.eitherWidth(view.axis),
    SC.hint(`Values stand with their proven intervals${view.valued ? "; the filled dot of this design is blue where it reaches the threshold, red where not" : ""}.`)),
  ...SC.VIEWS.story(view),
];

// One picture, wide or narrow: the page has room for one of them.
SC.eitherWidth = (figures) => [SC.h("div", { class: "wide-picture" }, SC.figure(figures[0])),
  SC.h("div", { class: "narrow-picture" }, SC.figure(figures[1]))];

SC.scenarioAxis = (view, blocks) => {
  const words = blocks("Optimum and threshold");
  if (!view.axis[0] && !words.length) return null;
  return SC.section("axis", "Optimum and threshold", view.axis[0] ? SC.eitherWidth(view.axis) : null,
    view.axis[0] ? SC.hint("Values stand with their proven intervals; hollow marks are means over designs, or claims.") : null,
    words);
};

SC.scenarioTraps = (view, blocks) => {
  const table = blocks("Traps");
  if (!view.traps.length) return null;
  const drawn = view.traps.some((trap) => trap.figures.length);
  return SC.section("traps", "Survivors and population",
    drawn ? SC.h("p", { class: "lead" }, "A trap is seen where what the data show and what setting it does point away from each other.") : null,
    view.traps.map((trap) => SC.h("div", { class: "trap", "data-trap": trap.name },
      SC.h("h3", null, SC.code(trap.name), " ", SC.h("span", { class: `badge ${trap.look}` }, `trap ${trap.status}`)),
      SC.h("p", null, trap.told),
      trap.figures.length ? SC.h("div", { class: "plots" }, trap.figures.map(SC.figure)) : null)),
    drawn ? table : null);
};

SC.scenarioTwin = (view) => (view.twin ? SC.section("twin", "Side by side with its twin",
  SC.h("p", { class: "lead" }, "Both show the same history, and no design wins in both: one has to experiment. The other: ", SC.code(view.twin.name), "."),
  view.twin.figures.map((both) => [SC.h("h3", null, both[0].title), SC.eitherWidth(both)])) : null);

SC.scenarioPower = (view, blocks) => {
  const words = blocks("What the budget can tell");
  if (!view.power) return null;
  return SC.section("power", view.power.headline, view.power.figures[0] ? SC.eitherWidth(view.power.figures) : null,
    SC.hint("The line is one design, which a player can deploy; the shade above it holds every policy. The dashed line is the level."),
    words.slice(1));
};

SC.scenarioBands = (view) => {
  const { bands, flat } = view;
  if (!bands.length && !flat.length) return null;
  const hollow = view.hollow ? " Hollow points are outside the space." : "";
  return SC.section("bands", "Value over each variable",
    SC.h("p", { class: "lead" }, bands.length + flat.length > 1
      ? "One design variable changes, the others stay; the variable that matters most comes first."
      : "What designs are worth over the one variable that there is to choose."),
    bands.length ? SC.h("div", { class: "plots" }, bands.map(SC.figure)) : null,
    SC.hint(`Values at the points are proven${view.shaded ? ", and the shade holds every value between them" : ""}.${hollow}${view.threshold
      ? " The dashed line is the threshold." : ""}`),
    flat.length ? SC.h("details", { open: bands.length ? null : true }, SC.h("summary", null,
      `${SC.plural(flat.length, "variable")} that ${flat.length === 1 ? "moves" : "move"} the value by less than 0.01`),
    SC.h("div", { class: "plots" }, flat.map(SC.figure))) : null);
};

SC.scenarioStages = (view) => (view.stages[0]
  ? SC.section("stages", "Stage 1 and the evaluation", SC.eitherWidth(view.stages)) : null);

"use strict";
// The view of a Boolean problem: graph, mechanisms, profile, alternatives to play with, worlds. Where no model
// fits, what comes closest is the picture that carries the answer.

SC.VIEWS.boolean = (view) => {
  const some = view.models.some(Boolean);
  const margin = SC.margin(view);
  if (margin && !some) margin.classList.add("first");
  const alike = view.alike ? "; models that behave alike count one by one here" : "";
  return [
    view.spectrum && view.verdict === "ambiguous" ? SC.section("spectrum", view.spectrum.title, SC.figure(view.spectrum)) : null,
    some ? SC.graph(view) : margin, some ? SC.variables(view) : null,
    SC.profile(view, `How many models explain the training worlds as the class grows${alike};`
      + " dark: the class of the verdict."),
    SC.alternatives(view), some ? margin : null, SC.evidence(view),
  ];
};

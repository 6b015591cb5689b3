"use strict";
// The view of a Boolean problem: graph, mechanisms, profile, alternatives to play with, worlds.

SC.VIEWS.boolean = (view) => [
  SC.graph(view), SC.variables(view),
  SC.profile(view, "How many models explain the training worlds as the class grows;"
    + " amber: the class of the verdict."),
  SC.alternatives(view), SC.margin(view), SC.evidence(view),
];

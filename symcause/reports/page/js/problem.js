"use strict";
// The view of one problem: verdict first, then what it rests on.

SC.VERDICTS = {
  unique: "Unique", ambiguous: "Ambiguous", unknown: "Unknown", invalid: "Invalid",
  inconsistent: "Inconsistent", "gold-outside-class": "Gold outside the class", failed: "Failed",
};

SC.problem = (view, certificate) => {
  const parts = SC.PARTS[view.kind](view);
  const sections = [...parts.filter(Boolean), SC.files(view, certificate)].filter(Boolean);
  return SC.h("article", { class: "problem", "data-id": view.id }, SC.hero(view), SC.contents(sections), sections);
};

SC.hero = (view) => SC.h("header", { class: `hero ${SC.verdictClass(view.verdict)}` },
  SC.h("p", { class: "identity" }, view.id),
  SC.h("h1", null, SC.VERDICTS[view.verdict] || view.verdict),
  view.sentence ? SC.h("p", { class: "sentence" }, view.sentence) : null,
  SC.facts(view.facts || []),
  (view.notes || []).length ? SC.h("ul", { class: "notes" }, view.notes.map((note) => SC.h("li", null, note))) : null,
  (view.next || []).length ? SC.h("div", { class: "next" }, SC.h("h2", null, "What to do next"),
    SC.h("ul", null, view.next.map((step) => SC.h("li", null, step)))) : null);

SC.contents = (sections) => SC.h("nav", { class: "contents", "aria-label": "Sections" }, sections.map((section) =>
  SC.h("a", { href: `#${SC.route}${section.id}` }, section.querySelector("h2").textContent)));

SC.PARTS = {
  boolean: (view) => [
    SC.graph(view), SC.variables(view), view.profile ? SC.profile(view) : null,
    SC.alternatives(view), SC.evidence(view),
  ],
  error: (view) => [SC.section("error", "What went wrong", SC.h("pre", { class: "plain" }, view.error))],
};

SC.profile = (view) => SC.section("profile", "Ambiguity profile",
  SC.h("p", { class: "lead" }, view.kind === "boolean"
    ? "How many models explain the training worlds as the class grows; the marked bar is the class of the verdict."
    : "How many graphs explain the evidence, by the number of parents a variable may have."),
  SC.figure(view.profile));

SC.files = (view, certificate) => {
  const name = SC.fileName(view.id);
  const buttons = [];
  if (certificate) {
    const save = () => SC.download(`${name}.certificate.json`, "application/json", `${JSON.stringify(certificate)}\n`);
    buttons.push(SC.button("Download the certificate", save, { "data-act": "certificate" }));
  }
  buttons.push(SC.button("Data of this view (JSON)", () => {
    const { unpacked, ...plain } = view;
    SC.download(`${name}.view.json`, "application/json", `${JSON.stringify(plain)}\n`);
  }));
  const words = certificate
    ? "The certificate can be checked without a solver: symcause verify PROBLEM CERTIFICATE."
    : view.uncertified || (view.kind === "boolean" ? "This report carries no certificate." : null);
  return SC.section("files", certificate ? "Certificate and files" : "Files", words ? SC.h("p", null, words) : null,
    SC.h("div", { class: "controls" }, buttons),
    view.metadata ? SC.h("details", null, SC.h("summary", null, "Metadata of the problem"),
      SC.h("pre", { class: "plain" }, view.metadata)) : null);
};

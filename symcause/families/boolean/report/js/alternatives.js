"use strict";
// The nearest alternatives: mechanism diffs, and the experiment player for the chosen one.

SC.MOST_CHANGES = 12; // mechanisms of an alternative that are shown one by one

SC.alternatives = (view, title = "Nearest alternatives", lead = null) => {
  const usable = view.alternatives.filter((found) => view.models[found.model]);
  if (!usable.length) return null;
  const detail = SC.h("div", { class: "alternative", role: "tabpanel", id: "alternative-panel" });
  const tabs = usable.map((found, i) => SC.h("button", {
    type: "button", role: "tab", class: "tab", id: `tab-${i}`, "aria-controls": "alternative-panel",
    on: { click: () => choose(i), keydown: (event) => step(event, i) },
  }, found.label ? SC.titled(found.label) : `Alternative ${found.model}`));
  const choose = (i) => {
    tabs.forEach((tab, j) => {
      tab.setAttribute("aria-selected", String(i === j));
      tab.tabIndex = i === j ? 0 : -1;
    });
    detail.setAttribute("aria-labelledby", `tab-${i}`);
    SC.swap(detail, SC.diff(view, usable[i]), SC.player(view, usable[i]));
  };
  const step = (event, i) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const next = (i + move + tabs.length) % tabs.length;
    choose(next);
    tabs[next].focus();
    event.preventDefault();
  };
  choose(0);
  return SC.section("alternatives", title,
    SC.h("p", { class: "lead" }, lead || view.explains),
    SC.h("div", { role: "tablist", "aria-label": "Alternatives", class: "tabs" }, tabs), detail,
    SC.equality(usable.map((found) => view.models[found.model])));
};

SC.diff = (view, found) => {
  const [before, after] = [view.models[0], view.models[found.model]];
  const shown = found.changed.slice(0, SC.MOST_CHANGES);
  const lines = shown.map((v) => {
    const text = (model) => (model.text[v] ? SC.code(model.text[v][0], model.text[v][1]) : SC.h("em", null, "a root"));
    return SC.h("div", { class: "change" },
      SC.h("h3", null, view.vars[v]),
      SC.h("p", { class: "minus" }, SC.h("span", { class: "sign", "aria-label": before.name }, "−"), text(before)),
      SC.h("p", { class: "plus" }, SC.h("span", { class: "sign", "aria-label": after.name }, "+"), text(after)),
      SC.patternStrip(view, before, after, v));
  });
  return SC.h("div", { class: "diff" },
    SC.h("p", null, `${SC.plural(found.changed.length, "mechanism")} ${after.name.startsWith("alternative") ? "changed"
      : found.changed.length === 1 ? "differs" : "differ"}. `, SC.separation(view, found)),
    found.disturbs ? SC.h("p", null, found.disturbs) : null, lines,
    found.changed.length > shown.length
      ? SC.hint(`And in ${found.changed.slice(shown.length).map((v) => view.vars[v]).join(", ")}.`) : null);
};

SC.spellDo = (vars, pairs) => (pairs.length ? `do(${pairs.map(([v, bit]) => `${vars[v]}=${bit}`).join(", ")})` : "observing");

SC.spellState = (vars, bits) => vars.map((name, v) => `${name}=${bits[v]}`).filter((_, v) => bits[v] !== "?").join(" ");

SC.separation = (view, found) => {
  if (found.do === null) {
    return found.separable === null
      ? "No experiment was tried: too many roots."
      : "No experiment on one variable tells it apart.";
  }
  const told = [SC.h("strong", null, SC.spellDo(view.vars, found.do)), " tells it apart"];
  if (found.rates[0] !== null) told.push(` in ${SC.percent(found.rates[0])} of root contexts.`);
  else if (found.state) {
    const only = found.state[1] === "reference" ? "−" : "+";
    told.push(`: only the model marked ${only} allows the state ${SC.spellState(view.vars, found.state[0])}.`);
  }
  else told.push(".");
  return told;
};

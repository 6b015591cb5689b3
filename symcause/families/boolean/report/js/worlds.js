"use strict";
// Worlds as bit tables: targets marked; a row in focus says what it rules out.

SC.OPEN_WORLDS = 12; // more than so many worlds are folded

SC.evidence = (view) => {
  const model = view.models[0] && view.models[0].f ? view.models[0] : null;
  const rivals = view.alternatives.map((found) => view.models[found.model]).filter((m) => m && m.f);
  const facts = { view, model, rivals, shown: model ? SC.shown(view, model) : null };
  const panel = SC.h("aside", { class: "row-facts", "aria-live": "polite" },
    SC.hint("Point at a row, or move to it with Tab and the arrow keys, to see what it rules out."));
  const worlds = SC.worlds(view);
  const drawn = (world) => SC.world(facts, world, worlds.indexOf(world), panel);
  const group = (title, chosen) => {
    if (!chosen.length) return [];
    const tables = SC.h("div", { class: "worlds" }, chosen.map(drawn));
    if (chosen.length <= SC.OPEN_WORLDS) return [SC.h("h3", null, title), tables];
    return [SC.h("details", { class: "many-worlds" }, SC.h("summary", null, `${chosen.length} ${title.toLowerCase()}`), tables)];
  };
  return SC.section("worlds", "Evidence",
    SC.h("div", { class: "evidence" },
      SC.h("div", null,
        group("Training worlds", worlds.filter((w) => !w.heldout)),
        group("Held-out worlds", worlds.filter((w) => w.heldout)),
        SC.hint("Columns of intervention targets are underlined; their values are set, not computed."
          + " • marks a training row that alone shows some input pattern, × a held-out row that an"
          + ` alternative gets wrong.${SC.cellLegend(view)}`)),
      panel));
};

// The legend of cells that are not plain values; only what is there.
SC.cellLegend = (view) => [
  [SC.worlds(view).some((w) => w.rows.some((row) => row.includes(null))), " ? was not observed."],
  [(view.entailed || []).length, " A grey italic value was not observed either, but every model that is left agrees on it."],
  [(view.disturbed || []).length, ` A ringed value is disturbed: ${view.closest ? "a model that comes closest" : view.reference} leaves it unexplained.`],
].filter(([there]) => there).map(([, words]) => words).join("");

SC.world = (facts, world, index, panel) => {
  const { view } = facts;
  const targets = [...world.targets].map((v) => view.vars[v]);
  const gain = view.without ? view.without[index] : null;
  const words = targets.length ? `${world.mode} · do ${targets.join(", ")}` : "no intervention";
  const head = SC.h("div", { class: "world-head" }, SC.h("strong", null, world.id), SC.h("span", null, words),
    gain ? SC.h("span", null, gain === "0" ? "redundant" : `without it ${gain} more ${gain === "1" ? "model" : "models"}`) : null);
  const table = SC.h("table", { class: "bits", "aria-label": `World ${world.id}, ${words}` },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), view.vars.map((name, v) =>
      SC.h("th", { scope: "col", class: world.targets.has(v) ? "target" : null }, SC.h("span", null, name))))));
  const body = SC.h("tbody");
  world.rows.forEach((row, r) => body.append(SC.worldRow(facts, world, row, r, panel)));
  body.addEventListener("keydown", (event) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = [...body.children].indexOf(document.activeElement);
    const next = body.children[here + move];
    if (!move || here < 0 || !next) return;
    next.focus();
    event.preventDefault();
  });
  table.append(body);
  return SC.h("div", { class: "world" }, head, table);
};

SC.worldRow = (facts, world, row, r, panel) => {
  const consequences = SC.consequences(facts, world, row);
  const alone = consequences.pins.some((pin) => pin.only);
  const mark = world.heldout ? (consequences.against.length ? "×" : "") : alone ? "•" : "";
  const tell = () => SC.swap(panel, SC.rowFacts(facts, world, row, r, consequences));
  return SC.h("tr", { tabindex: r === 0 ? "0" : "-1", on: { mouseenter: tell, focus: tell },
    "aria-label": `Row ${r + 1}: ${row.map((bit) => (bit === null ? "?" : bit)).join(" ")}` },
    SC.h("td", { class: "mark" }, mark),
    row.map((bit, v) => SC.bitCell(facts.view, world, r, v, bit)));
};

// A cell: its value, a hole, a hole whose value follows (grey), a value that the reference leaves unexplained (ringed).
SC.bitCell = (view, world, r, v, bit) => {
  const at = [SC.worlds(view).indexOf(world), r, v].join();
  const known = SC.cellsOf(view, "entailed").get(at);
  const [words, more] = bit === null
    ? known === undefined ? ["not observed", " hole"] : ["not observed, but the same in every model", " hole entailed"]
    : SC.cellsOf(view, "disturbed").has(at) ? [`disturbed: the mechanism gives ${1 - bit}`, " disturbed"] : [null, ""];
  const shown = bit === null ? (known === undefined ? "?" : known) : bit;
  return SC.h("td", { class: `b${bit === null ? "" : bit}${world.targets.has(v) ? " target" : ""}${more}`, title: words,
    "data-cell": at.replaceAll(",", "-"),
    "aria-label": words ? `${view.vars[v]} ${shown}, ${words}` : null }, String(shown));
};

// Cells of the view by "world,row,variable": their value, or true.
SC.cellsOf = (view, name) => {
  const kept = view.cellMaps || (view.cellMaps = {});
  return kept[name] || (kept[name] = new Map((view[name] || []).map(([w, r, v, value]) => [[w, r, v].join(), value === undefined ? true : value])));
};

// What a row says about the reference's mechanisms, and which alternatives it contradicts.
SC.consequences = ({ view, model, rivals, shown }, world, row) => {
  const whole = row.every((bit) => bit !== null);
  const seen = (v) => !world.targets.has(v) && SC.sees(row, v, model.f[v][0]);
  const pins = model ? Object.keys(model.f).map(Number).filter(seen).map((v) => {
    const pattern = SC.pattern(model.f[v][0], row);
    return { v, inputs: model.f[v][0], only: !world.heldout && shown[v][pattern] === 1 };
  }) : [];
  const exact = whole && !(view.disturbed || []).length;
  return { pins, against: exact ? rivals.filter((rival) => !SC.replays(rival, world, row)) : [] };
};

SC.rowFacts = ({ view, rivals }, world, row, r, { pins, against }) => {
  const point = (pin) => SC.h("li", { class: pin.only ? "only" : null },
    SC.h("strong", null, `${view.vars[pin.v]} = ${row[pin.v]}`), " at ",
    SC.spellPattern(view.vars, pin.inputs, pin.inputs.map((input) => row[input])), pin.only ? " (only this row)" : "");
  const ruled = against.length
    ? `Rules out ${against.map((rival) => rival.name).join(", ")}.`
    : rivals.length && !(view.disturbed || []).length && row.every((bit) => bit !== null)
      ? "Every alternative shown above explains this row." : "";
  return [
    SC.h("h4", null, `${world.id}, row ${r + 1}`),
    SC.h("p", { class: against.length ? "against" : null }, ruled),
    world.heldout || !pins.length ? null : SC.h("p", null, "Rules out every model that answers otherwise:"),
    world.heldout ? null : SC.h("ul", null, pins.map(point)),
  ].filter(Boolean);
};

// What is seen of the version space beside the tables: how many models, which edges, what tells two apart,
// what to do next. A figure that is not known says so and why; one of an earlier state is drawn faint.
/* global SC */

export const number = (value) => (value === null || value === undefined ? null : value.toLocaleString("en-US"));

const LONG = 24; // digits, beyond which a count is shown by its size

const short = (text) => (text.replace(/,/g, "").length > LONG ? `about 10^${text.replace(/,/g, "").length - 1}` : text);

export const drawCount = (figures) => {
  const { count, before, error, said: finding } = figures;
  if (error) return hero("broken", "Not a problem yet", error);
  if (!count) return hero("unknown", "…", "counting");
  const now = number(count.count);
  if (finding) return hero(finding.look, finding.headline, finding.sentence, now);
  if (figures.asked) return hero("unknown", "…", "asking what follows", now);
  if (now === null) {
    const between = count.at_least !== undefined && count.at_least !== null && count.at_most
      ? `between ${short(number(count.at_least))} and ${short(number(count.at_most))}` : "unknown";
    return hero("unknown", between, `unknown, because ${count.reason || figures.stopped || "nobody knows"}`);
  }
  const noun = figures.noun || "model";
  const { said, look } = SC.config.counted[SC.verdictOf(count.count)];
  const changed = before !== null && before !== undefined && before !== now;
  const box = hero(look, short(now), SC.filled(said, { one: noun, many: `${noun}s` }), now);
  if (changed) box.querySelector("h1").prepend(SC.h("span", { class: "before" }, `${short(before)} → `));
  return box;
};

const hero = (kind, title, words, exact) => SC.h("div", { class: `hero count ${kind}` },
  SC.h("h1", { class: title.length > LONG ? "finding" : null, "data-count": exact || null, title: exact && exact !== title ? exact : null }, title),
  SC.h("p", { class: "sentence" }, words));

// The picture of what an audit says first.
export const drawSaid = ({ said }) => (said?.svg ? SC.h("figure", { class: "said-picture" }, SC.drawing(said.svg)) : "");

// After an edit that leaves no model: what was done, and the way back. Nothing else is known of an empty space.
export const drawEmpty = (noun, words, undo) => SC.h("div", { class: "hero count broken", "data-empty": "yes" },
  SC.h("h1", { class: "finding", "data-count": "0" }, `No ${noun || "model"} fits`),
  SC.h("p", { class: "sentence" }, words ? `You changed this: ${words}. ` : "The evidence as it came contradicts itself, or the class is too small. ",
    undo ? SC.button("undo", undo, { "data-act": "undo-empty" }) : null));

// The counts of the last edits, on a logarithmic scale.
export const drawTrail = (trail) => {
  if (trail.length < 2) return null;
  const logs = trail.map(({ log }) => log);
  const most = Math.max(1, ...logs);
  const [width, height, side] = [320, 64, 64];
  const x = (i) => side + 6 + (i * (width - side - 12)) / Math.max(1, trail.length - 1);
  const least = Math.min(0, ...logs); // none at all lies below one
  const y = (log) => height - 8 - ((log - least) / (most - least)) * (height - 16);
  const ns = "http://www.w3.org/2000/svg";
  const node = (tag, props) => { const made = document.createElementNS(ns, tag); for (const [k, v] of Object.entries(props)) made.setAttribute(k, v); return made; };
  const svg = node("svg", { viewBox: `0 0 ${width} ${height}`, class: "trail-line", role: "img", "aria-label": `Models after the last ${trail.length} edits, logarithmic` });
  const top = trail[logs.indexOf(Math.max(...logs))];
  for (const [log, text] of [[0, "1 model"], ...(least < 0 ? [[least, "none"]] : []), ...(top.log > 0 ? [[top.log, short(top.text)]] : [])]) {
    const label = node("text", { x: side - 6, y: y(log) + 4, class: "axis" });
    label.textContent = text;
    svg.append(node("path", { d: `M${side} ${y(log)}H${width}`, class: "level" }), label);
  }
  svg.append(node("polyline", { points: logs.map((log, i) => `${x(i)},${y(log)}`).join(" ") }));
  trail.forEach(({ log, text, words }, i) => {
    const dot = node("circle", { cx: x(i), cy: y(log), r: i === trail.length - 1 ? 4.5 : 3, class: log === 0 ? "one" : "many" });
    const title = node("title", {});
    title.textContent = `${text}: ${words}`;
    dot.append(title);
    svg.append(dot);
  });
  return SC.h("figure", { class: "trail-box" }, svg, SC.h("figcaption", null, "models after each edit, logarithmic"));
};

const SIGNS = { always: ["always", "●", "in all models"], open: ["some", "◐", "in some models: see two that disagree"], never: ["never", "·", "in no model"] };

// The same as a graph: a click on an edge that is open shows two models that disagree on it.
const drawGraph = ({ graph, variables }, act) => {
  if (!graph) return null;
  const svg = SC.drawing(graph.svg);
  for (const edge of svg.querySelectorAll(".edge.some")) {
    const [cause, effect] = edge.dataset.e.split("-").map((i) => variables[i]);
    edge.classList.add("asked");
    edge.addEventListener("click", () => act(cause, effect));
  }
  return SC.h("figure", { class: "edge-graph" }, SC.scroller("Graph of the edges", svg),
    SC.hint(graph.left ? `solid: in all models; ${SC.plural(graph.left, "open edge")}: see the matrix`
      : "solid: in all models; dashed: in some, without a head either way"));
};

export const drawMatrix = (look, act) => {
  if (!look) return null;
  if (!look.edges) return part("Edges", unknown(look.unknown?.edges));
  const of = new Map(look.edges.map(([a, b, status]) => [`${a}\n${b}`, status]));
  const names = look.variables;
  const rows = names.map((cause) => SC.h("tr", null, SC.side(cause), names.map((effect) => {
    const [kind, sign, words] = SIGNS[of.get(`${cause}\n${effect}`)] || ["plain", "", ""];
    const told = `${cause} → ${effect}: ${words}`;
    const inner = kind === "some" ? SC.button(sign, () => act(cause, effect), { class: "edge-open", "aria-label": told, "data-edge": `${cause}->${effect}` }) : sign;
    return SC.h("td", { class: kind, title: words ? told : null, "aria-label": kind === "some" ? null : words ? told : null }, inner);
  })));
  const table = SC.h("table", { class: "matrix", "aria-label": "Edges, causes in rows and effects in columns" },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null), names.map((name) => SC.head(SC.h("span", null, name))))), SC.h("tbody", null, rows));
  const open = look.edges.filter(([, , status]) => status === "open").length;
  return part(open ? `${SC.plural(open, "edge")} open` : "Every edge settled",
    SC.h("div", { class: "edges-both" }, SC.h("div", null, SC.scroller("Edges", table), SC.hint("causes in rows: ● all, ◐ some, · no models")), drawGraph(look, act)),
    look.open ? SC.h("p", { class: "open-variables" }, look.open.length ? `Open: ${look.open.join(", ")}` : "No variable is open.") : look.unknown?.open ? unknown(look.unknown.open) : null);
};

const part = (title, ...children) => SC.h("section", { class: "part", "aria-label": title }, SC.h("h2", null, title), ...children.filter(Boolean));

const unknown = (reason) => SC.h("p", { class: "not-known" }, reason ? `unknown, because ${reason}` : "…");

// A plain value in a few lines: names and what they are.
export const drawValue = (value, other) => {
  if (value === null || typeof value !== "object") return SC.h("code", null, String(value));
  const entries = Array.isArray(value) ? null : Object.entries(value);
  if (entries && entries.length === 1 && entries[0][1] && typeof entries[0][1] === "object") return drawValue(entries[0][1], other?.[entries[0][0]]);
  if (!entries) return SC.h("code", null, value.map((one) => (Array.isArray(one) ? one.join(" → ") : spelled(one))).join(", ") || "none");
  return SC.h("dl", { class: "value" }, entries.map(([name, inner]) => {
    const differs = other && spelled(other[name]) !== spelled(inner);
    return SC.h("div", { class: differs ? "differs" : null }, SC.h("dt", null, name), SC.h("dd", null, SC.h("code", null, spelled(inner))));
  }));
};

const spelled = (value) => (typeof value === "string" ? value : JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v)));

// An intervention as everywhere else, do(X3=1); what is no intervention by its own names.
const doing = (experiment) => {
  const set = experiment.do ?? experiment.assignments;
  const inner = set ?? experiment;
  const told = typeof inner === "string" ? inner : Array.isArray(inner) ? inner.map(spelled).join(", ")
    : Object.entries(inner).filter(([key]) => set || key !== "type" && key !== "context").map(([key, value]) =>
      (set ? `${key}=${spelled(value)}` : value !== null && typeof value === "object" ? `${key} ${spelled(value)}` : `${key} = ${value}`)).join(", ");
  const where = experiment.context ? `, where ${Object.entries(experiment.context).map(([k, v]) => `${k} = ${v}`).join(", ")}` : "";
  return (!told ? "observing" : set === undefined ? told : `do(${told})`) + where;
};

export const drawPair = (look, edge) => {
  if (!look || (look.member === null && !Object.keys(look.unknown || {}).length)) return null;
  if (look.member === null) return part("A model", unknown(look.unknown.member));
  const first = edge ? `with ${edge.join(" → ")}` : look.is_gold ? "gold" : "a model";
  if (look.other === null) return part("The model", SC.h("p", { class: "lead" }, first), drawValue(look.member), look.unknown?.other ? unknown(look.unknown.other) : null);
  return part(edge ? `Two models that disagree on ${edge.join(" → ")}` : "The nearest other model",
    SC.h("div", { class: "pair" },
      SC.h("div", null, SC.h("h3", null, first), drawValue(look.member, look.other)),
      SC.h("div", null, SC.h("h3", null, edge ? "without it" : "another"), drawValue(look.other, look.member))),
    look.separated === false ? SC.h("p", null, "No experiment on one variable tells them apart.")
      : look.experiment ? SC.h("p", { class: "experiment" }, SC.h("strong", null, "They part under: "), doing(look.experiment), readings(look.readings))
        : look.unknown?.experiment ? unknown(look.unknown.experiment) : SC.hint("looking for an experiment …"));
};

const readings = (both) => {
  const [one, two] = both || [];
  if (!one || !two) return null;
  const names = Object.keys(one).filter((name) => spelled(one[name]) !== spelled(two[name]));
  return SC.h("span", { class: "readings" }, ` (${names.map((name) => `${name}: ${spelled(one[name])} or ${spelled(two[name])}`).join("; ")})`);
};

export const drawNext = (next, run, who) => {
  if (!next) return null;
  const enough = SC.h("p", null, "What was seen settles the question.");
  if (next.settled === true && !next.experiments.length) return part("Nothing more is needed", enough);
  if (!next.experiments.length) return part("What to do next", next.reason ? SC.h("p", null, next.status === "unknown" ? `unknown, because ${next.reason}` : `${next.reason}.`) : SC.hint("looking for experiments …"));
  const rows = next.experiments.slice(0, 6).map((one, i) => SC.h("tr", null, SC.side(doing(one.experiment)),
    SC.h("td", { class: "number" }, one.worst === null ? "–" : `${one.exact === false ? "≤ " : ""}${short(number(one.worst))}`),
    SC.h("td", null, SC.button("run", () => run(one.experiment), { "data-run": i, "aria-label": `Run: ${doing(one.experiment)}` }))));
  const table = SC.h("table", { class: "wide next-table" },
    SC.h("thead", null, SC.h("tr", null, SC.head("experiment"), SC.head("left at worst", true), SC.h("td", null))), SC.h("tbody", null, rows));
  if (next.settled === true) {
    return part("Nothing more is needed", enough,
      SC.h("details", null, SC.h("summary", null, "What would tell the rest apart"), table, who));
  }
  return part("What to do next", table, who, next.reason ? SC.hint(next.reason) : null);
};

// All runs in one table. Only the rows in view are in the page, so that thousands scroll; they are judged in the
// background, one after the other, and their rows fill in.
/* global SC */
import { go } from "./address.js";
import { bench } from "./state.js";
import { fetched, stream } from "./talk.js";

const HEIGHT = 34;

const NO_RUNS = "No runs here: give symcause serve a folder with transcripts (symcause play --out) or results.";

const FILTERS = [
  ["all", () => true], ["right", (run) => run.right === true], ["wrong", (run) => run.right === false && run.answered !== false && !run.abstained],
  ["wrong but justified", (run) => run.right === false && run.support === "justified"],
  ["lucky", (run) => run.right === true && run.lucky === true],
  ["overclaims", (run) => run.answered && !run.abstained && ["unsupported", "refuted"].includes(run.support)],
  ["cannot tell", (run) => run.right !== true && run.abstained === true && run.answered !== false], ["no answer", (run) => run.right !== true && run.answered === false],
]; // right, wrong, cannot tell and no answer exclude one another; the others are parts of right or of wrong

const COLUMNS = [
  ["model", "model", (run) => run.model], ["problem", "problem", (run) => run.problem],
  ["right", "answer", (run) => (run.right === true ? "right" : run.right === false ? "wrong" : run.abstained ? "cannot tell" : run.answered ? "–" : "no answer")],
  ["support", "support", (run) => (run.lucky ? "lucky" : run.support || (run.judged ? "–" : "…"))],
  ["steps", "steps", (run) => run.steps ?? "–"], ["regret", "regret", (run) => (typeof run.regret === "number" ? run.regret.toFixed(2) : "–")],
  ["curve", "members left", null], ["file", "file", (run) => run.name],
];

const spark = (values) => {
  if (!values) return "";
  const ns = "http://www.w3.org/2000/svg";
  const logs = values.map((value) => Math.log10(Math.max(1, Number(value))));
  const most = Math.max(0.1, ...logs);
  const svg = document.createElementNS(ns, "svg");
  const line = document.createElementNS(ns, "polyline");
  svg.setAttribute("viewBox", "0 0 100 24");
  svg.setAttribute("class", "spark");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `members left: ${values.join(", ")}`);
  line.setAttribute("points", logs.map((log, i) => `${2 + (96 * i) / Math.max(1, logs.length - 1)},${21 - (18 * log) / most}`).join(" "));
  svg.append(line);
  return svg;
};

// The address of the runs: which are shown, and which one is open.
export const runsAddress = ({ filter, words, run }) => {
  const kept = Object.fromEntries(Object.entries({ filter: filter === "all" ? null : filter, words, run }).filter(([, value]) => value));
  return Object.keys(kept).length ? `#runs=${encodeURIComponent(JSON.stringify(kept))}` : "#runs";
};

// All runs in one sentence.
const summary = (runs, first) => {
  const of = (name) => runs.filter(FILTERS.find(([own]) => own === name)[1]).length;
  const open = runs.filter((run) => !run.judged).length;
  if (runs.length && open === runs.length) return `${SC.plural(runs.length, "run")}, still to be judged`;
  const justified = runs.filter((run) => run.right === true && run.support === "justified").length;
  const how = [justified ? `${justified} justified` : null, of("lucky") ? `${of("lucky")} by luck` : null].filter(Boolean);
  const parts = [`${of("right")} right${how.length ? ` (${how.join(", ")})` : ""}`, `${of("wrong")} wrong`,
    of("cannot tell") ? `${of("cannot tell")} cannot tell` : null, of("no answer") ? `${of("no answer")} without an answer` : null,
    open ? `${open} still to be judged` : null];
  return runs.length ? `${first ? "The first " : ""}${SC.plural(runs.length, "run")}: ${parts.filter(Boolean).join("; ")}` : "Runs";
};

export const drawRuns = (complain, signal, begun) => {
  const show = { runs: [], byKey: new Map(), filter: FILTERS.some(([name]) => name === begun.filter) ? begun.filter : "all", words: begun.words || "", open: null, sort: null, down: false, shown: [], nodes: new Map() };
  const key = (run) => `${run.file},${run.at}`;
  const body = SC.h("div", { class: "run-rows", role: "rowgroup" });
  const spacer = SC.h("div", { class: "run-space" }, body);
  const scroll = SC.h("div", { class: "run-scroll", tabindex: "0", role: "group", "aria-label": "Runs" }, spacer);
  const told = SC.h("p", { class: "hint", role: "status" }, "reading …");
  const drawn = (run) => SC.h("div", { class: "run-row", role: "row", "data-run-at": key(run), title: run.reason || run.name },
    COLUMNS.map(([name, , cell]) => SC.h("span", { role: "cell", class: `of-${name}` }, name === "model"
      ? SC.button(run.model || "unnamed", () => open(run), { class: "quiet name-of-run", "aria-label": `Open the run of ${run.model || "unnamed"} on ${run.problem}` })
      : name === "curve" ? run.curve || !run.judged ? spark(run.curve) : SC.h("span", { class: "hint", title: "nothing was counted after its steps" }, "–")
        : name === "right" || name === "support" ? SC.h("span", { class: `badge ${SC.config.answers[cell(run)] || "unknown"}` }, cell(run)) : String(cell(run)))));
  // Rows that stay in view stay as they are; a row is drawn again when it was judged.
  const paint = () => {
    const first = Math.max(0, Math.floor(scroll.scrollTop / HEIGHT) - 5);
    const wanted = show.shown.slice(first, first + Math.ceil(scroll.clientHeight / HEIGHT) + 12);
    const nodes = new Map(wanted.map((run) => [run, show.nodes.get(run)?.judged === run.judged ? show.nodes.get(run) : { judged: run.judged, node: drawn(run) }]));
    spacer.style.setProperty("height", `${show.shown.length * HEIGHT}px`);
    body.style.setProperty("transform", `translateY(${first * HEIGHT}px)`);
    for (const [run, { node }] of show.nodes) if (nodes.get(run)?.node !== node) node.remove();
    let after = null;
    for (const { node } of nodes.values()) {
      const place = after ? after.nextSibling : body.firstChild;
      if (place !== node) body.insertBefore(node, place);
      after = node;
    }
    show.nodes = nodes;
  };
  const choose = () => {
    const fits = FILTERS.find(([name]) => name === show.filter)[1];
    const words = show.words.toLowerCase();
    show.shown = show.runs.filter((run) => fits(run) && (!words || `${run.model} ${run.problem} ${run.name}`.toLowerCase().includes(words)));
    if (show.sort) {
      const value = (run) => (show.sort === "regret" ? run.regret ?? -Infinity : show.sort === "steps" ? run.steps ?? -1 : String(COLUMNS.find(([name]) => name === show.sort)[2](run)));
      show.shown.sort((a, b) => { const [x, y] = [value(a), value(b)]; return (x < y ? -1 : x > y ? 1 : 0) * (show.down ? -1 : 1); });
    }
    title.textContent = summary(show.runs, show.first);
    for (const one of filters.children) {
      const [name, own] = FILTERS.find(([known]) => known === one.dataset.filter);
      one.textContent = `${name} ${show.runs.filter(own).length}`;
      one.setAttribute("aria-pressed", String(name === show.filter));
    }
    const open_ = show.runs.filter((run) => !run.judged).length;
    const none = show.ended && !show.runs.length; // a folder may hold nothing but problems
    filters.hidden = rows.hidden = search.hidden = none;
    told.textContent = none ? NO_RUNS : `${SC.plural(show.shown.length, "run")} of ${show.runs.length}${open_ ? `; ${open_} still to be judged` : ""}`;
    paint();
  };
  let due = false;
  const soon = () => { if (!due) { due = true; requestAnimationFrame(() => { due = false; choose(); }); } };
  const take = (run) => {
    const old = show.byKey.get(key(run));
    if (old) Object.assign(old, run); else { show.byKey.set(key(run), run); show.runs.push(run); }
    soon();
  };
  const written = (replace) => go(runsAddress({ filter: show.filter, words: show.words, run: show.open }), replace);
  const list = () => { show.open = null; SC.swap(page, table); paint(); };
  const open = async (run, again = false) => {
    show.open = key(run);
    if (!again) written(false);
    try {
      const view = await fetched("episode", { file: run.file, at: run.at }, "view");
      const back = SC.button("All runs", () => { list(); written(false); }, { "data-act": "runs-back" });
      SC.swap(page, SC.h("p", { class: "trail" }, back), SC.problem(view));
      document.documentElement.dataset.episode = key(run);
      window.scrollTo(0, 0);
    } catch (error) { complain(error); }
  };
  const title = SC.h("h1", { class: "finding" }, "Runs");
  const search = SC.h("input", { type: "search", placeholder: "model, problem or file", "aria-label": "Search the runs", value: show.words || null, on: { input: () => { show.words = search.value; choose(); written(true); } } });
  const filters = SC.h("div", { class: "tabs", role: "group", "aria-label": "Which runs" }, FILTERS.map(([name]) =>
    SC.button(name, () => {
      show.filter = name;
      scroll.scrollTop = 0;
      choose();
      written(true);
    }, { class: "tab", "aria-pressed": String(name === show.filter), "data-filter": name })));
  const head = SC.h("div", { class: "run-row run-head", role: "row" }, COLUMNS.map(([name, title, cell]) => SC.h("span", { role: "columnheader", class: `of-${name}` },
    cell ? SC.button(title, () => { show.down = show.sort === name ? !show.down : false; show.sort = name; choose(); }, { class: "sort" }) : title)));
  scroll.addEventListener("scroll", paint);
  new ResizeObserver(paint).observe(scroll);
  const rows = SC.h("div", { role: "table", "aria-label": "Runs" }, head, scroll);
  const table = SC.h("div", { class: "runs" }, title, SC.h("div", { class: "controls" }, search, told), filters, rows);
  const page = SC.h("div", null, table);
  const judge = async () => {
    for (;;) {
      const next = show.runs.filter((run) => !run.judged);
      if (!next.length || signal.aborted) return;
      let some = false;
      const end = await stream("judge", { runs: next.map((run) => [run.file, run.at]) }, (line) => { if (line.run) { some = true; take(line.run); } }, signal);
      // the time was up: we go on, but not with one that took all of it
      if (!some) take({ file: next[0].file, at: next[0].at, judged: true, reason: end || "could not be judged" });
    }
  };
  stream("runs", {}, (line) => { if (line.run) take(line.run); if (line.first) show.first = line.first; if (line.error) complain(new Error(line.error)); }, signal).then(async () => {
    show.ended = true;
    choose();
    document.documentElement.dataset.ready = "runs";
    if (show.byKey.has(begun.run)) open(show.byKey.get(begun.run), true);
    await judge();
    choose(); // the page says so before anybody is told
    document.documentElement.dataset.judged = "all";
  }).catch(complain);
  // Somebody went back or forward: the same runs, as they were looked at.
  bench.runs = ({ filter = "all", words = "", run = null }) => {
    Object.assign(show, { filter, words });
    search.value = words;
    choose();
    if (show.byKey.has(run)) open(show.byKey.get(run), true); else list();
  };
  return page;
};

// The workbench: a problem as tables on one side, what follows from it on the other.
/* global SC */
import { Lost, fetched, stream, takeToken } from "./talk.js";
import { Past, readBack, written } from "./past.js";
import { drawSheet, freshName } from "./tables.js";
import { drawCount, drawMatrix, drawNext, drawPair, drawTrail, number } from "./figures.js";
import { drawHome } from "./home.js";
import { drawPlay } from "./play.js";
import { drawRuns } from "./runs.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const bench = { opened: null, past: null, figures: {}, trail: [], asked: 0, stop: null, words: "as it came" };

const mark = (name, value) => { document.documentElement.dataset[name] = value; };

const complain = (error) => {
  if (error.name === "AbortError") return;
  const old = document.querySelector(".complaint");
  if (old) old.remove();
  const box = SC.h("div", { class: "complaint", role: "alert" }, SC.h("span", null, error.message),
    error instanceof Lost ? SC.button("Try again", () => { box.remove(); if (bench.opened) ask(); else home(); }) : null,
    SC.button("×", () => box.remove(), { class: "quiet", "aria-label": "Dismiss" }));
  bar.after(box);
};

// ---- the state and its edits

const stateOf = (snapshot) => ({ document: snapshot.document, sheet: snapshot.sheet, options: snapshot.options });

const become = (snapshot, words) => {
  bench.past.push(snapshot);
  bench.words = words;
  draw();
  ask();
};

const edit = (words, change) => {
  const sheet = structuredClone(bench.past.now.sheet);
  change(sheet);
  become({ ...bench.past.now, sheet }, words);
};

const step = (way) => () => {
  bench.past[way]();
  bench.words = way;
  draw();
  ask();
};

// ---- asking: count, then what is seen, then what to do next; a new edit stops all of it

const ask = async () => {
  bench.stop?.abort();
  const stop = new AbortController();
  const turn = bench.asked + 1;
  Object.assign(bench, { stop, asked: turn });
  bench.edge = null;
  const state = stateOf(bench.past.now);
  const before = bench.figures.count ? number(bench.figures.count.count) : bench.figures.last;
  const fresh = { before, last: before };
  bench.stale = bench.figures;
  bench.figures = fresh;
  mark("settled", "");
  main.classList.add("working");
  try {
    for (const name of ["count", "look", "next"]) {
      if (!bench.opened.questions.includes(name) || fresh.error) continue;
      const end = await stream(`ask/${name}`, { state }, (line) => {
        if (turn !== bench.asked) return;
        if (line.error && name === "count") fresh.error = line.error;
        else if (line.error) fresh[name] = { experiments: [], member: null, unknown: { edges: line.error, member: line.error }, reason: line.error, status: "unknown" };
        if (line.document) fresh[name] = line.document;
        show();
      }, stop.signal);
      if (end && turn === bench.asked) { fresh.stopped = end; if (!fresh[name]) fresh[name] = late(name, end); show(); }
      if (name === "count") remember(fresh);
    }
  } catch (error) {
    if (error.name === "AbortError" || turn !== bench.asked) return;
    complain(error);
  }
  if (turn !== bench.asked) return;
  main.classList.remove("working");
  show();
  mark("settled", String(turn));
};

const late = (name, reason) => ({ count: null, reason, status: "unknown", experiments: [], member: null, edges: null, unknown: { edges: reason, member: reason } });

const remember = ({ count }) => {
  if (!count || count.count === null) return;
  const text = number(count.count);
  bench.trail = [...bench.trail, { log: count.log10 ?? -0.3, text, words: bench.words }].slice(-40);
};

const askEdge = async (cause, effect) => {
  bench.edge = { names: [cause, effect], look: null };
  show();
  try {
    const end = await stream("ask/look", { state: stateOf(bench.past.now), more: { edge: [cause, effect] } }, (line) => {
      if (!bench.edge) return;
      if (line.error) complain(new Error(line.error));
      if (line.document) { bench.edge.look = line.document; show(); }
    }, bench.stop.signal);
    if (end) complain(new Error(`unknown, because ${end}`));
    mark("edge", `${cause}->${effect}`);
  } catch (error) { complain(error); }
};

// ---- an experiment is run by gold or a member, and becomes evidence

const runs = async (experiment) => {
  const { now } = bench.past;
  const by = { gold: "gold", member: bench.figures.look?.member, other: bench.figures.look?.other }[bench.who];
  try {
    const opened = await fetched("run", { state: stateOf(now), experiment, by }, "opened");
    const words = `ran ${JSON.stringify(experiment)}`;
    if (!now.sheet) become({ ...now, document: opened.document }, words);
    else become({ ...now, sheet: merged(now.sheet, opened.sheet) }, words);
  } catch (error) { complain(error); }
};

// What is switched off is not in the new sheet: the new rows and groups are added to ours.
const merged = (ours, theirs) => {
  const sheet = structuredClone(ours);
  const lit = sheet.groups.filter((group) => group.on);
  theirs.groups.forEach((group, i) => {
    if (i < lit.length) lit[i].rows.push(...group.rows.slice(lit[i].rows.filter((row) => row.on).length));
    else if (sheet.groups.some((one) => one.title === group.title)) {
      const title = freshName(sheet, sheet.group);
      sheet.groups.push({ ...group, title, key: title });
    } else sheet.groups.push(group);
  });
  return sheet;
};

const whoAnswers = () => {
  const look = bench.figures.look || {};
  const able = [bench.opened.gold && ["gold", "gold"], look.member && !look.is_gold && ["member", "the model shown"], look.other && ["other", "the other model"]].filter(Boolean);
  if (!able.length) return null;
  if (!able.some(([key]) => key === bench.who)) [[bench.who]] = able;
  const select = SC.h("select", { id: "who", on: { change: () => { bench.who = select.value; } } },
    able.map(([key, words]) => SC.h("option", { value: key, selected: key === bench.who }, words)));
  return SC.h("p", { class: "who" }, SC.h("label", { for: "who" }, "answered by "), select);
};

// ---- drawing

const show = () => {
  const { figures, stale } = bench;
  const panel = document.getElementById("figures");
  if (!panel) return;
  const faint = (key) => (figures[key] ? figures[key] : null);
  const look = faint("look");
  const kept = !figures.error && !look && stale ? stale.look : null;
  const pair = bench.edge?.look ? drawPair(bench.edge.look, bench.edge.names) : drawPair(look || kept);
  SC.swap(panel, drawCount(figures), drawTrail(bench.trail) || "",
    SC.h("div", { class: look ? "" : "stale" }, drawMatrix(look || kept, askEdge) || ""),
    SC.h("div", { class: look ? "" : "stale" }, pair || ""),
    SC.h("div", { class: figures.next ? "" : "stale" }, drawNext(figures.next || (figures.error ? null : stale?.next), runs, whoAnswers()) || ""));
};

const drawOptions = () => {
  const { options } = bench.past.now;
  const set = (name, value) => {
    const next = { ...options };
    if (value === "" || value === false || (Array.isArray(value) && !value.length)) delete next[name]; else next[name] = value;
    become({ ...bench.past.now, options: next }, `${name} ${JSON.stringify(value)}`);
  };
  const one = (option) => {
    const id = `option-${option.name}`;
    const props = { id, title: option.help, "data-option": option.name };
    let input;
    if (option.kind === "flag") input = SC.h("input", { ...props, type: "checkbox", checked: Boolean(options[option.name]), on: { change: () => set(option.name, input.checked) } });
    else if (option.kind === "choice") {
      input = SC.h("select", { ...props, on: { change: () => set(option.name, input.value) } }, SC.h("option", { value: "" }, "as it is"),
        option.choices.map((word) => SC.h("option", { value: word, selected: word === options[option.name] }, word)));
    } else {
      const text = Array.isArray(options[option.name]) ? options[option.name].join("; ") : options[option.name] ?? "";
      const read = () => {
        const typed = input.value.trim();
        if (option.kind === "many") return typed ? typed.split(";").map((part) => part.trim()).filter(Boolean) : "";
        return ["integer", "bound"].includes(option.kind) && /^\d+$/.test(typed) ? Number(typed) : typed;
      };
      input = SC.h("input", { ...props, value: text, size: option.kind === "many" ? 16 : 6, on: { change: () => set(option.name, read()) } });
    }
    return SC.h("div", { class: "field" }, SC.h("label", { for: id, class: "field-title", title: option.help }, option.flag.replace(/^--/, "").replace(/-/g, " ")), input);
  };
  return SC.h("details", { class: "options", open: Object.keys(options).length > 0 }, SC.h("summary", null, "Class: what counts as a model"),
    SC.h("div", { class: "fields" }, bench.opened.options.map(one)));
};

const drawSource = () => {
  const area = SC.h("textarea", { rows: 12, spellcheck: "false", "aria-label": "The problem as JSON", id: "source" });
  const take = () => fetched("open", { source: area.value }, "opened").then((opened) => {
    bench.opened = opened;
    become({ document: opened.document, sheet: opened.sheet, options: bench.past.now.options }, "the text was edited");
  }, complain);
  const fill = async () => {
    if (area.value) return;
    try { area.value = JSON.stringify(JSON.parse((await fetched("export/problem", { state: stateOf(bench.past.now) }, "file")).text), null, 1); } catch (error) { complain(error); }
  };
  return SC.h("details", { class: "source", open: !bench.past.now.sheet, on: { toggle: (event) => { if (event.target.open) fill(); } } },
    SC.h("summary", null, "As JSON"), area, SC.button("Take this text", take, { "data-act": "source" }));
};

const save = async (what) => {
  try {
    const file = await fetched(`export/${what}`, { state: stateOf(bench.past.now) }, "file");
    bench.saved = file;
    SC.download(`${SC.fileName(bench.opened.id)}.${file.name}`, "application/octet-stream", file.text);
    mark("saved", what);
  } catch (error) { complain(error); }
};

const link = async () => {
  const address = `${location.origin}/#s=${await written(stateOf(bench.past.now))}`;
  history.replaceState(null, "", address);
  const told = SC.h("span", { class: "told", role: "status" }, "The address is the link.");
  navigator.clipboard?.writeText(address).then(() => { told.textContent = "The link is copied."; }, () => {});
  bar.append(told);
  setTimeout(() => told.remove(), 2500);
  mark("link", "made");
};

const drawBar = () => SC.swap(bar,
  SC.button("symcause", home, { class: "brand", "aria-label": "All problems" }),
  bench.opened ? null : SC.h("span", { class: "tools" }, SC.button("Problems", home), SC.button("Runs", browse, { "data-act": "runs" })),
  bench.opened ? [SC.h("strong", { class: "title" }, bench.opened.id),
    SC.h("span", { class: "tools" },
      SC.button("Undo", step("undo"), { disabled: !bench.past.canUndo, "data-act": "undo", "aria-keyshortcuts": "Control+Z" }),
      SC.button("Redo", step("redo"), { disabled: !bench.past.canRedo, "data-act": "redo", "aria-keyshortcuts": "Control+Y" }),
      SC.button("Link", link, { "data-act": "link" })),
    SC.h("span", { class: "tools exports" }, SC.h("span", { class: "hint" }, "Save"), ["problem", "answer", "certificate", "page"]
      .filter((what) => what === "problem" || bench.opened.questions.includes(what === "answer" ? "solve" : "audit"))
      .map((what) => SC.button(what, () => save(what), { "data-save": what })))] : []);

const draw = () => {
  const focus = document.activeElement?.closest?.("[data-group]") ? [document.activeElement.closest("[data-group]").dataset.group, document.activeElement.dataset.cell] : null;
  const unfolded = new Set([...document.querySelectorAll(".bench-columns details[open] > summary")].map((one) => one.parentNode.parentNode.dataset.group || one.textContent));
  drawBar();
  const { sheet } = bench.past.now;
  const tables = sheet ? drawSheet(sheet, edit) : SC.hint("This family lays out no tables: edit the text below.");
  const old = document.getElementById("figures");
  const panel = old || SC.h("aside", { id: "figures", "aria-label": "The version space" });
  SC.swap(main, SC.h("div", { class: "bench-columns" }, SC.h("div", { class: "evidence-side" }, drawOptions(), tables, drawSource()), panel));
  for (const details of main.querySelectorAll(".bench-columns details")) {
    const key = details.parentNode.dataset.group || details.querySelector("summary").textContent;
    if (unfolded.has(key)) details.open = true;
  }
  if (focus?.[1]) main.querySelector(`[data-group="${focus[0]}"] [data-cell="${focus[1]}"]`)?.focus({ preventScroll: true });
  mark("ready", "bench");
};

const open = (opened, snapshot) => {
  document.querySelector(".complaint")?.remove();
  Object.assign(bench, { opened, figures: {}, stale: null, trail: [], words: "as it came" });
  bench.past = new Past(snapshot || { document: opened.document, sheet: opened.sheet, options: {} });
  window.scrollTo(0, 0);
  draw();
  ask();
};

// Whatever was under way ends; the page is free for something else.
const leave = (address) => {
  bench.stop?.abort();
  Object.assign(bench, { opened: null, asked: bench.asked + 1, stop: new AbortController() });
  document.querySelector(".complaint")?.remove();
  history.replaceState(null, "", `${location.pathname}${address}`);
  mark("ready", "");
  drawBar();
  return bench.stop.signal;
};

const home = () => {
  const signal = leave("");
  SC.swap(main, drawHome((opened) => open(opened), play, complain, signal));
};

const browse = () => {
  const signal = leave("#runs");
  SC.swap(main, drawRuns(complain, signal));
};

const play = (place) => {
  leave(`#play=${encodeURIComponent(JSON.stringify(place))}`);
  SC.swap(main, drawPlay(place, complain));
};

const start = async () => {
  takeToken();
  const played = /^#play=(.+)$/.exec(location.hash);
  if (played) {
    try { return play(JSON.parse(decodeURIComponent(played[1]))); } catch { return home(); }
  }
  if (location.hash === "#runs") return browse();
  const state = /^#s=([\w-]+)$/.exec(location.hash);
  if (!state) return home();
  try {
    const found = await readBack(state[1]);
    const opened = await fetched("open", { state: { document: found.document } }, "opened");
    return open(opened, { document: opened.document, sheet: found.sheet || null, options: found.options || {} });
  } catch (error) {
    home();
    return complain(new Error(`This link cannot be opened: ${error.message}`));
  }
};

window.addEventListener("keydown", (event) => {
  if (!bench.opened || !(event.ctrlKey || event.metaKey) || ["INPUT", "TEXTAREA"].includes(event.target.tagName)) return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") {
    event.preventDefault();
    step(key === "y" || event.shiftKey ? "redo" : "undo")();
  }
});
window.addEventListener("hashchange", () => { if (/^#(s|token)=/.test(location.hash)) start(); });
window.bench = bench;
start();

// The pages of the workbench and how one gets from one to another: the shelf, a problem, a game, the runs; or
// a study and nothing else.
/* global SC */
import { arrive, drafted, go, isShown, keepAddress } from "./address.js";
import { fetched, stopAll, takeToken } from "./talk.js";
import { readBack } from "./past.js";
import { bench, complain, mark } from "./state.js";
import { open, step, tools } from "./editing.js";
import { drawHome } from "./home.js";
import { drawPlay } from "./play.js";
import { drawRuns, runsAddress } from "./runs.js";
import { drawStudy } from "./study.js";

const main = document.getElementById("main");
const { study } = document.documentElement.dataset;

bench.drawBar = () => {
  document.title = bench.opened ? `${bench.opened.id} · symcause workbench` : "symcause workbench";
  drawTools();
};

const drawTools = () => SC.swap(document.getElementById("bar"),
  study ? SC.h("strong", { class: "brand" }, "symcause") : SC.button("symcause", () => home(), { class: "brand", "aria-label": "All problems" }),
  study || bench.opened ? null : SC.h("span", { class: "tools" }, SC.button("Problems", () => home()), SC.button("Runs", () => browse(), { "data-act": "runs" })),
  bench.opened ? tools() : [],
  study ? null : SC.button("Stop", stopAll, { class: "stop", "data-act": "stop", "aria-label": "Stop what is under way" }));

// Whatever was under way ends; the page is free for something else.
const leave = (address, again) => {
  bench.stop?.abort();
  stopAll();
  Object.assign(bench, { opened: null, asked: bench.asked + 1, stop: new AbortController(), again });
  document.querySelector(".complaint")?.remove();
  bench.runs = null;
  go(address);
  mark("ready", "");
  bench.drawBar();
  return bench.stop.signal;
};

const home = () => {
  const signal = leave("", home);
  SC.swap(main, drawHome((opened) => open(opened), play, complain, signal));
};

const browse = (begun = {}) => {
  if (bench.runs) return bench.runs(begun);
  const signal = leave(runsAddress(begun), () => browse(begun));
  return SC.swap(main, drawRuns(complain, signal, begun));
};

const play = (place) => {
  leave(`#play=${encodeURIComponent(JSON.stringify(place))}`, () => play(place));
  SC.swap(main, drawPlay(place, complain));
};

const sit = () => {
  leave("", sit);
  SC.swap(main, drawStudy(complain));
};

const start = async () => {
  takeToken();
  if (study) return sit();
  return route();
};

// What the address asks for.
const route = async () => {
  arrive();
  const played = /^#play=(.+)$/.exec(location.hash);
  if (played) {
    try { return play(JSON.parse(decodeURIComponent(played[1]))); } catch { return home(); }
  }
  const runs = /^#runs(?:=(.+))?$/.exec(location.hash);
  if (runs) {
    try { return browse(runs[1] ? JSON.parse(decodeURIComponent(runs[1])) : {}); } catch { return browse(); }
  }
  const state = /^#([sd])=([\w-]+)$/.exec(location.hash);
  if (!state) return home();
  try {
    const found = await readBack(state[1] === "d" ? drafted(state[2]) : state[2]);
    const opened = await fetched("open", { state: { document: found.document } }, "opened");
    bench.runs = null;
    return open(opened, { document: opened.document, sheet: found.sheet || null, options: found.options || {}, edge: found.edge, view: found.view });
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
    step(key === "y" || event.shiftKey ? "redo" : "undo");
  }
});
// Back, forward, or another address; one that names a place in the page is none of ours.
window.addEventListener("popstate", () => {
  if (isShown()) return;
  if (/^#token=/.test(location.hash)) start();
  else if (study || (location.hash && !/^#(s|d|play|runs)(=|$)/.test(location.hash))) keepAddress();
  else route();
});
window.bench = bench;
start();

// Asking about the problem as it stands: the count, then what is seen, then what to do next. A new edit
// stops all of it; what belongs to an earlier state is not listened to.
import { writeState } from "./address.js";
import { stream } from "./talk.js";
import { bench, complain, mark, stateOf } from "./state.js";
import { number } from "./figures.js";

// Of a problem with a question of its own what is asked first is whether that is settled.
const questions = () => (bench.opened.questions.includes("look") ? ["count", "look", "next"] : ["count", "audit", "next"]);
const STOPPED = "it was stopped here";

// A document that says no more than why nothing is known.
const unknown = (reason) => ({ count: null, reason, status: "unknown", experiments: [], member: null, edges: null, unknown: { edges: reason, member: reason } });

const remember = ({ count }) => {
  if (!count || count.count === null) return;
  bench.trail = [...bench.trail, { log: count.log10 ?? -0.3, text: number(count.count), words: bench.words }].slice(-40);
};

// Somebody did not want to wait: what is not known says so.
const halted = (fresh) => {
  fresh.stopped = STOPPED;
  for (const name of questions()) if (bench.opened.questions.includes(name)) fresh[name] ||= unknown(STOPPED);
};

export const ask = async (show) => {
  bench.stop?.abort();
  const stop = new AbortController();
  const turn = bench.asked + 1;
  const state = stateOf(bench.past.now);
  const before = bench.figures.count ? number(bench.figures.count.count) : bench.figures.last;
  const fresh = { before, last: before, asked: questions().includes("audit") };
  Object.assign(bench, { stop, asked: turn, edge: null, stale: bench.figures, figures: fresh });
  const current = () => turn === bench.asked;
  const main = document.getElementById("main");
  mark("settled", "");
  main.classList.add("working");
  try {
    for (const name of questions()) {
      if (!bench.opened.questions.includes(name) || fresh.error) continue;
      const end = await stream(`ask/${name}`, { state }, (line) => {
        if (!current()) return;
        if (line.error && name === "count") fresh.error = line.error;
        else if (line.error) fresh[name] = unknown(line.error);
        if (line.noun && name === "count") fresh.noun = line.noun;
        if (line.said) fresh.said = line.said;
        if (line.document) fresh[name] = { ...line.document, graph: line.graph || null };
        show();
      }, stop.signal);
      if (end && current()) { fresh.stopped = end; fresh[name] ||= unknown(end); show(); }
      if (name === "count") remember(fresh);
    }
  } catch (error) {
    if (!current()) return;
    if (error.name === "AbortError") halted(fresh); else complain(error);
  }
  if (!current()) return;
  main.classList.remove("working");
  show();
  mark("settled", String(turn));
  const wanted = bench.wanted;
  bench.wanted = null;
  if (wanted) await askEdge(...wanted, show);
};

// Two members that disagree on an edge.
export const askEdge = async (cause, effect, show) => {
  bench.edge = { names: [cause, effect], look: null };
  show();
  writeState(false);
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

// The space of the problem as it stands, drawn once everything else is known. A drawing of an earlier state
// is faint until the new one comes.
/* global SC */
import { writeState } from "./address.js";
import { stream } from "./talk.js";
import { bench, complain, mark, stateOf } from "./state.js";

const box = SC.h("section", { class: "part space-part", id: "space", "aria-label": "The space, drawn" });

export const spaceBox = () => {
  if (!bench.figures.count) box.classList.add("stale");
  return box;
};

export const drawSpace = async () => {
  const turn = bench.asked;
  if (bench.figures.error || bench.figures.stopped || !bench.figures.count) return;
  try {
    await stream("draw", { state: stateOf(bench.past.now) }, (line) => {
      const why = line.undrawn || line.error;
      if (turn !== bench.asked || (!why && !line.drawing)) return; // the last line tells only that it ends
      box.classList.remove("stale");
      SC.swap(box, SC.h("h2", null, "The space, drawn"), why ? SC.hint(`Not drawn: ${why}.`)
        : new SC.SpaceBoard(SC.unpackSpace(line.drawing), `${SC.fileName(bench.opened.id)}-space`, bench.view, (view) => { bench.view = view; writeState(false); }).node);
      mark("drawn", String(turn));
    }, bench.stop.signal);
  } catch (error) { if (turn === bench.asked && error.name !== "AbortError") complain(error); }
};

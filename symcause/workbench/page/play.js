// An episode played by a person. The transcript is kept by this browser, so that a reload goes on where it was.
/* global SC */
import { Board, budgetOf } from "./board.js";
import { fetched } from "./talk.js";

export const drawPlay = (place, complain) => {
  const key = `symcause-play-${place.name}-${place.id}-0`;
  const kept = JSON.parse(localStorage.getItem(key) || "{}");
  const show = { now: null, busy: false, saved: null };
  const page = SC.h("div", { class: "play" }, SC.hint("beginning …"));
  const keep = () => localStorage.setItem(key, JSON.stringify(kept));
  const asked = (move, what) => fetched("play", { file: place.file, at: place.at, move: { transcript: kept.transcript || "", ...move } }, what);
  const send = async (move) => {
    if (show.busy) return;
    show.busy = true;
    document.documentElement.dataset.played = "";
    try {
      show.now = await asked(move, "played");
      kept.transcript = show.now.transcript;
      show.saved = show.now.saved || show.saved;
      keep();
      draw();
    } catch (error) { complain(error); } finally { show.busy = false; }
    document.documentElement.dataset.played = String(show.now ? show.now.steps.length : 0);
  };
  const draft = async (form) => (await asked({ form, draft: true }, "played")).draft;
  const fresh = () => new Board(kept, { send, draft, keep });
  let board = fresh();
  const again = () => { for (const name of Object.keys(kept)) delete kept[name]; show.saved = null; board = fresh(); send({}); };
  const save = () => (document.documentElement.dataset.saves === "true" && !show.now.over ? send({ keep: true })
    : SC.download(`${SC.fileName(show.now.id)}.episode.jsonl`, "application/x-ndjson", show.now.transcript));
  const draw = () => {
    const { now } = show;
    SC.swap(page, SC.h("div", { class: "play-head" }, SC.h("h1", null, now.id), budgetOf(now),
      SC.button("Save the transcript", save, { "data-act": "save-transcript" }), SC.button("Begin anew", again, { class: "quiet" }),
      show.saved ? SC.h("span", { class: "told" }, `Saved as ${show.saved}`) : null),
    now.view ? SC.problem(now.view) : "", now.over ? "" : board.draw(now, now.refused));
    document.documentElement.dataset.ready = "play";
  };
  send({});
  return page;
};

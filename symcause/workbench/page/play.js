// An episode played by a person: what has been seen and what is left are always in view, gold is not here.
// The transcript is kept by this browser, so that a reload goes on where it was.
/* global SC */
import { fetched } from "./talk.js";

const keyOf = (place, seed) => `symcause-play-${place.name}-${place.id}-${seed}`;

export const drawPlay = (place, complain) => {
  const key = keyOf(place, 0);
  const kept = JSON.parse(localStorage.getItem(key) || "{}");
  const show = { now: null, notes: kept.notes || "", busy: false };
  const page = SC.h("div", { class: "play" }, SC.hint("beginning …"));
  const keep = () => localStorage.setItem(key, JSON.stringify({ transcript: show.now?.transcript || "", notes: show.notes }));
  const send = async (move) => {
    if (show.busy) return;
    show.busy = true;
    document.documentElement.dataset.played = "";
    try {
      show.now = await fetched("play", { file: place.file, at: place.at, move: { transcript: show.now?.transcript ?? kept.transcript ?? "", ...move } }, "played");
      keep();
      draw();
    } catch (error) { complain(error); } finally { show.busy = false; }
    document.documentElement.dataset.played = String(show.now ? show.now.steps.length : 0);
  };
  const again = () => { localStorage.removeItem(key); Object.assign(kept, { transcript: "" }); show.now = null; send({}); };
  const typed = (id, label, hint, act, words) => {
    const input = SC.h("input", { id, autocomplete: "off", spellcheck: "false", placeholder: hint || "", "aria-label": label });
    const form = SC.h("form", { class: "typed", on: { submit: (event) => { event.preventDefault(); if (input.value.trim()) act(input.value); } } }, input, SC.h("button", { type: "submit" }, words));
    return form;
  };
  const draw = () => {
    const { now } = show;
    const notes = SC.h("textarea", { id: "notes", rows: 4, on: { input: () => { show.notes = notes.value; keep(); } } });
    notes.value = show.notes;
    const head = SC.h("div", { class: "play-head" }, SC.h("h1", null, now.id),
      SC.h("p", { class: "budget", "data-left": now.left }, now.over ? "answered" : `${SC.plural(now.left, "action")} of ${now.budget} left`),
      SC.button("Save the transcript", () => SC.download(`${SC.fileName(now.id)}.episode.jsonl`, "application/x-ndjson", now.transcript)),
      SC.button("Begin anew", again, { class: "quiet" }));
    const seen = SC.h("section", { class: "part", "aria-label": "What has been seen" }, SC.h("h2", null, "What has been seen"),
      now.steps.length ? SC.h("ol", { class: "seen" }, now.steps.map((step) => SC.h("li", null, SC.h("strong", null, step.action), SC.h("pre", { class: "plain told" }, step.told)))) : SC.hint("Nothing yet."));
    const task = SC.h("section", { class: "part" }, SC.h("h2", null, "The task"), SC.h("pre", { class: "plain told" }, now.task), SC.h("details", null, SC.h("summary", null, "What may be done"), SC.h("p", { class: "description" }, now.description)));
    const act = now.over ? null : SC.h("section", { class: "part" }, SC.h("h2", null, now.left ? "Do something" : "Only an answer is left"),
      now.refused ? SC.h("p", { class: "refused", role: "alert" }, `Refused: ${now.refused}`) : null,
      SC.h("div", { class: "offered" }, now.offered.map((one, i) => SC.button(one.words, () => send({ action: one.action }), { "data-action": i }))),
      now.left ? typed("typed-action", "An action", now.example || "an action as JSON", (words) => send({ typed: words }), "do it") : null);
    const answer = now.over ? null : SC.h("section", { class: "part" }, SC.h("h2", null, "Answer, once"),
      typed("typed-answer", "The answer", now.answer_example || "the answer, as JSON or in words", (words) => send({ answer: words }), "answer"),
      SC.button("Cannot tell", () => send({ cannot_tell: true }), { "data-act": "cannot-tell" }));
    const mine = SC.h("section", { class: "part" }, SC.h("h2", null, SC.h("label", { for: "notes" }, "Notes")), notes);
    SC.swap(page, head, now.view ? SC.problem(now.view) : "", now.over ? "" : SC.h("div", { class: "bench-columns" },
      SC.h("div", null, task, seen), SC.h("div", null, act || "", answer || "", mine)));
    document.documentElement.dataset.ready = "play";
  };
  send({});
  return page;
};

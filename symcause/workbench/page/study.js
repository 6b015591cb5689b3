// A study: a participant says who they are, gets one problem after the other, and sees what became of the
// answers after the last. Where the server keeps no results this browser does.
/* global SC */
import { Board, budgetOf } from "./board.js";
import { stream } from "./talk.js";

export const drawStudy = (complain) => {
  const key = `symcause-study-${document.documentElement.dataset.study}`;
  const kept = JSON.parse(localStorage.getItem(key) || "{}");
  const show = { now: null, board: null, busy: false, rows: [] };
  const page = SC.h("div", { class: "play study" }, SC.hint("beginning …"));
  const keep = () => localStorage.setItem(key, JSON.stringify(kept));
  const forget = () => { for (const name of Object.keys(kept)) delete kept[name]; Object.assign(show, { now: null, board: null }); keep(); };
  const mark = (name, value) => { document.documentElement.dataset[name] = value; };

  // Sends where we stand along, so that nothing is done twice; hands on every line.
  const told = async (more, onLine) => {
    let wrong;
    const sitting = { participant: kept.participant || "", record: kept.record || "", place: show.now?.place || null, ...more };
    const end = await stream("study", { sitting }, (line) => { if (line.error) wrong = line.error; else if (!("end" in line)) onLine(line); });
    if (wrong || end) throw new Error(wrong || end);
  };
  const send = async (move) => {
    if (show.busy) return;
    show.busy = true;
    mark("sat", "");
    show.rows = [];
    try {
      await told(move ? { move } : {}, (line) => {
        document.querySelector(".complaint")?.remove();
        if (line.row) show.rows.push(line.row);
        if ("shown" in line) take(line);
        draw();
      });
    } catch (error) {
      if (!show.now) { delete kept.participant; keep(); welcome(); }
      complain(error);
    } finally { show.busy = false; }
    if (show.now) mark("sat", show.now.place.join(","));
  };
  const take = (now) => {
    const [before, after] = [show.now?.place[0], now.place[0]];
    if (before !== undefined && before !== after) { delete kept.answer; delete kept.notes; delete kept.action; window.scrollTo(0, 0); }
    if (!show.board || before !== after) show.board = new Board(kept, { send, draft, keep });
    show.now = now;
    if (now.record !== null) kept.record = now.record;
    keep();
  };
  const draft = async (form) => {
    let found;
    await told({ move: { form, draft: true } }, (line) => { if (line.draft) found = line.draft; });
    return found;
  };
  const review = async (at) => {
    try {
      await told({ review: at }, (line) => {
        if (!line.view) return;
        SC.swap(page, SC.h("p", { class: "trail" }, SC.button("All problems", draw, { "data-act": "study-back" })), SC.problem(line.view));
        mark("episode", String(at));
        window.scrollTo(0, 0);
      });
    } catch (error) { complain(error); }
  };

  const drawEnd = ({ study, of, results, record }) => [SC.h("h1", null, "Thank you"),
    SC.h("p", { class: "lead" }, `${SC.plural(of, "problem")} answered by ${kept.participant}. ${results ? `The results are in ${results}.` : "Save the results: they are nowhere else."}`),
    SC.h("table", { class: "wide", "aria-label": "What became of the answers" }, SC.h("thead", null, SC.h("tr", null, ["problem", "answer", "support"].map((one) => SC.head(one)), SC.head("steps", true))),
      SC.h("tbody", null, show.rows.map((row) => SC.h("tr", { "data-row": row.at }, SC.side(SC.button(row.problem, () => review(row.at), { class: "quiet name-of-run" })),
        SC.h("td", null, row.right === true ? "right" : row.right === false ? "wrong" : row.abstained ? "cannot tell" : "–"),
        SC.h("td", null, row.lucky ? "lucky" : row.support || "–"), SC.h("td", { class: "number" }, row.steps))))),
    SC.h("p", { class: "controls" },
      record === null ? null : SC.button("Save the results", () => SC.download(`${SC.fileName(study.id)}.${kept.participant}.jsonl`, "application/x-ndjson", record), { "data-act": "save-results" }),
      SC.button("Another participant", () => { forget(); welcome(); }, { class: "quiet", "data-act": "another" }))];
  const draw = () => {
    const { now } = show;
    if (!now) return;
    mark("ready", now.shown ? "study" : "study-end");
    if (!now.shown) { SC.swap(page, drawEnd(now)); return; }
    SC.swap(page, SC.h("div", { class: "play-head" }, SC.h("h1", null, now.study.title || now.study.id),
      SC.h("p", { class: "lead" }, `Problem ${now.place[0] + 1} of ${now.of}`), budgetOf(now.shown)),
    now.study.instructions ? SC.h("details", null, SC.h("summary", null, "Instructions"), SC.h("p", { class: "description" }, now.study.instructions)) : "",
    show.board.draw(now.shown, now.refused));
  };
  const welcome = async () => {
    try {
      await told({ participant: "", place: null, record: "" }, ({ study, of }) => {
        const input = SC.h("input", { id: "participant", autocomplete: "off", spellcheck: "false", required: true });
        SC.swap(page, SC.h("h1", null, study.title || study.id), SC.h("p", { class: "description" }, study.instructions || ""),
          SC.h("p", { class: "lead" }, `${of === 1 ? "One problem" : `${of} problems, one after the other`}. What became of your answers is shown after the last. You may close this page and go on later, with the same code.`),
          SC.h("form", { class: "typed", on: { submit: (event) => { event.preventDefault(); kept.participant = input.value.trim(); keep(); send(null); } } },
            SC.h("label", { for: "participant" }, "Your participant code"), input, SC.h("button", { type: "submit", "data-act": "begin" }, "Begin")));
        mark("ready", "welcome");
      });
    } catch (error) { complain(error); }
  };
  if (kept.participant) send(null); else welcome();
  return page;
};

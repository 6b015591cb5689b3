// What a player has before them: the task, what has been seen, what may be done, and the answer. What was
// written into the form of the answer and into the notes outlives every step. Gold is not here.
/* global SC */
import { drawForm } from "./form.js";
import { say } from "./state.js";

const PAUSE = 250; // milliseconds without a key before an answer is read

// acts: send(move), draft(answer) that says what is wrong with it, keep() after notes or form changed.
export class Board {
  constructor(kept, acts) {
    Object.assign(this, { kept, acts, drawn: {}, turn: 0 });
  }

  // A form stays as it is until the schema changes.
  form(which, schema, change) {
    const text = JSON.stringify(schema);
    if (this.drawn[which]?.text !== text) this.drawn[which] = { text, form: drawForm(schema, `${which}-form`, this.kept[which], change) };
    return this.drawn[which].form;
  }

  written(form, told) {
    this.kept.answer = form.value();
    this.acts.keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(form, told), PAUSE);
  }

  async read(form, told) {
    const turn = this.turn + 1;
    this.turn = turn;
    if (form.value() === undefined) { told.textContent = ""; return; }
    try {
      const { why, mistakes } = await this.acts.draft(form.value());
      if (turn !== this.turn) return;
      form.complain(mistakes);
      told.textContent = why ? `Not an answer yet: ${why}` : "This can be read as an answer.";
      document.documentElement.dataset.draft = why ? "unread" : "read";
    } catch { told.textContent = ""; } // whoever answers is told what went wrong
  }

  typed(id, label, hint, act, words) {
    const input = SC.h("input", { id, autocomplete: "off", spellcheck: "false", placeholder: hint || "", "aria-label": label });
    return SC.h("form", { class: "typed", on: { submit: (event) => { event.preventDefault(); if (input.value.trim()) act(input.value); } } }, input, SC.h("button", { type: "submit" }, words));
  }

  drawActions(now) {
    const send = (move) => this.acts.send(move);
    const form = now.left ? this.form("action", now.action, () => {}) : null;
    return part(now.left ? "Do something" : "Only an answer is left",
      SC.h("div", { class: "offered" }, now.offered.map((one, i) => SC.button(one.words, () => send({ action: one.action }), { "data-action": i }))),
      now.unoffered ? SC.h("p", { class: "hint" }, "There are more: type one, or put one together.") : null,
      now.left ? this.typed("typed-action", "An action", now.example || "an action as JSON", (words) => send({ typed: words }), "do it") : null,
      form ? SC.h("details", null, SC.h("summary", null, "Put one together"), form.node,
        SC.button("Do it", () => send({ typed: JSON.stringify(form.value() ?? {}) }), { "data-act": "action-form" })) : null);
  }

  drawAnswer(now) {
    const told = this.told || SC.h("p", { class: "hint", role: "status", id: "draft-told" });
    this.told = told;
    const form = this.form("answer", now.answer, () => this.written(this.drawn.answer.form, told));
    const typed = this.typed("typed-answer", "The answer", now.answer_example || "the answer, as JSON or in words", (words) => this.acts.send({ answer: words }), "answer");
    return part("Answer, once",
      form ? [form.node, told] : typed,
      SC.h("div", { class: "controls" }, form ? SC.button("Answer", () => this.acts.send({ form: form.value() ?? {} }), { "data-act": "answer-form" }) : null,
        now.may_abstain ? SC.button("Cannot tell", () => this.acts.send({ cannot_tell: true }), { "data-act": "cannot-tell" }) : null),
      form ? SC.h("details", null, SC.h("summary", null, "In words, or as JSON"), typed) : null);
  }

  drawNotes() {
    const notes = SC.h("textarea", { id: "notes", rows: 4, on: { input: () => { this.kept.notes = notes.value; this.acts.keep(); } } });
    notes.value = this.kept.notes || "";
    return SC.h("section", { class: "part" }, SC.h("h2", null, SC.h("label", { for: "notes" }, "Notes")), notes);
  }

  draw(now, refused) {
    const seen = part("What your actions have shown", now.steps.length
      ? SC.h("ol", { class: "seen" }, now.steps.map((step) => SC.h("li", null, SC.h("strong", null, step.action), SC.h("pre", { class: "plain told" }, step.told))))
      : SC.hint(now.budget ? "No action yet. What is known before the first stands in the task." : "All there is to see stands in the task."));
    const task = part("The task", SC.h("pre", { class: "plain told" }, ruled(now.task)),
      SC.h("details", null, SC.h("summary", null, "What may be done"), SC.h("p", { class: "description" }, now.description)));
    return SC.h("div", { class: "bench-columns" }, SC.h("div", null, now.steps.length ? [seen, task] : [task, seen]), SC.h("div", null,
      refused ? SC.h("p", { class: "refused", role: "alert" }, `Refused: ${refused}`) : null,
      this.drawActions(now), this.drawAnswer(now), this.drawNotes()));
  }
}

// Lines that begin with a blank are rows of a table: their columns stand below one another.
const ruled = (text) => text.split(/((?:^ .*(?:\n|$))+)/m).map((piece, i) => (i % 2 ? SC.h("span", { class: "rows" }, piece) : piece));

const part = (title, ...children) => SC.h("section", { class: "part", "aria-label": title }, SC.h("h2", null, title), ...children);

export const budgetOf = (now) => {
  const words = now.over ? "answered" : now.budget ? `${SC.plural(now.left, "action")} of ${now.budget} left` : "no actions here: an answer from what is given";
  say(`${now.steps.length ? `${now.steps[now.steps.length - 1].told}. ` : ""}${words}`);
  return SC.h("p", { class: "budget", "data-left": now.left }, words);
};

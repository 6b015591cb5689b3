// What the page holds while a problem is edited, and how it complains. A test reads it as window.bench.
/* global SC */
import { Lost } from "./talk.js";

export const bench = { opened: null, past: null, figures: {}, stale: null, trail: [], asked: 0, stop: null, edge: null, view: null, words: "as it came", again: () => {} };

// For whoever waits: a state of the page that can be seen from outside.
export const mark = (name, value) => { document.documentElement.dataset[name] = value; };

export const stateOf = ({ document, sheet, options }) => ({ document, sheet, options });

export const complain = (error) => {
  if (error.name === "AbortError") return;
  document.querySelector(".complaint")?.remove();
  const box = SC.h("div", { class: "complaint", role: "alert" }, SC.h("span", null, error.message),
    error instanceof Lost ? SC.button("Try again", () => { box.remove(); bench.again(); }) : null,
    SC.button("×", () => box.remove(), { class: "quiet", "aria-label": "Dismiss" }));
  document.getElementById("bar").after(box);
};

// For whoever hears the page: a region that stays, so that what changes in it is read out.
export const say = (words) => {
  const region = document.getElementById("said");
  if (region.textContent !== words) region.textContent = words;
};

// A line in the bar that says what was done, for a moment.
export const tell = (words) => {
  const told = SC.h("span", { class: "told" }, words);
  say(words);
  document.getElementById("bar").append(told);
  setTimeout(() => told.remove(), 4000);
  return told;
};

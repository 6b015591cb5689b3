// Where a workbench begins: the problems at the paths it was started with, or a problem that is pasted.
/* global SC */
import { fetched, stream } from "./talk.js";

const PASTED = "symcause-pasted"; // outlives a reload

export const drawHome = (open, play, complain, signal) => {
  const list = SC.h("div", { class: "shelf", "aria-live": "polite" });
  const passed = [];
  const others = SC.h("details", { class: "passed" }, SC.h("summary", null, ""));
  const area = SC.h("textarea", { id: "paste", rows: 6, spellcheck: "false", placeholder: '{"format": "symcause.boolean/1", …}', on: { input: () => sessionStorage.setItem(PASTED, area.value) } });
  area.value = sessionStorage.getItem(PASTED) || "";
  const load = () => fetched("open", { source: area.value }, "opened").then(open, complain);
  const seen = { files: 0 };
  stream("shelf", {}, ({ entry, error }) => {
    if (error) complain(new Error(error));
    if (!entry) return;
    const items = (entry.items || []).filter((item) => !item.error && (item.looks || item.plays));
    if (!items.length) { passed.push(entry); return; }
    seen.files += 1;
    list.append(SC.h("section", { class: "shelf-file" }, SC.h("h3", null, entry.name),
      SC.h("div", { class: "shelf-items" }, items.slice(0, 200).map((item) => SC.h("span", { class: item.plays && item.looks ? "shelf-pair" : null }, item.looks ? SC.button(item.id || `problem ${item.at + 1}`, () => fetched("open", { file: entry.file, at: item.at }, "opened").then(open, complain),
          { class: "shelf-item", "data-open": `${entry.file},${item.at}`, title: item.family }) : null,
        item.plays ? SC.button(item.looks ? "play" : `play ${item.id}`, () => play({ file: entry.file, at: item.at, name: entry.name, id: item.id }),
          { class: "shelf-play", "data-play": `${entry.file},${item.at}`, "aria-label": `Play ${item.id}` }) : null))),
      items.length > 200 ? SC.hint(`${items.length - 200} more: give the workbench a smaller pool to see them.`) : null));
  }, signal).then(() => {
    if (!seen.files) list.prepend(SC.h("p", { class: "lead" }, "No problem here yet. Start with files, symcause serve PATH, or paste one below."));
    if (passed.length) {
      others.querySelector("summary").textContent = `${SC.plural(passed.length, "other file")}`;
      others.append(SC.h("ul", null, passed.slice(0, 100).map((entry) => SC.h("li", null, entry.error || entry.items?.[0]?.error || `${entry.name}: no problem`))));
      list.after(others);
    }
    document.documentElement.dataset.ready = "home";
  }, complain);
  return SC.h("div", { class: "home" },
    SC.h("h1", null, "See the version space"),
    SC.h("p", { class: "lead" }, "All models of a stated class that explain the evidence. Open a problem, switch a world off, change a cell: the count, the open edges and the best next experiment follow."),
    list,
    SC.h("section", { class: "paste" }, SC.h("h2", null, SC.h("label", { for: "paste" }, "Paste a problem")), area,
      SC.button("Open it", load, { "data-act": "paste" })));
};

// A problem under edit: tables on one side, what follows from them on the other. Every edit is a new state,
// drawn and asked about; the focus and what was unfolded stay where they were.
/* global SC */
import { writeState } from "./address.js";
import { Past } from "./past.js";
import { ask, askEdge } from "./asking.js";
import { drawSpace, spaceBox } from "./drawing.js";
import { drawCount, drawEmpty, drawMatrix, drawNext, drawPair, drawSaid, drawTrail } from "./figures.js";
import { FILES, link, save } from "./files.js";
import { run, whoAnswers } from "./running.js";
import { drawOptions, drawSource } from "./settings.js";
import { bench, mark, say } from "./state.js";
import { drawSheet } from "./tables.js";

const [CAME, WAS] = ["as it came", "as it was"];

const become = (snapshot, words) => {
  bench.past.push(snapshot);
  changed(words);
};

const edit = (words, change) => {
  const sheet = structuredClone(bench.past.now.sheet);
  change(sheet);
  become({ ...bench.past.now, sheet }, words);
};

export const step = (way) => {
  bench.past[way]();
  changed(way);
};

const changed = (words) => {
  bench.words = words;
  if (words !== CAME && words !== WAS) bench.view = null; // the drawing is another one
  draw();
  ask(show).then(bench.opened.lists ? drawSpace : undefined);
  writeState(words === CAME);
};

const show = () => {
  const { figures, stale } = bench;
  const panel = document.getElementById("figures");
  if (!panel) return;
  const look = figures.look || null;
  const kept = !figures.error && !look && stale ? stale.look : null;
  const pair = bench.edge?.look ? drawPair(bench.edge.look, bench.edge.names) : drawPair(look || kept);
  const box = (known, node) => SC.h("div", { class: known ? "" : "stale" }, node || "");
  const counted = drawCount(figures);
  const empty = !figures.error && figures.count && figures.count.count !== null && Number(figures.count.count) === 0;
  const since = empty && (bench.trail[bench.trail.findLastIndex(({ text }) => text !== "0") + 1]?.words || bench.words);
  const hero = empty ? drawEmpty(figures.noun, [CAME, WAS].includes(since) ? null : since, bench.past.canUndo ? () => step("undo") : null) : counted;
  if (figures.count || figures.error) say([...hero.children].map((part) => part.textContent).join(" "));
  if (empty) {
    SC.swap(panel, hero, drawTrail(bench.trail) || "");
    return;
  }
  SC.swap(panel, hero, drawSaid(figures), drawTrail(bench.trail) || "", bench.opened.lists ? spaceBox() : "",
    box(look, drawMatrix(look || kept, (cause, effect) => askEdge(cause, effect, show))), box(look, pair),
    box(figures.next, drawNext(figures.next || (figures.error ? null : stale?.next), (experiment) => run(experiment, become), whoAnswers())));
};

export const tools = () => [SC.h("strong", { class: "title" }, bench.opened.id),
  SC.h("span", { class: "tools" },
    SC.button("Undo", () => step("undo"), { disabled: !bench.past.canUndo, "data-act": "undo", "aria-keyshortcuts": "Control+Z" }),
    SC.button("Redo", () => step("redo"), { disabled: !bench.past.canRedo, "data-act": "redo", "aria-keyshortcuts": "Control+Y" }),
    SC.button("Link", link, { "data-act": "link" })),
  SC.h("span", { class: "tools exports" }, SC.h("span", { class: "hint" }, "Save"), Object.entries(FILES)
    .filter(([, question]) => !question || bench.opened.questions.includes(question))
    .map(([what]) => SC.button(what, () => save(what), { "data-save": what, "aria-label": `Save the ${what}` })))];

const draw = () => {
  const main = document.getElementById("main");
  const focus = document.activeElement?.closest?.("[data-group]") ? [document.activeElement.closest("[data-group]").dataset.group, document.activeElement.dataset.cell] : null;
  const key = (details) => details.parentNode.dataset.group || details.querySelector("summary").textContent;
  const unfolded = new Set([...document.querySelectorAll(".bench-columns details[open]")].map(key));
  bench.drawBar();
  const { sheet } = bench.past.now;
  const tables = sheet ? drawSheet(sheet, edit) : SC.hint("This family lays out no tables: edit the text below.");
  const panel = document.getElementById("figures") || SC.h("aside", { id: "figures", "aria-label": "The version space" });
  SC.swap(main, SC.h("div", { class: "bench-columns" }, SC.h("div", { class: "evidence-side" }, drawOptions(become), tables, drawSource(become)), panel));
  for (const details of main.querySelectorAll(".bench-columns details")) if (unfolded.has(key(details))) details.open = true;
  if (focus?.[1]) main.querySelector(`[data-group="${focus[0]}"] [data-cell="${focus[1]}"]`)?.focus({ preventScroll: true });
  mark("ready", "bench");
};

export const open = (opened, snapshot) => {
  document.querySelector(".complaint")?.remove();
  Object.assign(bench, { opened, figures: {}, stale: null, trail: [], draft: null, wanted: snapshot?.edge || null, view: snapshot?.view || null, again: () => ask(show) });
  const { edge, view, ...first } = snapshot || {};
  bench.past = new Past(snapshot ? first : { document: opened.document, sheet: opened.sheet, options: {} });
  window.scrollTo(0, 0);
  changed(snapshot ? WAS : CAME);
};

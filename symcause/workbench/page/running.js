// An experiment is run by gold or by a member that one sees, and becomes evidence.
/* global SC */
import { fetched } from "./talk.js";
import { bench, complain, stateOf } from "./state.js";
import { freshName } from "./tables.js";

// What is switched off is not in the new sheet: the new rows and groups are added to ours.
const merged = (ours, theirs) => {
  const sheet = structuredClone(ours);
  const lit = sheet.groups.filter((group) => group.on);
  theirs.groups.forEach((group, i) => {
    if (i < lit.length) lit[i].rows.push(...group.rows.slice(lit[i].rows.filter((row) => row.on).length));
    else if (sheet.groups.some((one) => one.title === group.title)) {
      const title = freshName(sheet, sheet.group);
      sheet.groups.push({ ...group, title, key: title });
    } else sheet.groups.push(group);
  });
  return sheet;
};

export const run = async (experiment, become) => {
  const { now } = bench.past;
  const by = { gold: "gold", member: bench.figures.look?.member, other: bench.figures.look?.other }[bench.who];
  try {
    const opened = await fetched("run", { state: stateOf(now), experiment, by }, "opened");
    const words = `ran ${JSON.stringify(experiment)}`;
    if (!now.sheet) become({ ...now, document: opened.document }, words);
    else become({ ...now, sheet: merged(now.sheet, opened.sheet) }, words);
  } catch (error) { complain(error); }
};

export const whoAnswers = () => {
  const look = bench.figures.look || {};
  const able = [bench.opened.gold && ["gold", "gold"], look.member && !look.is_gold && ["member", "the model shown"], look.other && ["other", "the other model"]].filter(Boolean);
  if (!able.length) return null;
  if (!able.some(([key]) => key === bench.who)) [[bench.who]] = able;
  const select = SC.h("select", { id: "who", on: { change: () => { bench.who = select.value; } } },
    able.map(([key, words]) => SC.h("option", { value: key, selected: key === bench.who }, words)));
  const strange = bench.who === "gold" && look.member && look.is_gold === false;
  return SC.h("p", { class: "who" }, SC.h("label", { for: "who" }, "answered by "), select,
    strange ? SC.h("span", { class: "hint", "data-warning": "gold" }, " Gold does not explain the evidence as it is now: its answer may leave no model.") : null);
};

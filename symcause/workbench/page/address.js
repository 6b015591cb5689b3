// The address of the page: what is shown can be read back from it, so that a reload, the back button and a link
// give the same view. A state too large for an address is kept by this browser as a draft, and the address names it.
import { written } from "./past.js";
import { bench, complain, stateOf } from "./state.js";

const MOST = 8000; // characters of a state in an address
const DRAFT = "symcause-draft-";
const ALL = "symcause-drafts";
const KEPT = 20; // drafts, the newest

let here = null; // the address of what is shown
let turn = 0;
let fresh = false; // a view that has no entry of its own in the history yet

// Somebody came to the address by themselves: it is what is shown.
export const arrive = () => { here = location.hash; };

export const isShown = () => here === location.hash;

// Back to the address of what is shown, after one that leads to a place in the page.
export const keepAddress = () => history.replaceState(null, "", `${location.pathname}${here ?? ""}`);

export const go = (hash, replace = false) => {
  if (hash === here) return;
  here = hash;
  history[replace ? "replaceState" : "pushState"](null, "", `${location.pathname}${hash}`);
};

const draft = (text) => {
  bench.draft ||= crypto.randomUUID().slice(0, 13);
  const names = [...JSON.parse(localStorage.getItem(ALL) || "[]").filter((name) => name !== bench.draft), bench.draft];
  for (const old of names.splice(0, Math.max(0, names.length - KEPT))) localStorage.removeItem(DRAFT + old);
  localStorage.setItem(DRAFT + bench.draft, text);
  localStorage.setItem(ALL, JSON.stringify(names));
  return bench.draft;
};

export const drafted = (name) => {
  const text = localStorage.getItem(DRAFT + name);
  if (text === null) throw new Error("this browser has no such draft any more");
  return text;
};

export const stateText = () => written({ ...stateOf(bench.past.now), edge: bench.edge?.names || bench.wanted || undefined, view: bench.view || undefined });

// The problem as it stands, into the address; *opened* makes an entry of the history, an edit changes it.
export const writeState = async (opened) => {
  turn += 1;
  const own = turn;
  const problem = bench.opened;
  fresh ||= opened;
  const text = await stateText();
  if (own !== turn || bench.opened !== problem) return;
  const replace = !fresh;
  fresh = false;
  try { go(text.length <= MOST ? `#s=${text}` : `#d=${draft(text)}`, replace); } catch (error) {
    complain(new Error(`This state is too large for the browser to keep: save the problem (${error.message}).`));
  }
};

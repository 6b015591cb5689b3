// What leaves the page: files, saved by the server where it may, else downloaded; and a link to the state.
/* global SC */
import { fetched } from "./talk.js";
import { go, stateText } from "./address.js";
import { bench, complain, mark, stateOf, tell } from "./state.js";

export const save = async (what) => {
  try {
    const file = await fetched(`export/${what}`, { state: stateOf(bench.past.now) }, "file");
    bench.saved = file;
    if (file.saved) tell(`Saved as ${file.saved}`);
    else SC.download(`${SC.fileName(bench.opened.id)}.${file.name}`, "application/octet-stream", file.text);
    mark("saved", what);
  } catch (error) {
    if (error.name === "AbortError") tell(`Stopped: the ${what} is not saved.`);
    else complain(error);
  }
};

export const link = async () => {
  const hash = `#s=${await stateText()}`;
  const address = `${location.origin}/${hash}`;
  go(hash, true);
  const told = tell("The address is the link.");
  navigator.clipboard?.writeText(address).then(() => { told.textContent = "The link is copied."; }, () => {});
  mark("link", "made");
};

export const FILES = { problem: null, answer: "solve", certificate: "audit", page: "audit" }; // and the question that each takes

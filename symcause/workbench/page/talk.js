// Talking to the server: one request, lines of JSON as they come. The token stands in the address that was
// printed, or in the page of a browser that was opened; it is kept for this origin, so that further tabs and
// links of this workbench have it too, and stays in no address.

const KEY = "symcause-token";

export const takeToken = () => {
  const root = document.documentElement.dataset;
  const found = root.token ?? /(?:^#|&)token=([\w-]+)/.exec(location.hash)?.[1];
  if (!found) return;
  delete root.token;
  localStorage.setItem(KEY, found);
  history.replaceState(null, "", "/");
};

// Counts can be larger than a double holds: whole numbers that are, stay exact.
const exact = (key, value, context) =>
  (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
    && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value);

const read = (line) => JSON.parse(line, exact);

export class Lost extends Error {}

let halt = new AbortController();
let running = 0;

const count = (change) => {
  running += change;
  document.documentElement.classList.toggle("busy", running > 0);
};

// Whatever is under way ends: nobody works for it any more.
export const stopAll = () => {
  halt.abort();
  halt = new AbortController();
};

// Calls onLine with every line; returns why the work ended early (null: it did not). Throws Lost if the server is gone.
export const stream = async (path, body, onLine, given) => {
  const signal = given ? AbortSignal.any([given, halt.signal]) : halt.signal;
  count(1);
  try { return await streamed(path, body, onLine, signal); } finally { count(-1); }
};

const streamed = async (path, body, onLine, signal) => {
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      method: "POST", signal, body: JSON.stringify(body),
      headers: { "content-type": "application/json", "x-symcause-token": localStorage.getItem(KEY) || "" },
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Lost("The server does not answer. Is symcause serve still running?");
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Lost(told.error ? `Refused: ${told.error}.` : `Refused (${response.status}).`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let end;
  for (;;) {
    let part;
    try { part = await reader.read(); } catch (error) {
      if (signal.aborted) throw error;
      throw new Lost("The connection was lost in the middle of an answer.");
    }
    if (part.done) break;
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const text of lines) {
      const line = read(text);
      if ("end" in line) end = line.end;
      onLine(line);
    }
  }
  if (end === undefined) throw new Lost("The connection was lost in the middle of an answer.");
  return end;
};

// The one thing that a request gives. Throws an Error with what went wrong.
export const fetched = async (path, body, key) => {
  let found;
  let wrong;
  const end = await stream(path, body, (line) => {
    if (line.error) wrong = line.error;
    if (key in line) found = line[key];
  });
  if (found === undefined) throw new Error(wrong || end || "no answer");
  return found;
};

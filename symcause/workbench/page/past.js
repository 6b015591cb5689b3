// The state of a problem under edit: a document, its sheet, the options of the class. States are never
// changed, only replaced; so undo is the state before, and a link is a state written down.

export class Past {
  constructor(state) { this.reset(state); }

  reset(state) { [this.states, this.at] = [[state], 0]; }

  get now() { return this.states[this.at]; }

  push(state) {
    this.states = [...this.states.slice(Math.max(0, this.at - 200), this.at + 1), state];
    this.at = this.states.length - 1;
  }

  undo() { if (this.canUndo) this.at -= 1; }

  redo() { if (this.canRedo) this.at += 1; }

  get canUndo() { return this.at > 0; }

  get canRedo() { return this.at < this.states.length - 1; }
}

const through = async (bytes, kind) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(kind)).arrayBuffer());

export const written = async (state) => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const LIMIT = 8_000_000; // characters of a state: a link of a stranger may unpack to anything

export const readBack = async (text) => {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream()).getReader();
  let found = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    found += part.value;
    if (found.length > LIMIT) throw new Error("the link holds too much");
  }
  return JSON.parse(found);
};

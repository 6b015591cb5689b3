"use strict";
// Boolean models: the page's own simulation, from truth tables. Bit i of a table is the output for the
// input pattern i, and bit j of a pattern is the value of input j.

SC.bit = (hex, i) => {
  const digit = hex.length - 1 - (i >> 2);
  return digit < 0 ? 0 : (parseInt(hex[digit], 16) >> (i & 3)) & 1;
};

SC.pattern = (inputs, state) => inputs.reduce((sum, v, j) => sum + (state[v] << j), 0);

SC.output = (model, v, state) => SC.bit(model.f[v][1], SC.pattern(model.f[v][0], state));

SC.order = (model) => {
  if (model.order) return model.order;
  const order = [];
  const done = new Set(model.roots);
  let waiting = Object.keys(model.f).map(Number);
  while (waiting.length) {
    const ready = waiting.filter((v) => model.f[v][0].every((p) => done.has(p)));
    if (!ready.length) throw new Error("the model is cyclic");
    ready.forEach((v) => { order.push(v); done.add(v); });
    waiting = waiting.filter((v) => !done.has(v));
  }
  model.order = order;
  return order;
};

// All values, given those of the roots (context) and of the targets (clamped); both map position to bit.
SC.run = (model, context, clamped) => {
  const state = {};
  for (const root of model.roots) state[root] = clamped.has(root) ? clamped.get(root) : context.get(root) || 0;
  for (const [v, bit] of clamped) state[v] = bit;
  for (const v of SC.order(model)) if (!clamped.has(v)) state[v] = SC.output(model, v, state);
  return state;
};

SC.contextOf = (roots, index) => new Map(roots.map((root, j) => [root, (index >> j) & 1]));

SC.sameRoots = (a, b) => a.roots.length === b.roots.length && a.roots.every((root, i) => root === b.roots[i]);

SC.differing = (a, b, context, clamped) => {
  const [x, y] = [SC.run(a, context, clamped), SC.run(b, context, clamped)];
  return Object.keys(x).map(Number).filter((v) => x[v] !== y[v]);
};

// Over the same roots: for every context, does some computed variable differ?
SC.compareContexts = (a, b, clamped) => {
  const all = [];
  for (let i = 0; i < 1 << a.roots.length; i += 1) {
    all.push(SC.differing(a, b, SC.contextOf(a.roots, i), clamped).length > 0);
  }
  return all;
};

// A state as text, without variables that nobody can read.
SC.stateText = (state, latent = []) =>
  Object.keys(state).map(Number).filter((v) => !latent.includes(v)).sort((x, y) => x - y).map((v) => state[v]).join("");

// Over different roots, or where some are latent: the states that are possible in one of the two only.
SC.compareStates = (a, b, clamped, latent = []) => {
  const states = (model) => {
    const found = new Set();
    for (let i = 0; i < 1 << model.roots.length; i += 1) {
      found.add(SC.stateText(SC.run(model, SC.contextOf(model.roots, i), clamped), latent));
    }
    return found;
  };
  const [x, y] = [states(a), states(b)];
  return [[...x].filter((s) => !y.has(s)), [...y].filter((s) => !x.has(s))];
};

// Input patterns on which two mechanisms of one variable differ.
SC.corners = (a, b, v) => {
  if (!a.f[v] || !b.f[v]) return null;
  const inputs = [...new Set([...a.f[v][0], ...b.f[v][0]])].sort((x, y) => x - y);
  if (inputs.length > 12) return null;
  const found = [];
  for (let i = 0; i < 1 << inputs.length; i += 1) {
    const state = Object.fromEntries(inputs.map((input, j) => [input, (i >> j) & 1]));
    const [x, y] = [SC.output(a, v, state), SC.output(b, v, state)];
    if (x !== y) found.push({ inputs, values: inputs.map((input) => state[input]), first: x, second: y });
  }
  return found;
};

SC.spellPattern = (vars, inputs, values) =>
  inputs.length ? inputs.map((input, j) => `${vars[input]}=${values[j]}`).join(" ") : "always";

// Worlds unpacked: rows as arrays of bits, null where a cell was not observed.
SC.worlds = (view) => view.unpacked || (view.unpacked = view.worlds.map(([id, heldout, mode, targets, rows]) => ({
  id, heldout: heldout === 1, mode, targets: new Set(targets),
  rows: rows.split(" ").map((row) => [...row].map((bit) => (bit === "?" ? null : Number(bit)))),
})));

// Does a row show a variable and all of its inputs?
SC.sees = (row, v, inputs) => [v, ...inputs].every((i) => row[i] !== null);

// How often the training rows show each input pattern of each mechanism: v -> array of counts.
SC.shown = (view, model) => {
  const shown = {};
  for (const v of Object.keys(model.f).map(Number)) {
    const counts = new Array(1 << model.f[v][0].length).fill(0);
    for (const world of SC.worlds(view)) {
      if (world.heldout || world.targets.has(v)) continue;
      for (const row of world.rows) if (SC.sees(row, v, model.f[v][0])) counts[SC.pattern(model.f[v][0], row)] += 1;
    }
    shown[v] = counts;
  }
  return shown;
};

// Does a model reproduce the scored cells of a row?
SC.replays = (model, world, row) => {
  const clamped = new Map([...world.targets].map((v) => [v, row[v]]));
  const state = SC.run(model, new Map(model.roots.map((root) => [root, row[root]])), clamped);
  return Object.keys(model.f).map(Number).every((v) => world.targets.has(v) || state[v] === row[v]);
};

"use strict";
// The experiment player: choose an intervention and a root context; both models run, and cells that
// differ light up.

SC.MOST_ROOTS = 10; // contexts are all tried up to 2 to this power

SC.player = (view, found) => {
  const [first, second] = [view.models[0], view.models[found.model]];
  if (!first.f || !second.f) {
    return SC.h("p", { class: "hint" }, "A mechanism has too many inputs to be simulated in this page.");
  }
  const game = { view, first, second, clamped: new Map(), context: new Map(), found };
  game.roots = [...new Set([...first.roots, ...second.roots])].sort((a, b) => a - b);
  game.columns = [...first.roots, ...SC.order(first)];
  game.box = SC.h("div", { class: "player", role: "group", "aria-label": "Experiment player" });
  SC.loadBest(game);
  SC.drawPlayer(game);
  return game.box;
};

SC.loadBest = (game) => {
  game.clamped = new Map(game.found.do || []);
  game.context = new Map(game.roots.map((root) => [root, 0]));
  for (const [v, bit] of game.found.context || []) game.context.set(v, bit);
  if (game.found.state) game.roots.forEach((root) => game.context.set(root, Number(game.found.state[0][root]) || 0));
};

SC.drawPlayer = (game, focus) => {
  const { view, first, second, clamped, context, columns } = game;
  const [x, y] = [SC.run(first, context, clamped), SC.run(second, context, clamped)];
  const hits = columns.filter((v) => x[v] !== y[v]);
  const values = (state, other, model) => columns.map((v) => SC.h("td", {
    class: `cell${state[v] !== other[v] ? " hit" : ""}${clamped.has(v) ? " target" : ""}`,
    "data-v": v, "data-model": model,
  }, String(state[v])));
  const buttons = (name, make) =>
    SC.h("tr", null, SC.side(name), columns.map((v) => SC.h("td", null, make(game, v))));
  const table = SC.h("table", { class: "board", "aria-label": "Both models under the intervention" },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), columns.map((v) => SC.head(view.vars[v])))),
    SC.h("tbody", null, buttons("intervene", SC.doButton), buttons("root context", SC.contextButton),
      SC.h("tr", { class: "first" }, SC.side(first.name), values(x, y, "first")),
      SC.h("tr", { class: "second" }, SC.side(second.name), values(y, x, "second"))));
  const named = hits.map((v) => `${view.vars[v]} is ${x[v]} against ${y[v]}`).join(", ");
  const told = hits.length
    ? `${SC.plural(hits.length, "variable")} differ${hits.length === 1 ? "s" : ""}: ${named}.`
    : "No variable differs here.";
  SC.swap(game.box, SC.h("h3", null, "Experiment player"), SC.playerButtons(game), SC.scroller("Simulation", table),
    SC.h("p", { class: `outcome${hits.length ? " differs" : ""}`, role: "status" }, told), SC.contextStrip(game));
  requestAnimationFrame(() => SC.bringInView(game.box.querySelector(".cell.hit")));
  if (focus) {
    const target = game.box.querySelector(focus);
    if (target) target.focus();
  }
};

// A wide board scrolls to the first variable that differs.
SC.bringInView = (cell) => {
  const scroller = cell && cell.closest(".scroll");
  if (!scroller) return;
  const [box, frame] = [cell.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (box.left < frame.left + 90 || box.right > frame.right) scroller.scrollLeft += box.left - frame.left - frame.width / 2;
};

SC.doButton = (game, v) => {
  const now = game.clamped.has(v) ? game.clamped.get(v) : null;
  const next = now === null ? 0 : now === 0 ? 1 : null;
  const words = now === null ? "free" : `set to ${now}`;
  return SC.button(now === null ? "–" : String(now), () => {
    if (next === null) game.clamped.delete(v);
    else game.clamped.set(v, next);
    SC.drawPlayer(game, `[data-do="${v}"]`);
  }, { class: `toggle${now === null ? "" : " set"}`, "data-do": v,
    "aria-label": `${game.view.vars[v]} is ${words}; change the intervention` });
};

SC.contextButton = (game, v) => {
  if (!game.roots.includes(v)) return "";
  const bit = game.context.get(v) || 0;
  return SC.button(String(bit), () => {
    game.context.set(v, 1 - bit);
    SC.drawPlayer(game, `[data-root="${v}"]`);
  }, { class: "toggle", "data-root": v, disabled: game.clamped.has(v),
    "aria-label": `Root ${game.view.vars[v]} is ${bit}; flip it` });
};

SC.playerButtons = (game) => {
  const again = (change) => () => { change(); SC.drawPlayer(game); };
  const chance = () => (Math.random() < 0.5 ? 0 : 1);
  const shuffle = () => {
    const v = game.columns[Math.floor(Math.random() * game.columns.length)];
    game.clamped = new Map([[v, chance()]]);
    game.roots.forEach((root) => game.context.set(root, chance()));
  };
  const best = game.found.do && `Best experiment ${SC.spellDo(game.view.vars, game.found.do)}`;
  return SC.h("div", { class: "controls" },
    best ? SC.button(best, again(() => SC.loadBest(game)), { "data-act": "best" }) : null,
    SC.button("No intervention", again(() => game.clamped.clear()), { "data-act": "clear" }),
    SC.button("Random", again(shuffle), { "data-act": "random" }));
};

// Every root context at a glance: lit where the models differ; choosing a square chooses the context.
SC.contextStrip = (game) => {
  const { view, first, second, clamped } = game;
  if (first.roots.length > SC.MOST_ROOTS || second.roots.length > SC.MOST_ROOTS) return null;
  if (!SC.sameRoots(first, second)) {
    const [mine, theirs] = SC.compareStates(first, second, clamped);
    return SC.hint("The two models have different roots. Under this intervention "
      + `${SC.plural(mine.length, "state")} can only be seen in ${first.name}, `
      + `${SC.plural(theirs.length, "state")} only in ${second.name}.`);
  }
  const free = first.roots.filter((root) => !clamped.has(root));
  const all = SC.compareContexts(first, second, clamped);
  const differ = all.filter(Boolean).length;
  const summary = SC.hint(`The models differ in ${differ} of ${all.length} root contexts under this intervention.`);
  if (first.roots.length > 6) return summary;
  const squares = all.map((lit, i) => {
    const chosen = SC.contextOf(first.roots, i);
    const words = first.roots.map((root) => `${view.vars[root]}=${chosen.get(root)}`).join(" ");
    const here = first.roots.every((root) => (game.context.get(root) || 0) === chosen.get(root));
    return SC.button("", () => {
      game.context = chosen;
      SC.drawPlayer(game, `[data-context="${i}"]`);
    }, { class: `context${lit ? " lit" : ""}${here ? " here" : ""}`, "data-context": i, title: words,
      "aria-label": `Context ${words}: the models ${lit ? "differ" : "agree"}`, "aria-pressed": String(here),
      disabled: free.length === 0 });
  });
  return SC.h("div", null, summary,
    SC.h("div", { class: "strip", role: "group", "aria-label": "Root contexts" }, squares));
};

"use strict";
// The experiment player: choose an intervention and a root context; both models run, and cells that
// differ light up. Where variables are latent, a difference counts only if the other model can never show
// what is seen: their values are neither compared nor set.

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
  if (!game.found.state) return;
  const [wanted, side] = game.found.state;
  const model = side === "reference" ? game.first : game.second;
  if (game.view.latent.length && model.roots.length <= SC.MOST_ROOTS) {
    const seen = [...wanted].filter((_, v) => !game.view.latent.includes(v)).join("");
    for (let i = 0; i < 1 << model.roots.length; i += 1) {
      const context = SC.contextOf(model.roots, i);
      if (SC.stateText(SC.run(model, context, game.clamped), game.view.latent) === seen) {
        context.forEach((bit, root) => game.context.set(root, bit));
        return;
      }
    }
  }
  game.roots.forEach((root) => game.context.set(root, Number(wanted[root]) || 0));
};

// What lights up in each model, and what there is to say about it.
SC.compared = (game, x, y) => {
  const { view, first, second, clamped, columns } = game;
  const differ = columns.filter((v) => x[v] !== y[v] && !view.latent.includes(v));
  if (!view.latent.length) {
    const named = differ.map((v) => `${view.vars[v]} is ${x[v]} against ${y[v]}`).join(", ");
    return { hits: [differ, differ], told: differ.length
      ? `${SC.plural(differ.length, "variable")} differ${differ.length === 1 ? "s" : ""}: ${named}.`
      : "No variable differs here." };
  }
  if (SC.tooMany(first, second)) return { hits: [[], []], told: "Too many roots to try what the other model can show." };
  const only = SC.compareStates(first, second, clamped, view.latent);
  const alone = [x, y].map((state, i) => only[i].includes(SC.stateText(state, view.latent)));
  const seen = columns.filter((v) => !view.latent.includes(v)).sort((a, b) => a - b);
  const say = (a, b, state) => `${seen.map((v) => `${view.vars[v]}=${state[v]}`).join(" ")} can be seen in ${a.name}, never in ${b.name}.`;
  const words = [alone[0] && say(first, second, x), alone[1] && say(second, first, y)].filter(Boolean);
  return { hits: alone.map((yes) => (yes ? differ : [])), told: words.join(" ") || "What is seen here can be seen in both models." };
};

SC.tooMany = (...models) => models.some((model) => model.roots.length > SC.MOST_ROOTS);

SC.drawPlayer = (game, focus) => {
  const { view, first, second, clamped, context, columns } = game;
  const [x, y] = [SC.run(first, context, clamped), SC.run(second, context, clamped)];
  const { hits, told } = SC.compared(game, x, y);
  const values = (state, lit, model) => columns.map((v) => SC.h("td", {
    class: `cell${lit.includes(v) ? " hit" : ""}${clamped.has(v) ? " target" : ""}${view.latent.includes(v) ? " latent" : ""}`,
    "data-v": v, "data-model": model,
  }, String(state[v])));
  const buttons = (name, make) =>
    SC.h("tr", null, SC.side(name), columns.map((v) => SC.h("td", null, make(game, v))));
  const table = SC.h("table", { class: "board", "aria-label": "Both models under the intervention" },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null, ""), columns.map((v) => SC.head(view.vars[v])))),
    SC.h("tbody", null, buttons("intervene", SC.doButton), buttons("root context", SC.contextButton),
      SC.h("tr", { class: "first" }, SC.side(first.name), values(x, hits[0], "first")),
      SC.h("tr", { class: "second" }, SC.side(second.name), values(y, hits[1], "second"))));
  SC.swap(game.box, SC.h("h3", null, "Experiment player"), SC.playerButtons(game), SC.scroller("Simulation", table),
    SC.h("p", { class: `outcome${hits.some((lit) => lit.length) ? " differs" : ""}`, role: "status" }, told), SC.contextStrip(game));
  requestAnimationFrame(() => SC.inView(game.box.querySelector(".cell.hit")));
  if (focus) {
    const target = game.box.querySelector(focus);
    if (target) target.focus();
  }
};

SC.doButton = (game, v) => {
  if (game.view.latent.includes(v)) return "";
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
    const free = game.columns.filter((v) => !game.view.latent.includes(v));
    const v = free[Math.floor(Math.random() * free.length)];
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
  if (SC.tooMany(first, second)) return null;
  if (view.latent.length || !SC.sameRoots(first, second)) {
    const [mine, theirs] = SC.compareStates(first, second, clamped, view.latent);
    const why = view.latent.length ? `Nobody can read ${view.latent.map((v) => view.vars[v]).join(", ")}.` : "The two models have different roots.";
    return SC.hint(`${why} Under this intervention `
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

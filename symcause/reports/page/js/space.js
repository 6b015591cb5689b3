"use strict";
// The version space, drawn: every member a mark in a table of two questions. Evidence that is switched on
// makes marks go, which leave a ring; an experiment colours them by what they would show.

SC.space = (view) => {
  const board = new SC.SpaceBoard(SC.unpackSpace(view.space), `${SC.fileName(String(view.id))}-space`);
  return SC.section("space", view.space.compared ? "The two, drawn" : "The space, drawn", board.node);
};

SC.svgNode = (name, props, parent, text) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(props)) if (value !== null) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
};

SC.starPath = (x, y, radius) => `M${[...Array(10).keys()].map((k) => {
  const [angle, size] = [Math.PI * (k / 5 - 0.5), k % 2 ? radius * 0.45 : radius];
  return `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;
}).join("L")}Z`;

SC.PAPER = [640, 480]; // pixels of a drawing on paper, whatever the window: columns have room, letters stay legible

for (const [name, paper] of [["beforeprint", true], ["afterprint", false]]) {
  window.addEventListener(name, () => document.querySelectorAll(".space-board").forEach(({ board }) => {
    if (!board.plan) return;
    board.paper = paper;
    board.layOut();
  }));
}

SC.SpaceBoard = class {
  // A view that somebody left (switches, experiment, questions) is taken up where it is one of this space; keep is told of others.
  constructor(space, name, view, keep) {
    Object.assign(this, { space, name, keep, state: space.every, chosen: space.chosen ?? null, here: null, preview: null, tall: null, pick: [null, null] });
    if (SC.fitsSpace(space, view)) Object.assign(this, { state: view.state, chosen: space.experiments[view.chosen] ? view.chosen : null, pick: view.pick });
    this.kept = JSON.stringify(this.view);
    this.svg = SC.svgNode("svg", { class: "figure space", tabindex: "0", role: "img", xmlns: "http://www.w3.org/2000/svg" });
    this.number = SC.h("p", { class: "space-count" });
    this.headline = SC.h("p", { class: "space-headline" });
    this.subline = SC.h("p", { class: "hint space-subline" });
    this.said = SC.h("p", { class: "space-said", role: "status", "aria-live": "polite" });
    this.legend = SC.h("ul", { class: "space-legend" });
    this.switches = SC.h("ul", { class: "space-switches" }, space.evidence.map((_, k) => SC.h("li", null, this.switchOf(k))));
    this.trialsTitle = SC.h("h3", { id: `${name}-trials`, class: "space-trials-title" });
    this.trials = SC.h("ul", { class: "space-trials", role: "radiogroup", "aria-labelledby": `${name}-trials`, on: { keydown: (event) => this.walkTrials(event) } });
    this.box = SC.h("div", { class: "space-box" }, this.svg);
    this.node = SC.h("div", { class: `space-board${space.compared ? " compared" : ""}`, on: { keydown: (event) => this.key(event) } },
      SC.h("div", { class: "space-top" }, this.number, SC.h("div", null, this.headline, this.subline)),
      SC.h("div", { class: "space-parts" },
        SC.h("div", { class: "space-side" }, space.evidence.length ? [SC.h("h3", null, "Evidence, switched on or off"), this.switches] : null, this.trialsTitle, this.trials),
        SC.h("figure", { class: "plot" }, this.box, this.legend, this.said, this.selects(), this.tools())));
    this.listen();
    new ResizeObserver(() => { if (!this.paper && this.box.clientWidth && this.box.clientWidth !== this.width) this.layOut(); }).observe(this.box);
    this.node.board = this;
    this.paintWords();
  }

  get view() { return { of: this.space.every, state: this.state, chosen: this.chosen, pick: this.pick }; }

  // Rows and columns: the most telling questions, or those that somebody chooses.
  get axes() {
    const { space, pick } = this;
    const rows = pick[0] === null ? space.rows : pick[0];
    const beside = rows === null ? null : space.columns[rows];
    const columns = pick[1] === -1 ? null : pick[1] === null || pick[1] === rows ? beside : pick[1];
    return [rows, columns];
  }

  selects() {
    const { questions } = this.space;
    if (questions.length < 2) return null;
    const list = (z, label, more) => {
      const choose = () => { this.pick[z] = select.value === "" ? null : Number(select.value); this.layOut(true); };
      const select = SC.h("select", { "data-axis": label, on: { change: choose } }, SC.h("option", { value: "" }, "the most telling"), more,
        questions.map((question, q) => SC.h("option", { value: q }, question.name)));
      return SC.h("label", null, `${label} `, select);
    };
    return SC.h("div", { class: "controls space-axes screen-only" }, list(0, "rows", null), list(1, "columns", SC.h("option", { value: -1 }, "none")));
  }

  tools() {
    const made = SC.tools(this.name, this.svg);
    made.append(SC.button("CSV", () => SC.download(`${this.name}.csv`, "text/csv", this.csv()), { "aria-label": `Download the data of ${this.name} as CSV` }));
    return made;
  }

  csv() {
    const { space, state } = this;
    const left = new Set(space.left(state));
    const rows = space.everyone.map((i) => [i === space.gold ? "gold" : String(i + 1), left.has(i) ? "yes" : "no", left.has(i) ? "" : this.ruledOut(i),
      ...space.variables.map((_, v) => this.made(v, i))]);
    return [["mark", "left", "ruled out by", ...space.variables], ...rows].map((row) => row.map(SC.csvCell).join(",")).join("\n") + "\n";
  }

  made(v, i) {
    const [parents, text] = this.space.mechanisms[v][this.space.marks[v][i]];
    return text || parents.join(", ") || "nothing";
  }

  ruledOut(i) {
    const letters = (sets) => [...SC.LETTERS].filter((_, k) => sets >> k & 1).join(" with ");
    return SC.spaceBlame(this.space, this.state, i).hit.map(letters).join(" or ");
  }

  switchOf(k) {
    const { name, detail, fixed } = this.space.evidence[k];
    const look = (on) => { this.preview = on && !fixed ? k : null; this.paint(); };
    const button = SC.button([SC.h("span", { class: "space-key", "aria-hidden": "true" }, SC.LETTERS[k]), SC.h("span", null, name),
      SC.h("span", { class: "hint space-detail" }, detail ? `${detail} · ` : "", SC.h("span", { class: "space-effect" }))], () => this.flip(k),
    { role: "switch", "data-piece": SC.LETTERS[k], disabled: fixed, "aria-keyshortcuts": fixed ? null : SC.LETTERS[k] });
    for (const [event, on] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]]) button.addEventListener(event, () => look(on));
    return button;
  }

  flip(k) { this.go(this.space.flipped(this.state, k)); }

  go(state) {
    this.state = state;
    this.preview = null;
    if (this.here !== null && !this.space.left(state).includes(this.here)) this.here = null;
    this.paint();
  }

  choose(k) {
    this.chosen = this.chosen === k ? null : k;
    this.paint();
  }

  // Another question, another width: the marks go to their new places.
  layOut(moving) {
    const [rows, columns] = this.axes;
    const old = this.plan ? this.plan.spots : null;
    this.width = this.paper ? SC.PAPER[0] : this.box.clientWidth;
    const narrow = this.width < 620;
    const target = this.paper ? SC.PAPER[1] : narrow ? 30 * 7 + Math.max(240, Math.min(700, this.space.size * 1.2)) : Math.max(300, Math.min(560, this.tall ?? window.innerHeight - 240));
    this.plan = SC.planSpace(this.space, rows, columns, this.width, target);
    this.build();
    this.paint();
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (moving && old && !still) this.move(old);
  }

  move(old) {
    this.plan.spots.forEach(({ x, y }, i) => {
      const [dx, dy] = [old[i].x - x, old[i].y - y];
      if (!dx && !dy) return;
      for (const node of this.marks[i]) node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 400, easing: "ease-in-out" });
    });
  }

  build() {
    const { space, plan, svg } = this;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${plan.width} ${plan.height}`);
    svg.setAttribute("width", plan.width);
    svg.setAttribute("height", plan.height);
    if (plan.rows) SC.svgNode("text", { x: 0, y: 13, class: "strong" }, svg, `${plan.rows.name} ↓`);
    if (plan.columns) SC.svgNode("text", { x: plan.side, y: 13, class: "strong" }, svg, `${plan.columns.name} →`);
    plan.cells.forEach((cell) => SC.svgNode("rect", { ...cell, rx: 6, class: "space-cell" }, svg));
    const labelled = (labels) => labels.map(({ lines, x, y }) => {
      const texts = lines.map((line, z) => SC.svgNode("text", { x, y: y + plan.LINE * z, class: "space-label" }, svg, line));
      const share = plan.narrow ? { x: plan.width, y, class: "small end" } : { x, y: y + plan.LINE * lines.length, class: "small" };
      return { texts, share: SC.svgNode("text", share, svg, "") };
    });
    this.labels = [[plan.rows, labelled(plan.rowLabels)], [plan.columns, labelled(plan.columnLabels)]];
    const traces = SC.svgNode("g", {}, svg);
    const live = SC.svgNode("g", {}, svg);
    this.live = live;
    this.over = SC.svgNode("g", { "pointer-events": "none" }, svg);
    this.marks = plan.spots.map(({ x, y, r, step }, i) => {
      const trace = SC.svgNode("circle", { cx: x, cy: y, r: SC.ringSize(plan.pitch) }, traces);
      const mark = i === space.gold ? SC.svgNode("path", { d: SC.starPath(x, y, Math.max(5, r * 1.35)) }, live) : SC.svgNode("circle", { cx: x, cy: y, r }, live);
      mark.dataset.mark = i;
      return [mark, trace];
    });
  }

  paint() {
    if (this.plan) this.paintMarks();
    this.paintWords();
    const now = JSON.stringify(this.view);
    if (now !== this.kept && this.keep) this.keep(this.view);
    this.kept = now;
  }

  paintMarks() {
    const { space, state, plan } = this;
    const left = new Set(space.left(state));
    const next = this.preview === null ? null : new Set(space.left(space.flipped(state, this.preview)));
    const telling = SC.tellingExperiments(space, state);
    if (this.chosen !== null && !telling.some(({ k }) => k === this.chosen)) this.chosen = null;
    const parts = this.chosen === null ? null : new Map(SC.spaceParts(space.experiments[this.chosen], [...left]).map(([result], place) => [result, place]));
    const place = (i) => (parts ? parts.get(space.experiments[this.chosen].of[i]) : null);
    this.live.setAttribute("class", space.count(state) === 1 ? "one" : "");
    this.over.replaceChildren();
    this.marks.forEach(([mark, trace], i) => {
      const on = left.has(i);
      const colour = !on || place(i) === null ? "" : place(i) < 5 ? ` d${place(i)}` : " other";
      mark.setAttribute("class", `space-mark${on ? "" : " gone"}${colour}${on && next && !next.has(i) ? " risk" : ""}`);
      mark.setAttribute("visibility", on ? "visible" : "hidden");
      trace.setAttribute("visibility", on ? "hidden" : "visible");
      const { x, y, r } = plan.spots[i];
      if (!on) {
        trace.setAttribute("class", `space-ring${SC.spaceBlame(space, state, i).sole ? " sole" : ""}`);
        if (next && next.has(i)) SC.svgNode("circle", { cx: x, cy: y, r, class: "space-back" }, this.over);
      } else if (parts && place(i) < 5 && r >= 5.5 && i !== space.gold) {
        SC.svgNode("text", { x, y: y + 4, class: "space-digit" }, this.over, String(place(i) + 1));
      }
    });
    const ring = (i, kind, grow) => SC.svgNode("circle", { cx: plan.spots[i].x, cy: plan.spots[i].y, r: grow(plan.spots[i].r), class: kind }, this.over);
    if (space.gold !== null) ring(space.gold, "space-gold", (r) => Math.max(7, r * 1.7));
    if (this.here !== null) ring(this.here, "space-here", (r) => r + 4);
    for (const [question, labels] of this.labels) {
      labels.forEach(({ texts, share }, answer) => {
        const having = space.everyone.filter((i) => question.at[i] === answer);
        const some = having.filter((i) => left.has(i)).length;
        share.textContent = some === having.length ? SC.thousands(some) : `${SC.thousands(some)} of ${SC.thousands(having.length)}`;
        texts.forEach((text) => text.classList.toggle("dead", !some));
      });
    }
  }

  paintWords() {
    const { space, state } = this;
    const { number, headline, subline } = SC.spaceWords(space, state);
    const n = SC.thousands;
    this.number.textContent = n(number);
    const plain = space.compared || (space.questioned && number > 0);
    this.number.className = `space-count ${plain ? "compared" : space.words.counts[SC.verdictOf(number)].look}`;
    this.headline.textContent = headline;
    this.subline.textContent = subline;
    this.node.dataset.state = state;
    this.switches.querySelectorAll("button").forEach((button, k) => {
      button.setAttribute("aria-checked", String(Boolean(state >> k & 1)));
      button.querySelector(".space-effect").textContent = SC.switchWords(space, state, k);
    });
    this.drawTrials(number);
    this.drawLegend(number);
    this.svg.setAttribute("aria-label", `${n(number)} ${headline} ${this.rowWords()}`);
    this.said.replaceChildren(...this.saying(number));
  }

  listen() {
    this.svg.addEventListener("pointermove", (event) => {
      const { mark } = event.target.dataset || {};
      if (mark !== undefined && Number(mark) !== this.here) { this.here = Number(mark); this.paint(); }
    });
    for (const name of ["pointerleave", "blur"]) this.svg.addEventListener(name, () => { if (this.here !== null) { this.here = null; this.paint(); } });
  }

  // Letters switch evidence, digits choose experiments, arrows walk through the marks, Escape starts again.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    const k = SC.LETTERS.indexOf(event.key);
    if (event.target === this.svg && event.key.startsWith("Arrow")) this.walk(event.key);
    else if (event.key === "Escape") { this.chosen = this.space.chosen ?? null; this.here = null; this.go(this.space.every); }
    else if (event.key.length === 1 && k >= 0 && k < this.space.evidence.length && !this.space.evidence[k].fixed) this.flip(k);
    else if (/^[1-9]$/.test(event.key)) {
      const found = SC.tellingExperiments(this.space, this.state)[Number(event.key) - 1];
      if (!found) return;
      this.choose(found.k);
    } else return;
    event.preventDefault();
  }

  walk(key) {
    const { space, state, plan } = this;
    const left = space.left(state);
    if (!left.length || !plan) return;
    if (this.here === null) this.here = space.gold !== null && left.includes(space.gold) ? space.gold : left[0];
    else {
      const { x, y } = plan.spots[this.here];
      const [right, down] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      let [best, least] = [this.here, Infinity];
      left.forEach((i) => {
        const [dx, dy] = [plan.spots[i].x - x, plan.spots[i].y - y];
        const [along, across] = [dx * right + dy * down, Math.abs(dx * down + dy * right)];
        if (along > 0.5 && along + 3 * across < least) { best = i; least = along + 3 * across; }
      });
      this.here = best;
    }
    this.paint();
  }
};

"use strict";
// What stands beside and below the marks of a drawn space: experiments, the legend, what is read out.

Object.assign(SC.SpaceBoard.prototype, {
  rowWords() {
    const rows = this.plan && this.plan.rows;
    if (!rows) return "";
    const left = this.space.left(this.state);
    return `${rows.name}: ${rows.answers.map((text, answer) => `${text} ${left.filter((i) => rows.at[i] === answer).length}`).join("; ")}`;
  },

  saying(number) {
    const { space, state, here, preview } = this;
    const strong = (text) => SC.h("strong", null, text);
    if (here !== null) {
      const gone = !space.left(state).includes(here);
      const told = space.variables.map((name, v) => (space.mechanisms[v].length > 1 ? `${name} ${space.mechanisms[v][space.marks[v][here]][1] ? "=" : "←"} ${this.made(v, here)}` : null)).filter(Boolean);
      return [strong(`${here === space.gold ? "Gold" : `One ${space.noun[0]}`}${gone ? `, ruled out by ${this.ruledOut(here)}` : ""}`), `: ${told.join(" · ")}`];
    }
    if (preview === null) return [];
    const other = space.count(space.flipped(state, preview));
    const on = state >> preview & 1;
    return [strong(`${on ? "Without" : "With"} ${SC.LETTERS[preview]}`), `: ${SC.thousands(number)} → ${SC.thousands(other)} ${space.noun[other === 1 ? 0 : 1]}. `,
      other === number ? "" : on ? "Ringed blue: would return." : "Ringed red: would go."];
  },

  drawTrials(number) {
    const { space, state } = this;
    const shown = `${state} ${this.chosen}`;
    if (this.trials.dataset.shown === shown) return; // whoever is about to get the focus keeps it
    this.trials.dataset.shown = shown;
    const telling = SC.tellingExperiments(space, state);
    const drawn = space.left(state).length;
    this.trialsTitle.textContent = space.compared ? (telling.length ? "What tells them apart" : "") : number < 2 ? (number ? `One is left${space.evidence.some(({ further }) => further) ? "" : ": no experiment is needed"}` : "")
      : telling.length ? `An experiment would split the ${SC.thousands(drawn)}${drawn < number ? " drawn" : ""}` : space.experiments.length ? "No listed experiment tells them apart" : "";
    const focused = this.trials.contains(document.activeElement) ? Number(document.activeElement.dataset.trial) : null;
    SC.swap(this.trials, telling.map(({ one, k, parts }, place) => {
      const picked = k === this.chosen;
      const bar = SC.svgNode("svg", { class: "figure space-split", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", "aria-label": "shares of the results" });
      let x = 0;
      parts.forEach(([, n], z) => { const w = (100 * n) / drawn; SC.svgNode("rect", { x, y: 0, width: Math.max(0, w - 0.5), height: 8, class: `space-mark ${picked && z < 5 ? `d${z}` : "other"}` }, bar); x += w; });
      const button = SC.button([SC.h("span", null, one.name), SC.h("span", { class: "hint" }, space.compared ? "" : one.exact ? `${SC.plural(parts.length, "possible outcome")}; at most ${SC.thousands(parts[0][1])} remain` : `${parts.length} predictions, ${SC.thousands(parts[0][1])} alike at most`), bar],
        () => this.choose(k), { role: "radio", "aria-checked": String(picked), "data-trial": k, "aria-keyshortcuts": place + 1,
          tabindex: picked || (this.chosen === null && place === 0) ? "0" : "-1" });
      return SC.h("li", null, button);
    }));
    if (focused !== null) this.trials.querySelector(`[data-trial="${focused}"]`)?.focus();
  },

  drawLegend(number) {
    const { space, state } = this;
    const left = space.left(state);
    const entry = (text, ...shapes) => {
      const sign = SC.svgNode("svg", { class: "figure", viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true", "aria-label": text });
      shapes.forEach(([name, props, inner]) => SC.svgNode(name, props, sign, inner));
      return SC.h("li", null, sign, text);
    };
    const dot = (kind, r = 6.5) => ["circle", { cx: 7, cy: 7, r, class: `space-mark ${kind}` }];
    const found = [];
    if (this.chosen === null) found.push(entry(`one ${space.noun[0]}${space.compared ? "" : space.words.mark}`, dot(number === 1 ? "one" : "", 5)));
    else {
      const one = space.experiments[this.chosen];
      const parts = SC.spaceParts(one, left);
      parts.slice(0, 5).forEach(([result, n], z) => found.push(entry(`${one.results[result] || "another result"}${space.compared ? "" : ` · ${SC.thousands(n)}`}`, dot(`d${z}`),
        ["text", { x: 7, y: 11, class: "space-digit" }, String(z + 1)])));
      const rest = parts.slice(5);
      if (rest.length) found.push(entry(`${SC.plural(rest.length, "other result")} · ${SC.thousands(rest.reduce((sum, [, n]) => sum + n, 0))}`, dot("other", 5)));
    }
    if (space.gold !== null) found.push(entry("gold", ["path", { d: SC.starPath(7, 7, 5), class: "space-sign" }]));
    if (left.length < space.size) {
      const piece = space.evidence.some(({ name }) => /, row \d+$/.test(name)) ? "row" : "piece";
      found.push(entry(`ruled out; dark: one ${piece} alone suffices`, ["circle", { cx: 7, cy: 7, r: 3.5, class: "space-ring sole" }]));
    }
    SC.swap(this.legend, found);
  },

  walkTrials(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const buttons = [...this.trials.querySelectorAll("button")];
    if (!step || !buttons.length) return;
    event.preventDefault();
    event.stopPropagation();
    const at = Math.max(0, buttons.indexOf(document.activeElement));
    const next = buttons[(at + step + buttons.length) % buttons.length];
    const k = Number(next.dataset.trial);
    this.chosen = k;
    next.focus();
    this.paint();
    this.trials.querySelector(`[data-trial="${k}"]`)?.focus();
  },
});

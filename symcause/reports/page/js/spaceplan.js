"use strict";
// Where the marks of a drawn space stand, and what is said of it: the same rules as mark_layout.py and
// drawing_sentences.py, by which tests compare them. Nothing here touches the page.

SC.LETTERS = "abcdefghijklmnopqrstuvwxyz";

SC.thousands = (n) => n.toLocaleString("en-US");

// A drawing as it came, unpacked: columns of small numbers, and what follows from them in any state.
SC.unpackSpace = (data) => {
  const at = new Map([...data.alphabet].map((letter, i) => [letter, i]));
  const open = (numbers) => (typeof numbers === "string" ? [...numbers].map((letter) => at.get(letter)) : numbers);
  const marks = data.marks.map(open);
  const refuted = open(data.refuted).map((kind) => data.kinds[kind]);
  const everyone = [...Array(data.size).keys()];
  const every = 2 ** data.evidence.length - 1;
  const questions = data.questions.map((question) => {
    const of = open(question.of);
    return { ...question, at: everyone.map((i) => of[marks[question.v][i]]) };
  });
  const counts = new Map(data.sample ? data.sample.counts : []);
  const seen = new Map();
  const left = (state) => {
    if (!seen.has(state)) seen.set(state, everyone.filter((i) => !refuted[i].some((sets) => (sets & state) === sets)));
    return seen.get(state);
  };
  const flipped = (state, k) => {
    const { evidence } = data;
    if (evidence[k].fixed) return state;
    let now = state;
    if (now >> k & 1) {
      now &= ~(1 << k);
      evidence.forEach((one, j) => { if (one.after !== null && !(now >> one.after & 1) && !one.fixed) now &= ~(1 << j); });
      return now;
    }
    for (let j = k; j !== null; j = evidence[j].after) now |= 1 << j;
    return now;
  };
  return { ...data, marks, refuted, everyone, every, questions, left, flipped,
    experiments: data.experiments.map((one) => ({ ...one, of: open(one.of) })),
    core: everyone.filter((i) => !refuted[i].length),
    count: (state) => counts.get(state) ?? left(state).length };
};

// Words in a state of the evidence.
SC.spaceWords = (space, state) => {
  const left = space.left(state);
  const number = space.count(state);
  const [one, many] = space.noun;
  const whole = left.length === number;
  const listed = (names) => (names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);
  const few = (found) => {
    const names = found.sort((a, b) => b[0] - a[0] || a[1] - b[1]).map(([, v]) => space.variables[v]);
    return listed(names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names);
  };
  const [causes, functions, sure] = [[], [], []];
  space.variables.forEach((name, v) => {
    const here = new Set(left.map((i) => space.marks[v][i]));
    const parents = new Set([...here].map((m) => JSON.stringify(space.mechanisms[v][m][0])));
    if (here.size > 1) (parents.size > 1 ? causes : functions).push([here.size, v]);
    else if (whole && here.size === 1) sure.push(name);
  });
  const apart = [causes.length ? `what causes ${few(causes)}` : null,
    functions.length ? `how ${few(functions)} ${functions.length > 1 ? "are" : "is"} made` : null].filter(Boolean).join(", and ");
  const further = space.evidence.some((piece, k) => piece.further && state >> k & 1);
  const what = further ? "the evidence and what would be seen" : "the evidence";
  const gold = space.gold !== null && left.includes(space.gold);
  if (space.compared) {
    const same = sure.length ? `${space.title}: they agree on ${listed(sure)}.` : `${space.title}.`;
    return { number, headline: `${many} are compared. They disagree on ${apart}.`, subline: same };
  }
  const said = SC.filled(space.words.counts[SC.verdictOf(number)].said, { one, many, evidence: what, gold: gold ? ", and it is gold" : "" });
  const headline = number > 1 && apart ? `${said} ${whole ? "They disagree" : "Those drawn disagree"} on ${apart}.` : said;
  const n = SC.thousands;
  const gone = space.size - left.length;
  let told = `${space.title}: ${n(space.size)} ${space.size === 1 ? one : many} drawn, ${gone ? `${n(gone)} of them ruled out` : "none ruled out"}`;
  if (space.sample) {
    const how = space.sample.whole ? "all that explain everything, of the others a sample" : "a uniform sample";
    told = `${space.title}: ${n(space.size)} of ${n(space.sample.total)} ${many} drawn, ${how}; numbers at rows and columns count marks`
      + (left.length < number ? `, and ${n(left.length)} of the ${n(number)} left are marks` : "");
  }
  const off = space.evidence.filter((_, k) => !(state >> k & 1)).length;
  if (off) told += `; ${off} of ${space.evidence.length} pieces of evidence off`;
  const settled = number > 1 && sure.length ? ` Settled: ${listed(sure)}.` : "";
  return { number, headline, subline: `${told}.${settled}` };
};

// Is this a view of this space? It may come from a link that a stranger wrote.
SC.fitsSpace = (space, view) => Boolean(view) && view.of === space.every && Number.isInteger(view.state) && view.state >= 0 && view.state <= space.every
  && space.evidence.every(({ fixed }, k) => !fixed || view.state >> k & 1)
  && Array.isArray(view.pick) && view.pick.length === 2 && view.pick.every((q) => q === null || q === -1 || space.questions[q]) && view.pick[0] !== -1;

SC.switchWords = (space, state, k) => {
  if (space.evidence[k].fixed) return "always on";
  const other = space.count(space.flipped(state, k));
  return `${state >> k & 1 ? "without it" : "with it"} ${other === space.count(state) ? "still " : ""}${SC.thousands(other)}`;
};

// The results of an experiment that marks show, most marks first: [result, number].
SC.spaceParts = (experiment, left) => {
  const found = new Map();
  left.forEach((i) => found.set(experiment.of[i], (found.get(experiment.of[i]) || 0) + 1));
  return [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
};

// The experiments that tell something in a state, fewest left as expected first, by place.
SC.tellingExperiments = (space, state) => {
  const left = space.left(state);
  return space.experiments.map((one, k) => ({ one, k, parts: one.when === null || one.when === state ? SC.spaceParts(one, left) : [] }))
    .filter(({ parts }) => parts.length > 1)
    .map((found) => ({ ...found, rank: found.parts.reduce((sum, [, n]) => sum + n * n, 0) }))
    .sort((a, b) => a.rank - b.rank || a.k - b.k).filter(({ k }, place) => place < 4 || k === space.chosen);
};

// The radius of the ring that a ruled-out mark leaves, whatever the mark's own size.
SC.ringSize = (pitch) => Math.min(4, Math.max(1, 0.3 * pitch));

// What stands against a mark that is ruled out, and whether one piece does so alone.
SC.spaceBlame = (space, state, i) => {
  const hit = space.refuted[i].filter((sets) => (sets & state) === sets);
  const shared = hit.reduce((both, sets) => both & sets);
  return { sole: Boolean(shared), hit };
};

SC.wrapLabel = (text, width) => {
  const lines = [];
  let line = "";
  for (const part of text.match(/[^ ,]*[ ,]|[^ ,]+$/g) || [""]) {
    if (line && (line + part).trim().length * 7.6 > width) { lines.push(line.trim()); line = part; } else line += part;
  }
  return [...lines, line.trim()];
};

SC.planSpace = (space, rowsAsked, columnsAsked, width, target) => {
  const [LETTER, LINE, GAP] = [7.6, 15, 6];
  const narrow = width < 620;
  const rows = rowsAsked === null ? null : space.questions[rowsAsked];
  const columns = rows === null || narrow || columnsAsked === null ? null : space.questions[columnsAsked];
  const rowTexts = rows ? rows.answers : [""];
  const columnTexts = columns ? columns.answers : [""];
  const table = () => rowTexts.map(() => columnTexts.map(() => 0));
  const [count, core, put] = [table(), table(), table()];
  const cell = (i) => [rows ? rows.at[i] : 0, columns ? columns.at[i] : 0];
  space.everyone.forEach((i) => { const [k, j] = cell(i); count[k][j] += 1; if (!space.refuted[i].length) core[k][j] += 1; });
  const longest = Math.max(...rowTexts.flatMap((text) => SC.wrapLabel(text, 150).map((line) => line.length)));
  const side = narrow || !rows ? 0 : Math.min(210, Math.max(longest, 14, rows.name.length + 2) * LETTER + 14);
  const room = width - side - GAP * (columnTexts.length - 1);
  let widths = [room];
  if (columnTexts.length > 1) {
    const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
    const fullest = columnTexts.map((_, j) => Math.sqrt(Math.max(1, ...count.map((line) => line[j]))));
    const least = columnTexts.map((text, j) => Math.max(64, (count.some((line) => line[j] > 99) ? 14 : 11) * LETTER,
      ...text.split(" ").map((word) => word.length * LETTER)) + 8);
    if (sum(least) >= room) widths = least.map((w) => (w * room) / sum(least));
    else {
      const wanted = least.map((m, j) => Math.max(m, (room * fullest[j]) / sum(fullest)));
      const [slack, over] = [sum(wanted) - sum(least), sum(wanted) - room];
      widths = wanted.map((w, j) => w - (over * (w - least[j])) / slack);
    }
  }
  const heads = columnTexts.map((text, j) => SC.wrapLabel(text, widths[j] - 4));
  const most = Math.max(...heads.map((head) => head.length));
  const above = columns ? 44 + most * LINE : rows ? 24 : 0;
  const top = narrow ? 22 : 0;
  const least = rowTexts.map((text) => (narrow ? 18 : 14 + LINE * (SC.wrapLabel(text, side - 12).length + 1)));
  const large = (p) => Math.min(24, 2.2 * p);
  const fitting = (w, p) => Math.max(1, Math.floor((w - 8) / p));
  const need = (k, p) => 8 + Math.max(...count[k].map((n, j) => large(p) * Math.ceil(core[k][j] / fitting(widths[j], large(p)))
    + p * Math.ceil((n - core[k][j]) / fitting(widths[j], p))));
  let pitch = narrow ? 13 : 22;
  let [heights, whole] = [least, 0];
  for (;;) {
    heights = least.map((h, k) => Math.max(h, need(k, pitch)));
    whole = heights.reduce((a, b) => a + b, 0) + (GAP + top) * heights.length + above;
    if (pitch <= 4 || heights.every((h, k) => h === least[k]) || whole <= target) break;
    pitch -= 0.25;
  }
  const before = (sizes, n) => sizes.slice(0, n).reduce((a, b) => a + b, 0);
  const xs = widths.map((_, j) => side + before(widths, j) + GAP * j);
  const ys = heights.map((_, k) => above + top * (k + 1) + before(heights, k) + GAP * k);
  const spots = space.everyone.map((i) => {
    const [k, j] = cell(i);
    const out = space.refuted[i].length > 0;
    const place = put[k][j];
    put[k][j] += 1;
    const step = out ? pitch : large(pitch);
    const down = out ? large(pitch) * Math.ceil(core[k][j] / fitting(widths[j], large(pitch))) : 0;
    const order = out ? place - core[k][j] : place;
    const fit = fitting(widths[j], step);
    return { x: xs[j] + 4 + step * (order % fit + 0.5), y: ys[k] + 4 + down + step * (Math.floor(order / fit) + 0.5),
      r: Math.max(1.3, step * (out ? 0.38 : 0.36)), step };
  });
  const cells = count.flatMap((line, k) => line.flatMap((n, j) => (n ? [{ x: xs[j], y: ys[k], width: widths[j], height: heights[k] }] : [])));
  return { rows, columns, width, height: whole, pitch, narrow, side, cells, spots, LINE,
    rowLabels: rows ? rowTexts.map((text, k) => (narrow ? { lines: [text], x: 2, y: ys[k] - 6 } : { lines: SC.wrapLabel(text, side - 12), x: 0, y: ys[k] + LINE })) : [],
    columnLabels: columns ? heads.map((lines, j) => ({ lines, x: xs[j] + 2, y: 33 + LINE * (most - lines.length) })) : [] };
};

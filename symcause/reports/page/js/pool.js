"use strict";
// A pool: every problem as a dot, distribution plots, a table that sorts and filters, and a view for each problem.

SC.PAGE = 200; // rows shown at a time
SC.NAMES = 2; // columns that say which problem: its id and its verdict

SC.COLUMNS = [
  { key: "id", title: "problem" }, // or what else a row is
  { key: "verdict", title: "verdict" },
  { key: "setting", title: "setting" },
  { key: "variables", title: "variables", number: true },
  { key: "rows", title: "rows", number: true },
  { key: "log", title: "models", number: true, show: (item) => item.count },
  { key: "coverage", title: "coverage", number: true, show: (item) => SC.percent(item.coverage) },
  { key: "separable", title: "separable" },
  { key: "seconds", title: "seconds", number: true, show: (item) => SC.fixed(item.seconds) },
  { key: "reason", title: "reason" },
];

SC.token = (key) => key.replace(/[^A-Za-z0-9]+/g, "-");

SC.fixed = (value) => (value === null ? null : value.toFixed(2));

// The columns of this pool: those that hold anything, in the words of its family, then the family's own.
SC.columnsOf = (index, items) => {
  const words = index.words || {};
  const one = (key) => new Set(items.map((item) => item[key])).size === 1; // the heading of the page has it
  const own = (index.more || []).filter((title) => title !== "problem" || !one(title)).map((title) => ({ key: title, title, more: true,
    number: items.some((item) => typeof item[title] === "number") }));
  const [id, verdict, ...rest] = SC.COLUMNS.map((column) => ({ ...column, title: words[column.key] || column.title }));
  id.title = index.noun || id.title;
  const some = (column) => items.some((item) => item[column.key] !== null && item[column.key] !== undefined);
  const curve = index.curves ? [{ key: "curve", title: "course", drawn: true }] : [];
  return [id, verdict, ...curve, ...own.filter((c) => !c.number), ...rest.slice(0, -2), ...own.filter((c) => c.number), ...rest.slice(-2)]
    .filter((column) => column === id || words[column.key] !== "" && some(column));
};

SC.pool = (index) => {
  const pool = SC.poolOf(index);
  pool.main = index.main ? SC.figure(index.main) : null;
  const linked = pool.main && pool.main.querySelector(".mote-link");
  const all = pool.main ? SC.section("all", index.main.title, pool.main,
    linked ? SC.h("p", { class: "hint screen-only" }, `A click on a mark opens its ${pool.noun}.`) : null) : null;
  if (all) all.classList.add("first");
  const node = SC.h("article", { class: "pool" }, SC.poolHero(index, pool.items),
    all,
    SC.crossed(index, pool.items),
    index.figures.length ? SC.section("plots", "Distributions",
      SC.h("div", { class: "plots" }, index.figures.map(SC.figure))) : null,
    SC.poolSection(pool),
    (index.footer || []).length ? SC.h("p", { class: "hint" }, index.footer.map((fact) => fact.join(" ")).join(", ")) : null);
  SC.drawRows(pool);
  return node;
};

// The table of an index, and what it is chosen by.
SC.poolOf = (index) => {
  const named = (row) => Object.fromEntries(index.columns.map((name, j) => [name, row[j]]));
  const items = index.items.map((row, place) => ({ ...named(row), place, curve: index.curves ? index.curves[place] : null }));
  const pool = { items, noun: index.noun || "problem", by: index.by || "verdict", sort: null, down: false, text: "", chosen: {}, shown: SC.PAGE };
  pool.columns = SC.columnsOf(index, items);
  pool.body = SC.h("tbody");
  pool.told = SC.h("p", { class: "hint", role: "status" });
  pool.more = SC.button("Show more", () => { pool.shown += 5 * SC.PAGE; SC.drawRows(pool); });
  pool.heads = pool.columns.map((column) => SC.head(column.drawn ? column.title : SC.button(column.title, () => SC.sortBy(pool, column),
    { class: "sort", "data-sort": column.key, title: SC.TERMS[column.title] }), column.number));
  pool.heads.forEach((head, i) => {
    head.setAttribute("aria-sort", "none");
    head.dataset.title = pool.columns[i].title;
    head.classList.add(`of-${SC.token(pool.columns[i].key)}`);
  });
  pool.filters = SC.filters(pool);
  pool.table = SC.h("table", { class: "wide pool-table" }, SC.h("thead", null, SC.h("tr", null, pool.heads)), pool.body);
  pool.note = SC.h("p", { class: "hint" }, "–: does not apply, or is not known.");
  return pool;
};

SC.poolSection = (pool) => SC.section("problems", `${pool.noun[0].toUpperCase()}${pool.noun.slice(1)}s`, pool.filters, pool.told,
  SC.poolMeasures(pool), SC.scroller(`${pool.noun}s`, pool.table), pool.note, pool.more,
  SC.h("div", { class: "tools" }, SC.button("CSV", () => SC.download(`${pool.noun}s.csv`, "text/csv", SC.poolCsv(pool)),
    { "aria-label": "Download the table as CSV" })));

// The runs of a page of scores: the same table; a run opens below it.
SC.scoredRuns = (index, home) => {
  SC.index = index;
  SC.route = "";
  const pool = SC.poolOf(index);
  const box = SC.h("div", { id: "run", tabindex: "-1" });
  home.append(SC.poolSection(pool), box);
  SC.drawRows(pool);
  const open = async () => {
    const chosen = /^#p(\d+)$/.exec(location.hash);
    const view = chosen && await SC.read(`p-${chosen[1]}`);
    if (!view) return;
    SC.swap(box, SC.problem(view, null));
    box.scrollIntoView();
    document.documentElement.dataset.ready = location.hash;
  };
  window.addEventListener("hashchange", open);
  return open();
};

// On a telephone the table shows problem, verdict and one measure: the count, or what is chosen.
SC.poolMeasures = (pool) => {
  const measures = pool.columns.slice(SC.NAMES);
  pool.measure = Math.max(0, measures.findIndex((column) => column.key === "log"));
  if (measures.length < 2) return null;
  return SC.measureList(measures.map((column) => column.title), pool.measure,
    (chosen) => { pool.measure = chosen; SC.onlyColumn(pool.table, SC.NAMES, chosen); });
};

SC.poolHero = (index, items) => {
  const counts = new Map();
  const by = index.by || "verdict";
  const kind = (item) => (by !== "verdict" && item[by]) || item.verdict;
  items.filter(kind).forEach((item) => counts.set(kind(item), (counts.get(kind(item)) || 0) + 1));
  const noun = index.noun || "problem";
  const grave = (verdict) => (index.order || []).indexOf(verdict); // as in the picture, else the most frequent first
  const verdicts = [...counts].sort((a, b) => grave(a[0]) - grave(b[0]) || b[1] - a[1]);
  const tone = Object.fromEntries(items.map((item) => [kind(item), item.tone]));
  const settled = items.filter((item) => item.tone === "unique").length;
  const asked = items.some((item) => ["unique", "ambiguous", "unknown"].includes(item.tone));
  const failed = items.filter((item) => item.verdict === "failed");
  const read = items.length - failed.length;
  const heading = !read ? `None of ${SC.plural(items.length, noun)} could be read`
    : `${asked ? `${settled} of ` : ""}${SC.plural(read, noun)}${asked ? " settled" : ""}${failed.length ? `; ${failed.length} could not be read` : ""}`;
  return SC.h("header", { class: "hero" },
    SC.h("p", { class: "identity" }, index.source || "pool"),
    SC.headline((read && index.heading) || heading),
    SC.failures(failed),
    verdicts.length ? SC.h("div", { class: "share-bar", "aria-hidden": "true" }, verdicts.map(([verdict, n]) =>
      SC.h("span", { class: tone[verdict], style: { "flex-grow": n }, title: `${verdict}: ${n}` }))) : null,
    SC.facts(verdicts.map(([verdict, n]) => [SC.dotted(verdict, tone[verdict]), `${n} (${SC.percent(n / items.length)})`])));
};

// Why problems could not be read, each reason once.
SC.failures = (failed) => {
  const reasons = new Map();
  const reasonOf = (item) => (item.reason || "no reason was given").replace(/^\S+:\d+: /, ""); // where it stands is in its row
  failed.forEach((item) => reasons.set(reasonOf(item), (reasons.get(reasonOf(item)) || 0) + 1));
  const told = [...reasons].sort((a, b) => b[1] - a[1]);
  if (!told.length) return null;
  return SC.h("ul", { class: "failures" }, told.slice(0, 3).map(([reason, n]) => SC.h("li", null, n > 1 ? `${n} times: ` : "", reason)),
    told.length > 3 ? SC.h("li", null, `and ${SC.plural(told.length - 3, "other reason")}`) : null);
};

// How often which value of one column goes with which of another: one row a value, those with most first.
SC.crossed = (index, items) => {
  const [side, top] = index.cross || [];
  if (!top) return null;
  const tally = (key) => items.reduce((counts, item) =>
    counts.set(item[key] || "–", (counts.get(item[key] || "–") || 0) + 1), new Map());
  const sorted = (counts) => [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
  const [sides, tops] = [sorted(tally(side)), sorted(tally(top))];
  const count = (a, b) => items.filter((item) => (item[side] || "–") === a && (b === null || (item[top] || "–") === b)).length;
  const bar = (a, n) => SC.h("div", { class: "share-bar", "aria-hidden": "true" }, tops.filter((b) => count(a, b)).map((b) =>
    SC.h("span", { class: SC.config.answers[b] || "none", style: { "flex-grow": count(a, b) }, title: `${b}: ${count(a, b)} of ${n}` })));
  const row = (a) => SC.h("tr", null, SC.side(a), SC.h("td", { class: "number" }, String(count(a, null))),
    tops.map((b) => SC.h("td", { class: "number" }, String(count(a, b) || "–"))),
    SC.h("td", { class: "share" }, bar(a, count(a, null))));
  const key = (b) => SC.h("span", { class: "key" }, SC.h("span", { class: `dot ${SC.config.answers[b] || "none"}`, "aria-hidden": "true" }), b);
  return SC.section("crossed", `${top[0].toUpperCase()}${top.slice(1)} by ${side}`,
    SC.scroller(`${top} by ${side}`, SC.h("table", { class: "wide" },
      SC.h("thead", null, SC.h("tr", null, SC.head(side), SC.head("problems", true), tops.map((b) => SC.head(key(b), true)),
        SC.head("share"))), SC.h("tbody", null, sides.map(row)))));
};

SC.dotted = (verdict, tone) => SC.h("span", null,
  SC.h("span", { class: `dot ${tone}`, "aria-hidden": "true" }), SC.config.verdicts[verdict] || verdict);

SC.CHOICES = 40; // most values of a column that can be chosen from a list

SC.filters = (pool) => {
  const choices = (key) => [...new Set(pool.items.map((item) => item[key]).filter(Boolean))].sort();
  const select = (key, label) => {
    const change = () => { pool.chosen[key] = node.value; SC.refilter(pool); };
    const node = SC.h("select", { "data-filter": key, on: { change } },
      SC.h("option", { value: "" }, "all"), choices(key).map((value) => SC.h("option", { value }, value)));
    return SC.h("label", null, `${label} `, node);
  };
  const text = SC.h("input", { type: "search", "data-filter": "text", placeholder: "part of an id",
    on: { input: () => { pool.text = text.value.toLowerCase(); SC.refilter(pool); } } });
  return SC.h("div", { class: "controls", role: "search" }, SC.h("label", null, `${pool.noun} `, text),
    pool.columns.filter((c) => c.key === "verdict" || c.key === "setting" || c.more && !c.number)
      .filter((c) => !c.more || c.key !== "where" && choices(c.key).length > 1) // where: names, no kinds
      .filter((c) => choices(c.key).length <= SC.CHOICES || c.key === "setting").map((c) => select(c.key, c.title)));
};

SC.unfilter = (pool) => {
  Object.assign(pool, { text: "", chosen: {} });
  pool.filters.querySelectorAll("input, select").forEach((control) => { control.value = ""; });
  SC.refilter(pool);
};

SC.refilter = (pool) => { pool.shown = SC.PAGE; SC.drawRows(pool); };

SC.sortBy = (pool, column) => {
  pool.down = pool.sort === column ? !pool.down : Boolean(column.number);
  pool.sort = column;
  pool.columns.forEach((other, i) => pool.heads[i].setAttribute("aria-sort",
    other === column ? (pool.down ? "descending" : "ascending") : "none"));
  SC.drawRows(pool);
};

SC.compareBy = (key, number, sign) => (a, b) => {
  const [x, y] = [a[key], b[key]];
  if (x === y) return a.place - b.place;
  if (x === null || x === undefined) return 1; // unknown values stay at the end
  if (y === null || y === undefined) return -1;
  const order = number ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
  return order ? sign * order : a.place - b.place;
};

SC.chosen = (pool) => {
  const kept = pool.items.filter((item) =>
    Object.entries(pool.chosen).every(([key, value]) => !value || item[key] === value)
    && (!pool.text || String(item.id).toLowerCase().includes(pool.text)));
  if (pool.sort) kept.sort(SC.compareBy(pool.sort.key, pool.sort.number, pool.down ? -1 : 1));
  return kept;
};

SC.drawRows = (pool) => {
  const kept = SC.chosen(pool);
  const visible = kept.slice(0, pool.shown);
  SC.swap(pool.body, visible.map((item) => SC.h("tr", null, pool.columns.map((column) => {
    const value = column.show ? column.show(item) : item[column.key];
    const text = value === null || value === undefined || value === "" ? "–" : String(value);
    if (column.key === "id") return SC.side(SC.h("a", { href: `#p${item.place}` }, text));
    if (column.key === pool.by) return SC.h("td", null, SC.h("span", { class: `badge ${item.tone}` }, text));
    if (column.drawn) return SC.h("td", { class: "course" }, item.curve ? SC.drawing(item.curve) : "–");
    return SC.h("td", { class: `${column.number ? "number" : "label"} of-${SC.token(column.key)}` }, text);
  }))));
  if (!kept.length) SC.swap(pool.body, SC.h("tr", null, SC.h("td", { colspan: pool.columns.length, class: "nothing" },
    `No ${pool.noun} matches. `, SC.button("Clear the filters", () => SC.unfilter(pool), { "data-act": "unfilter" }))));
  const left = kept.length < pool.items.length
    ? `${kept.length} of ${SC.plural(pool.items.length, pool.noun)} left` : SC.plural(kept.length, pool.noun);
  pool.told.textContent = left + (kept.length > visible.length ? `, the first ${visible.length} shown` : "");
  pool.note.hidden = ![...pool.body.querySelectorAll("td")].some((cell) => cell.textContent === "–");
  if (kept.length) SC.onlyColumn(pool.table, SC.NAMES, pool.measure);
  SC.dimDots(pool, kept);
  pool.more.hidden = kept.length <= visible.length;
};

// Dots of problems that the filters leave out are faint.
SC.dimDots = (pool, kept) => {
  if (!pool.main) return;
  const left = new Set(kept.map((item) => item.place));
  pool.main.querySelectorAll(".mote-link").forEach((dot) =>
    dot.classList.toggle("dim", !left.has(Number(dot.dataset.place))));
};

SC.poolCsv = (pool) => {
  const keys = pool.columns.filter((column) => !column.drawn).map((column) => (column.key === "log" ? "count" : column.key));
  const rows = [keys, ...SC.chosen(pool).map((item) => keys.map((key) => item[key]))];
  return rows.map((row) => `${row.map(SC.csvCell).join(",")}\n`).join("");
};

// A problem of the pool, with the way back and to its neighbours.
SC.member = (index, place, node) => {
  const link = (to, words) => (index.items[to] ? SC.h("a", { href: `#p${to}` }, words) : null);
  return SC.h("div", null, SC.h("nav", { class: "trail", "aria-label": "Pool" },
    SC.h("a", { href: "#problems" }, `All ${index.noun || "problem"}s`), link(place - 1, "Previous"), link(place + 1, "Next")), node);
};

"use strict";
// Building blocks. Text only ever enters the page as text nodes and attribute values, never as markup;
// pictures come from the report's own writer and are parsed as XML.
const SC = {};

SC.h = (tag, props, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [name, act] of Object.entries(value)) node.addEventListener(name, act);
    else if (key === "style") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else node.setAttribute(key, value === true ? "" : value);
  }
  const shown = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  node.append(...(SC.TYPED.has(tag) ? shown : shown.map((child) => (typeof child === "string" ? SC.signed(child) : child))));
  return node;
};

// What somebody may type or copy, and names that lead on, keep their hyphens; elsewhere negative numbers have a minus sign.
SC.TYPED = new Set(["a", "code", "pre", "option", "textarea", "style", "script"]);

SC.signed = (text) => text.replace(/(^|[\s([=,;±…–])-(?=\.?\d)/g, "$1−");

SC.drawing = (text) => {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(read, true);
};

SC.swap = (node, ...children) => {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
};

SC.button = (label, act, props) => SC.h("button", { type: "button", on: { click: act }, ...props }, label);

SC.section = (name, title, ...children) =>
  SC.h("section", { id: name, "aria-labelledby": `${name}-title`, tabindex: "-1" },
    SC.h("h2", { id: `${name}-title` }, title), ...children);

SC.code = (text, title) => SC.h("code", { title: title && title !== text ? title : null }, text);

SC.hint = (text) => SC.h("p", { class: "hint" }, text);

// Heads of columns and rows, and a list of labelled facts.
SC.head = (text, number) => SC.h("th", { scope: "col", class: number ? "number" : null }, text);

SC.side = (text) => SC.h("th", { scope: "row" }, text);

SC.facts = (pairs) => SC.h("dl", { class: "facts" }, pairs.map(([label, value, exact]) =>
  SC.h("div", null, SC.h("dt", { title: SC.TERMS[label] }, label), SC.h("dd", { title: exact ? `exactly ${exact}` : null }, String(value)))));

// Words that need a line of explanation where they stand; families add theirs.
SC.TERMS = {
  separable: "Does some experiment on one variable tell two of the explaining models apart?",
  gold: "The true model, known to whoever made the problem",
  class: "Which models count, and where that is said: the problem, an option, or gold",
  setting: "How much of the order and the roots the problem discloses",
  coverage: "Share of input patterns that the training rows show",
  gain: "log2 of how many times fewer are left than at the start",
  regret: "What the steps left, against what the best ones leave in their worst case: log2, summed over the steps",
  "regret, bits": "What the steps left, against what the best ones leave in their worst case: log2, summed over the steps",
  support: "Justified: all that fits what was seen gives this answer; unsupported: some does; refuted: nothing does",
  "settled at step": "The step after which the question was settled",
  "shortest proof": "Steps that would have settled the question, had one known the truth",
  "settled after": "The step after which the question was settled",
};

SC.percent = (value) => (value === null || value === undefined ? "–" : `${SC.rounded(100 * value, 1)}%`);

// Half up, as in the texts of the command line.
SC.rounded = (value, digits) => {
  const scale = 10 ** digits;
  return (Math.floor(value * scale + 0.5 + 1e-9) / scale).toFixed(digits);
};

SC.plural = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many || `${one}s`}`);

// A sentence of the page's data, its {places} filled.
SC.filled = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);

// The verdict that a number of members has.
SC.verdictOf = (number) => (number > 1 ? "ambiguous" : number ? "unique" : "inconsistent");

SC.titled = (text) => text.charAt(0).toUpperCase() + text.slice(1);

SC.download = (name, type, text) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = SC.h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};

// A cell of a CSV file; a text that a spreadsheet would take for a formula is quoted.
SC.csvCell = (value) => {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
};

SC.fileName = (text) => text.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^\.+/, "").slice(0, 80) || "problem";

// A picture as a file of its own: colours written out, style sheet inside.
SC.standalone = (svg) => {
  const copy = svg.cloneNode(true);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = SC.config.figureCss;
  copy.prepend(style);
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes); // they lead into this page
  return new XMLSerializer().serializeToString(copy);
};

SC.tools = (name, svg, csv) =>
  SC.h("div", { class: "tools" },
    SC.button("SVG", () => SC.download(`${name}.svg`, "image/svg+xml", SC.standalone(svg)),
      { "aria-label": `Download ${name} as SVG` }),
    csv ? SC.button("CSV", () => SC.download(`${name}.csv`, "text/csv", csv),
      { "aria-label": `Download the data of ${name} as CSV` }) : null);

SC.figure = (view) => {
  const svg = SC.drawing(view.svg);
  return SC.h("figure", { class: "plot" },
    SC.h("div", { class: `scroll${view.narrow ? " wide-only" : ""}`, tabindex: "0", role: "group", "aria-label": view.title }, svg),
    view.narrow ? SC.h("div", { class: "narrow-only" }, SC.drawing(view.narrow)) : null,
    view.caption ? SC.h("figcaption", null, view.caption) : null, SC.tools(view.key, svg, view.csv));
};

SC.scroller = (label, ...children) =>
  SC.fitted(SC.h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, ...children));

// A table to look things up in: on a telephone its first columns and one more, which is chosen from a list.
SC.lookup = (label, table, names, start = 0) => {
  const titles = [...table.tHead.rows[0].cells].slice(names).map((cell) => cell.textContent);
  if (titles.length < 2) return SC.scroller(label, table);
  const show = (chosen) => SC.onlyColumn(table, names, chosen);
  const list = SC.measureList(titles, start, show);
  show(start);
  table.reveal = (cell) => { // a cell that the telephone leaves out
    if (!cell.classList.contains("off")) return;
    list.querySelector("select").value = String(cell.cellIndex - names);
    show(cell.cellIndex - names);
  };
  return SC.h("div", null, list, SC.scroller(label, table));
};

// Whether a table fits its page, now and whenever either changes its size.
SC.fitted = (box) => {
  const table = box.querySelector(":scope > table.wide");
  if (!table) return box;
  const look = () => {
    const tight = table.offsetWidth > box.clientWidth + 1;
    box.classList.toggle("tight", tight);
    box.classList.toggle("fits", !tight);
  };
  const watch = new ResizeObserver(look);
  watch.observe(box);
  watch.observe(table);
  return box;
};

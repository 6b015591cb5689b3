// A sheet as tables: cells, rows, groups with their switches and fields. What a family's columns mean is said
// by the sheet; nothing here knows a family. Every change is one call of edit(words, change on a copy).
/* global SC */

const MANY = 4000; // cells, beyond which tables unfold when they are asked for

const NEXT = { 0: "1", 1: "0", "?": "0" };

const emptyCell = (column) => (column.kind === "bit" ? "0" : column.kind === "choice" ? column.choices[0] : "");

export const drawSheet = (sheet, edit) => {
  const cells = sheet.groups.reduce((sum, group) => sum + group.rows.length * group.columns.length, 0);
  const groups = sheet.groups.map((group, at) => drawGroup(sheet, group, at, edit, cells > MANY));
  return SC.h("div", { class: "sheet" },
    sheet.fields.length ? SC.h("div", { class: "fields", role: "group", "aria-label": "The problem" },
      sheet.fields.map((field, i) => drawField(field, `sheet-${i}`, (value) =>
        edit(`${field.title}: ${value || "none"}`, (copy) => { copy.fields[i].value = value; })))) : null,
    SC.h("div", { class: "groups" }, groups),
    sheet.blank ? SC.button(`Add a ${sheet.group}`, () => edit(`a further ${sheet.group}`, (copy) => {
      const title = freshName(copy, sheet.group);
      copy.groups.push({ ...structuredClone(sheet.blank), title, key: title,
        rows: [{ cells: sheet.blank.columns.map(emptyCell), on: true, label: "" }] });
    }), { "data-act": "add-group" }) : null);
};

export const freshName = (sheet, word) => {
  const taken = new Set(sheet.groups.map((group) => group.title));
  let number = sheet.groups.length;
  while (taken.has(`${word}_${String(number).padStart(2, "0")}`)) number += 1;
  return `${word}_${String(number).padStart(2, "0")}`;
};

const drawField = (field, id, change) => {
  const told = { id, title: field.help || null, "data-field": field.key };
  let input;
  if (field.kind === "choice") {
    input = SC.h("select", { ...told, on: { change: () => change(input.value) } },
      field.choices.map((one) => SC.h("option", { value: one, selected: one === field.value }, one)));
  } else if (field.kind === "names") {
    const chosen = new Set(field.value.split(",").filter(Boolean));
    const box = SC.h("span", { class: "names", role: "group", "aria-label": field.title, id }, field.choices.map((name) =>
      SC.button(name, () => {
        if (chosen.has(name)) chosen.delete(name); else chosen.add(name);
        change(field.choices.filter((one) => chosen.has(one)).join(","));
      }, { class: `name${chosen.has(name) ? " set" : ""}`, "aria-pressed": String(chosen.has(name)), "data-name": name })));
    return SC.h("div", { class: "field", "data-field": field.key }, SC.h("span", { class: "field-title", title: field.help || null }, field.title), box);
  } else {
    input = SC.h("input", { ...told, value: field.value, inputmode: field.kind === "number" ? "numeric" : null,
      size: field.kind === "number" ? 4 : Math.max(8, Math.min(30, field.value.length)), on: { change: () => change(input.value.trim()) } });
  }
  return SC.h("div", { class: "field" }, SC.h("label", { for: id, class: "field-title" }, field.title), input);
};

const drawGroup = (sheet, group, at, edit, folded) => {
  const change = (words, act) => edit(words, (copy) => act(copy.groups[at], copy));
  const onOff = SC.h("input", { type: "checkbox", role: "switch", checked: group.on, "data-act": "switch-group",
    "aria-label": `${group.title} counts`, on: { change: () => change(`${group.title} ${onOff.checked ? "on" : "off"}`, (copy) => { copy.on = onOff.checked; }) } });
  const head = SC.h("div", { class: "group-head" },
    SC.h("label", { class: "switch" }, onOff, SC.h("strong", null, group.title)),
    group.about ? SC.h("span", { class: "about" }, group.about) : null,
    SC.button("remove", () => edit(`${group.title} removed`, (copy) => { copy.groups.splice(at, 1); }),
      { class: "quiet", "aria-label": `Remove ${group.title}` }));
  const fields = group.fields.length ? SC.h("div", { class: "fields small" }, group.fields.map((field, i) =>
    drawField(field, `group-${at}-${i}`, (value) => change(`${group.title}, ${field.title}: ${value || "none"}`, (copy) => {
      copy.fields[i].value = value;
      if (field.key === "targets") copy.marked = value.split(",").filter(Boolean);
    })))) : null;
  const body = SC.h("div", { class: "scroll" });
  const fill = () => { if (!body.firstChild) body.append(drawRows(group, at, change)); };
  const box = SC.h("section", { class: `group${group.on ? "" : " off"}${group.evidence ? "" : " beside"}`, "data-group": at, "aria-label": group.title }, head);
  if (folded || !group.evidence) {
    const details = SC.h("details", { on: { toggle: fill } }, SC.h("summary", null, SC.plural(group.rows.length, "row")), fields, body);
    box.append(details);
  } else {
    fill();
    box.append(...[fields, body].filter(Boolean));
  }
  return box;
};

const drawRows = (group, at, change) => {
  const marked = new Set(group.marked);
  const head = SC.h("tr", null, SC.h("td", null), group.columns.map((column) =>
    SC.h("th", { scope: "col", class: marked.has(column.name) ? "target" : null, title: marked.has(column.name) ? `${column.name}: set by intervention` : null },
      SC.h("span", null, column.name))), SC.h("td", null));
  const rows = group.rows.map((row, i) => {
    const onOff = SC.h("input", { type: "checkbox", role: "switch", checked: row.on, "data-act": "switch-row", "aria-label": `row ${i + 1} of ${group.title} counts`,
      on: { change: () => change(`row ${i + 1} of ${group.title} ${onOff.checked ? "on" : "off"}`, (copy) => { copy.rows[i].on = onOff.checked; }) } });
    return SC.h("tr", { class: row.on ? null : "off", "data-row": i }, SC.h("td", { class: "row-switch" }, onOff),
      group.columns.map((column, j) => SC.h("td", { class: marked.has(column.name) ? "target" : null }, drawCell(group, row, i, j, change))),
      SC.h("td", null, SC.button("×", () => change(`row ${i + 1} of ${group.title} removed`, (copy) => { copy.rows.splice(i, 1); }),
        { class: "quiet", "aria-label": `Remove row ${i + 1} of ${group.title}` })));
  });
  const table = SC.h("table", { class: `cells ${group.columns.every((c) => c.kind === "bit") ? "bits" : "texts"}`, "aria-label": `Rows of ${group.title}`,
    on: { keydown: (event) => move(event, table), paste: (event) => paste(event, group, change) } },
  SC.h("thead", null, head), SC.h("tbody", null, rows));
  const add = SC.button("+ row", () => change(`a further row of ${group.title}`, (copy) => {
    const last = copy.rows[copy.rows.length - 1];
    copy.rows.push({ cells: last ? [...last.cells] : group.columns.map(emptyCell), on: true, label: "" });
  }), { class: "quiet", "data-act": "add-row", "aria-label": `Add a row to ${group.title}` });
  return SC.h("div", null, table, add);
};

const drawCell = (group, row, i, j, change) => {
  const column = group.columns[j];
  const name = `${column.name}, row ${i + 1} of ${group.title}`;
  const set = (value) => change(`${column.name} in row ${i + 1} of ${group.title}: ${value}`, (copy) => { copy.rows[i].cells[j] = value; });
  const place = { "data-cell": `${i},${j}` };
  if (column.kind === "bit") {
    return SC.button(row.cells[j], () => set(NEXT[row.cells[j]] || "0"), { ...place, class: `cell b${row.cells[j] === "?" ? "x" : row.cells[j]}`,
      "aria-label": `${name}: ${row.cells[j]}`, on: { click: () => set(NEXT[row.cells[j]] || "0"),
        keydown: (event) => { if (["0", "1", "?"].includes(event.key) && event.key !== row.cells[j]) { event.preventDefault(); set(event.key); } } } });
  }
  if (column.kind === "choice") {
    const select = SC.h("select", { ...place, class: "cell", "aria-label": name, on: { change: () => set(select.value) } },
      column.choices.map((one) => SC.h("option", { value: one, selected: one === row.cells[j] }, one)));
    return select;
  }
  const input = SC.h("input", { ...place, class: "cell", value: row.cells[j], "aria-label": name, size: Math.max(4, Math.min(24, row.cells[j].length)),
    on: { change: () => { if (input.value.trim() !== row.cells[j]) set(input.value.trim()); } } });
  return input;
};

// Arrow keys walk from cell to cell; in a text only up and down do.
const move = (event, table) => {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  const at = event.target.dataset?.cell;
  if (!step || !at || (event.target.tagName === "INPUT" && step[1]) || event.target.tagName === "SELECT") return;
  const [i, j] = at.split(",").map(Number);
  const next = table.querySelector(`[data-cell="${i + step[0]},${j + step[1]}"]`);
  if (next) { event.preventDefault(); next.focus(); }
};

// Cells of a spreadsheet or of CSV; a first row of names says which columns they are for.
export const parsed = (text) => text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n").map((line) =>
  (line.includes("\t") ? line.split("\t") : line.split(/[,;]/)).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));

const paste = (event, group, change) => {
  const at = event.target.dataset?.cell;
  const text = event.clipboardData?.getData("text/plain") || "";
  if (!at || !/[\t\n,;]/.test(text.trim()) && !(group.columns[0].kind === "bit" && /^[01?]{2,}$/.test(text.trim()))) return;
  event.preventDefault();
  const [row, column] = at.split(",").map(Number);
  let rows = parsed(text);
  const names = group.columns.map((one) => one.name);
  let columns = names.map((_, j) => j - column);
  if (rows[0].every((name) => names.includes(name))) {
    const [header, ...rest] = rows;
    columns = names.map((name) => header.indexOf(name));
    rows = rest;
  } else if (rows.every((cells) => cells.length === 1 && cells[0].length === names.length && /^[01?]+$/.test(cells[0]))) {
    rows = rows.map(([bits]) => [...bits]);
    columns = names.map((_, j) => j);
  }
  change(`${SC.plural(rows.length, "row")} pasted into ${group.title}`, (copy) => rows.slice(0, 5000).forEach((cells, k) => {
    const old = copy.rows[row + k];
    const fresh = old || { cells: group.columns.map(emptyCell), on: true, label: "" };
    fresh.cells = fresh.cells.map((cell, j) => cells[columns[j]] ?? cell);
    if (!old) copy.rows.push(fresh);
  }));
};

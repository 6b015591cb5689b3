"use strict";
// Tables of scores: sorted by a click, one measure at a time on a telephone, taken away as CSV and LaTeX.

SC.scores = (part) => {
  const table = part.querySelector("table");
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const rows = [...body.rows];
  rows.forEach((row, place) => { row.dataset.place = place; });
  const worth = (row, i) => {
    const cell = row.cells[i];
    if (!heads[i].classList.contains("number")) return cell.textContent;
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  };
  const sort = (i) => {
    const before = heads[i].getAttribute("aria-sort");
    const number = heads[i].classList.contains("number");
    const down = before === "none" ? number : before === "ascending";
    heads.forEach((head, j) => head.setAttribute("aria-sort", j !== i ? "none" : down ? "descending" : "ascending"));
    const item = (row) => ({ row, value: worth(row, i), place: Number(row.dataset.place) });
    const order = rows.map(item).sort(SC.compareBy("value", number, down ? -1 : 1));
    table.classList.add("sorted");
    body.append(...order.map((one) => one.row));
  };
  heads.forEach((head, i) => {
    head.setAttribute("aria-sort", "none");
    head.dataset.title = head.textContent;
    SC.swap(head, SC.button(head.textContent, () => sort(i), { class: "sort" }));
  });
  SC.oneMeasure(part, table, heads);
  const files = JSON.parse(SC.block(`files-${part.dataset.table}`).textContent);
  const name = part.dataset.key;
  part.append(SC.h("div", { class: "tools" },
    SC.button("CSV", () => SC.download(`${name}.csv`, "text/csv", files.csv), { "aria-label": `Download ${name} as CSV` }),
    SC.button("LaTeX", () => SC.download(`${name}.tex`, "application/x-tex", files.latex),
      { "aria-label": `Download ${name} as LaTeX` })));
};

// A list of the measures, for narrow screens: the table then shows the labels and the chosen one.
SC.oneMeasure = (part, table, heads) => {
  const names = Number(table.dataset.names);
  const measures = heads.slice(names);
  if (measures.length < 3) return;
  const wanted = ["TrainExact", "right", "survival", "Target"].map((name) => measures.findIndex((h) => h.textContent === name));
  const first = wanted.find((i) => i >= 0);
  const choose = (chosen) => SC.onlyColumn(table, names, chosen);
  const start = first === undefined ? Math.min(1, measures.length - 1) : first;
  part.prepend(SC.measureList(measures.map((head) => head.textContent), start, choose));
  choose(start);
};

SC.measureList = (titles, start, choose) => {
  const list = SC.h("select", { on: { change: () => choose(Number(list.value)) } }, titles.map((title, i) =>
    SC.h("option", { value: i, selected: i === start }, title)));
  return SC.h("label", { class: "measure" }, "measure ", list);
};

// After the first *names* columns a narrow screen shows the chosen one alone.
SC.onlyColumn = (table, names, chosen) => {
  for (const row of table.rows) {
    [...row.cells].forEach((cell, i) => cell.classList.toggle("off", i >= names && i !== names + chosen));
  }
};

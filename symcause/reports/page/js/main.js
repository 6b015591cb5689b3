"use strict";
// Reads the data blocks, and shows what the address asks for.

SC.block = (id) => document.getElementById(id);

SC.read = async (id) => {
  const block = SC.block(id);
  if (!block) return null;
  if (block.type === "application/json") return JSON.parse(block.textContent);
  const bytes = Uint8Array.from(atob(block.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
};

SC.show = async () => {
  const main = document.getElementById("main");
  if (location.hash === "#main" && main.firstChild) {
    main.focus();
    return;
  }
  const [, chosen, part] = /^#?(?:p(\d+)\/?)?(.*)$/.exec(location.hash);
  const single = SC.index.items.length === 1;
  const place = single ? 0 : chosen === undefined ? null : Number(chosen);
  if (place !== SC.at || place === null && !main.firstChild) {
    SC.route = single ? "" : `p${place}/`;
    if (place === null) SC.swap(main, SC.poolNode || (SC.poolNode = SC.pool(SC.index)));
    else {
      const [view, certificate] = await Promise.all([SC.read(`p-${place}`), SC.read(`c-${place}`)]);
      const node = view ? SC.problem(view, certificate) : SC.h("p", null, "There is no such problem in this report.");
      SC.swap(main, single ? node : SC.member(SC.index, place, node));
    }
    if (SC.at !== undefined) window.scrollTo(0, 0);
    SC.at = place;
  }
  const section = part ? document.getElementById(part) : null;
  if (section && main.contains(section)) {
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  }
  document.documentElement.dataset.ready = location.hash || "start";
};

SC.start = async () => {
  SC.config = JSON.parse(SC.block("config").textContent);
  if (!SC.block("index")) return SC.startStatic();
  SC.index = await SC.read("index");
  window.addEventListener("hashchange", SC.show);
  return SC.show();
};

// Pages whose figures are part of the document: they only need their buttons.
SC.startStatic = () => {
  for (const figure of document.querySelectorAll("figure[data-key]")) {
    const csv = SC.block(`csv-${figure.dataset.key}`);
    figure.append(SC.tools(figure.dataset.key, figure.querySelector("svg"), csv ? JSON.parse(csv.textContent) : null));
  }
  for (const part of document.querySelectorAll("[data-table]")) SC.scores(part);
  document.querySelectorAll(".text-pair").forEach(SC.textPair);
  document.querySelectorAll(".scroll").forEach(SC.fitted);
  SC.printFirst(document.querySelector(".first"), document.querySelector("[data-table]"));
  SC.folded([...document.querySelectorAll("details.table-part")]);
  document.documentElement.dataset.ready = "start";
  const runs = SC.block("runs");
  if (runs) SC.scoredRuns(JSON.parse(runs.textContent), document.getElementById("scored-runs"));
};

// Tables that are an index on the screen: a link to one opens it, and on paper all of them are open.
SC.folded = (parts) => {
  const opened = () => { const part = parts.find((one) => `#${one.id}` === location.hash); if (part) part.open = true; };
  opened();
  window.addEventListener("hashchange", opened);
  let closed = [];
  window.addEventListener("beforeprint", () => { closed = parts.filter((one) => !one.open); closed.forEach((one) => { one.open = true; }); });
  window.addEventListener("afterprint", () => closed.forEach((one) => { one.open = false; }));
};

// On paper the main table comes right behind the main picture; on the screen below all pictures.
SC.printFirst = (section, table) => {
  if (!section || !table) return;
  const next = table.nextSibling;
  const home = table.parentNode;
  window.addEventListener("beforeprint", () => section.append(table));
  window.addEventListener("afterprint", () => home.insertBefore(table, next));
};

window.symcause = SC;
SC.start();

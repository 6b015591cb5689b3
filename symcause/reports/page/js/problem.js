"use strict";
// The view of one problem: verdict first, then what it rests on. What a kind of view shows is a line of
// SC.VIEWS, from the view's data to sections; families add theirs. "story" is for those that need no more
// than words and tables.

SC.FEW_FACTS = 5; // under a headline; the others unfold
SC.LATE_FACTS = ["class", "known beforehand"]; // the longest stand last

SC.problem = (view, certificate) => {
  const told = SC.VIEWS[view.kind](view);
  const own = view.spectrum ? told.splice(0, told.findIndex((part) => part && part.id === "spectrum") + 1) : []; // what comes before the space
  const pair = view.contrast ? SC.section("contrast", view.contrast.title, SC.figure(view.contrast)) : null;
  const asked = view.answers ? SC.section("answers", view.answers.title, SC.figure(view.answers)) : null;
  const parts = [asked, pair, ...own, view.space ? SC.space(view) : null, ...told];
  const sections = [...parts.filter(Boolean), SC.files(view, certificate)].filter(Boolean);
  const [first, ...others] = sections;
  if (first.querySelector("svg.figure")) first.classList.add("first"); // the picture that carries the answer
  return SC.h("article", { class: "problem", "data-id": view.id }, SC.hero(view),
    first.classList.contains("first") ? [first, SC.remarks(view), SC.contents(others), others]
      : [SC.remarks(view), SC.contents(sections), sections]);
};

// The finding: a headline or verdict; without either, the sentence itself.
SC.finding = (view) => {
  const told = view.headline || SC.config.verdicts[view.verdict] || view.verdict || (view.sentence || "").replace(/[.:]$/, "");
  const named = /^\w+\(/.test(told); // what begins with a name keeps its spelling
  return told ? (named ? told : told[0].toUpperCase() + told.slice(1)) : view.id;
};

// What a view is about, so that a name never reads as a verdict: Problem unique. Runs have the names of their files.
SC.called = (view) => (SC.index?.noun === "run" || view.kind === "episode" || view.kind === "trajectory" ? String(view.id) : ["Problem ", SC.code(String(view.id))]);

// A heading; a long one is smaller on a telephone.
SC.headline = (text) => SC.h("h1", { class: text.length > 30 ? "finding" : null }, text);

SC.hero = (view) => SC.h("header",
  { class: `hero ${SC.config.tones[view.tone]}` },
  SC.finding(view) !== view.id ? SC.h("p", { class: "identity" }, SC.called(view)) : null,
  SC.headline(SC.finding(view)),
  view.sentence && (view.headline || view.verdict) ? SC.h("p", { class: "sentence" }, view.sentence) : null,
  SC.facts((view.facts || []).slice(0, SC.FEW_FACTS).sort(([a], [b]) => SC.LATE_FACTS.indexOf(a) - SC.LATE_FACTS.indexOf(b))),
  (view.facts || []).length > SC.FEW_FACTS ? SC.h("details", { class: "more-facts" }, SC.h("summary", null, "more figures"),
    SC.facts(view.facts.slice(SC.FEW_FACTS))) : null,
  view.asked ? SC.h("p", { class: "asked" }, "asked: ", SC.command(view.asked)) : null);

// What else there is to know, and what to do with it.
SC.remarks = (view) => (!(view.notes || []).length && !(view.next || []).length ? null : SC.h("aside", { class: "remarks" },
  (view.notes || []).length ? SC.h("ul", { class: "notes" }, view.notes.map((note) => SC.h("li", null, note))) : null,
  (view.next || []).length ? SC.h("div", { class: "next" }, SC.h("h2", null, "What to do next"),
    SC.h("ul", null, view.next.map((step) => SC.h("li", null, SC.step(view, step))))) : null));

// How the next command names the problem: by its file and, in a pool, its id.
SC.problemFile = (view) => {
  if (view.subject) return view.subject;
  const { path, items } = SC.index;
  if (!path) return "PROBLEM";
  const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'"'"'`)}'`);
  return items.length === 1 ? quoted(path) : `${quoted(path)} --id ${quoted(String(view.id))}`;
};

// "Words: symcause …, then symcause …" as words and commands that can be copied.
SC.step = (view, text) => {
  const at = text.indexOf("symcause ");
  if (at < 0) return [text];
  const end = text.slice(at).search(/\)|, then | names the /);
  const command = (end < 0 ? text.slice(at) : text.slice(at, at + end)).replace("PROBLEM", () => SC.problemFile(view));
  return [text.slice(0, at), SC.command(command), ...(end < 0 ? [] : SC.step(view, text.slice(at + end)))];
};

SC.command = (text) => {
  const copied = () => { button.textContent = "copied"; setTimeout(() => { button.textContent = "copy"; }, 1500); };
  const button = SC.button("copy", () => navigator.clipboard.writeText(text).then(copied, () => {}),
    { class: "copy", "aria-label": `Copy: ${text}` });
  return SC.h("span", { class: "command" }, SC.h("code", null, text), button);
};

SC.contents = (sections) => SC.h("nav", { class: "contents", "aria-label": "Sections" }, sections.map((section) =>
  SC.h("a", { href: `#${SC.route}${section.id}` }, section.querySelector("h2").textContent)));

SC.VIEWS = {
  story: (view) => [view.main ? SC.section("picture", view.main.title, SC.figure(view.main)) : null,
    ...(view.sections || []).map(([title, blocks], i) =>
      SC.section(`part-${i + 1}`, title, SC.gatheredLines(blocks).map(SC.storyBlock)))],
  abstained: (view) => [SC.graph(view)],
  error: (view) => [SC.section("error", "What went wrong", SC.h("pre", { class: "plain" }, view.error))],
};

// Indented lines that follow one another belong together: formulas, differences, an experiment.
SC.gatheredLines = (blocks) => blocks.reduce((found, block) => {
  const last = found[found.length - 1];
  const text = typeof block === "string" ? block : block.quiet ? null : block.text;
  if (!text || !/^ {2}/.test(text)) return [...found, block];
  if (last && last.lines) return [...found.slice(0, -1), { lines: [...last.lines, text.slice(2)] }];
  return [...found, { lines: [text.slice(2)] }];
}, []);

// A block of a story: a text, indented lines, a line {text, quiet}, or a table {columns, rows, right}.
SC.storyBlock = (block) => {
  if (block.lines) return block.lines.length > 1 ? SC.h("pre", { class: "plain" }, block.lines.join("\n")) : SC.h("p", null, block.lines[0]);
  if (typeof block === "string") return SC.h("p", null, block.trim());
  if (!block.columns) return block.quiet ? SC.hint(block.text.trim()) : SC.h("p", null, block.text.trim());
  const right = new Set(block.right || []);
  const cell = (text, j) => (j === 0 ? SC.side(text) : SC.h("td", { class: right.has(j) ? "number" : null }, text));
  return SC.scroller("Table", SC.h("table", { class: "wide" },
    SC.h("thead", null, SC.h("tr", null, block.columns.map((text, j) => SC.head(text, right.has(j))))),
    SC.h("tbody", null, block.rows.map((row) => SC.h("tr", null, row.map(cell))))));
};

SC.profile = (view, lead) => (view.profile
  ? SC.section("profile", "Ambiguity profile", SC.h("p", { class: "lead" }, lead), SC.figure(view.profile)) : null);

SC.files = (view, certificate) => {
  const name = SC.fileName(view.id);
  const buttons = [];
  if (certificate) {
    const save = () => SC.download(`${name}.certificate.json`, "application/json", `${JSON.stringify(certificate)}\n`);
    buttons.push(SC.button("Download the certificate", save, { "data-act": "certificate" }));
  }
  buttons.push(SC.button("Data of this view (JSON)", () => {
    const { unpacked, ...plain } = view;
    SC.download(`${name}.view.json`, "application/json", `${JSON.stringify(plain)}\n`);
  }));
  const words = certificate
    ? ["The certificate can be checked without a solver: ",
      SC.command(`symcause verify ${SC.problemFile(view)} ${name}.certificate.json`)]
    : view.uncertified || null;
  const section = SC.section("files", certificate ? "Certificate and files" : "Files", words ? SC.h("p", null, words) : null,
    SC.h("div", { class: "controls" }, buttons),
    view.metadata ? SC.h("details", null, SC.h("summary", null, "Metadata of the problem"),
      SC.h("pre", { class: "plain" }, view.metadata)) : null);
  if (!words) section.classList.add("screen-only");
  return section;
};

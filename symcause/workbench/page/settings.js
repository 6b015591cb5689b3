// What counts as a model: the options of the class; and the whole problem as text.
/* global SC */
import { fetched } from "./talk.js";
import { bench, complain, stateOf } from "./state.js";

export const drawOptions = (become) => {
  const { options } = bench.past.now;
  const set = (name, value) => {
    const next = { ...options };
    if (value === "" || value === false || (Array.isArray(value) && !value.length)) delete next[name]; else next[name] = value;
    become({ ...bench.past.now, options: next }, `${name} ${JSON.stringify(value)}`);
  };
  const one = (option) => {
    const id = `option-${option.name}`;
    const props = { id, title: option.help, "data-option": option.name };
    let input;
    if (option.kind === "flag") input = SC.h("input", { ...props, type: "checkbox", checked: Boolean(options[option.name]), on: { change: () => set(option.name, input.checked) } });
    else if (option.kind === "choice") {
      input = SC.h("select", { ...props, on: { change: () => set(option.name, input.value) } }, SC.h("option", { value: "" }, "as it is"),
        option.choices.map((word) => SC.h("option", { value: word, selected: word === options[option.name] }, word)));
    } else {
      const text = Array.isArray(options[option.name]) ? options[option.name].join("; ") : options[option.name] ?? "";
      const read = () => {
        const typed = input.value.trim();
        if (option.kind === "many") return typed ? typed.split(";").map((part) => part.trim()).filter(Boolean) : "";
        return ["integer", "bound"].includes(option.kind) && /^\d+$/.test(typed) ? Number(typed) : typed;
      };
      input = SC.h("input", { ...props, value: text, size: option.kind === "many" ? 16 : 6, on: { change: () => set(option.name, read()) } });
    }
    return SC.h("div", { class: "field" }, SC.h("label", { for: id, class: "field-title", title: option.help }, option.flag.replace(/^--/, "").replace(/-/g, " ")), input);
  };
  return SC.h("details", { class: "options", open: Object.keys(options).length > 0 }, SC.h("summary", null, "Class: what counts as a model"),
    SC.h("div", { class: "fields" }, bench.opened.options.map(one)));
};

export const drawSource = (become) => {
  const area = SC.h("textarea", { rows: 12, spellcheck: "false", "aria-label": "The problem as JSON", id: "source" });
  const take = () => fetched("open", { source: area.value }, "opened").then((opened) => {
    bench.opened = opened;
    become({ document: opened.document, sheet: opened.sheet, options: bench.past.now.options }, "the text was edited");
  }, complain);
  const fill = async () => {
    if (area.value) return;
    try { area.value = JSON.stringify(JSON.parse((await fetched("export/problem", { state: stateOf(bench.past.now) }, "file")).text), null, 1); } catch (error) { complain(error); }
  };
  return SC.h("details", { class: "source", open: !bench.past.now.sheet, on: { toggle: (event) => { if (event.target.open) fill(); } } },
    SC.h("summary", null, "As JSON"), area, SC.button("Take this text", take, { "data-act": "source" }));
};

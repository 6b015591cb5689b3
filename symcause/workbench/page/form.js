// A form for a JSON Schema: whatever a family takes as an answer or an action, by clicks where that can be.
// Nothing here knows a family. A part that nobody touched is left out of the value.
/* global SC */

const types = (schema) => [schema.type].flat().filter(Boolean);

const scalars = (list) => Array.isArray(list) && list.length > 0 && list.every((one) => one === null || typeof one !== "object");

const choices = (schema) => (types(schema).includes("boolean") ? [true, false] : scalars(schema.enum) ? schema.enum : null);

// The two ends of an edge, where the items of a list are edges between names.
const ends = (items) => {
  const parts = Object.entries(items?.properties || {});
  return parts.length === 2 && parts.every(([, part]) => scalars(part.enum)) ? parts : null;
};

// What a part of a form is called: its own title, else its key in words.
const titled = (schema, name) => schema.title || name.replace(/_/g, " ");

const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

const toggle = (label, name, on, act, props) => {
  const button = SC.button(label, () => { on = !on; button.setAttribute("aria-pressed", String(on)); button.classList.toggle("set", on); act(on); },
    { class: `name${on ? " set" : ""}`, "aria-pressed": String(on), "aria-label": name, ...props });
  return button;
};

const drawChoice = (values, name, kept, change) => {
  let chosen = values.includes(kept) ? kept : undefined;
  const buttons = values.map((value) => SC.button(words(value), () => {
    chosen = chosen === value ? undefined : value;
    buttons.forEach((one, i) => { one.setAttribute("aria-pressed", String(values[i] === chosen)); one.classList.toggle("set", values[i] === chosen); });
    change();
  }, { class: `name${value === chosen ? " set" : ""}`, "aria-pressed": String(value === chosen), "aria-label": name ? `${name}: ${words(value)}` : words(value), "data-choice": `${name}=${value}` }));
  return { node: SC.h("span", { class: "names", role: "group", "aria-label": name || "The answer" }, buttons), value: () => chosen };
};

const drawNames = (values, name, kept, change) => {
  const chosen = new Set(kept || []);
  return { node: SC.h("span", { class: "names", role: "group", "aria-label": name }, values.map((value) =>
    toggle(words(value), `${name}: ${words(value)}`, chosen.has(value), (on) => { if (on) chosen.add(value); else chosen.delete(value); change(); }, { "data-choice": `${name}=${value}` }))),
  value: () => (chosen.size ? values.filter((value) => chosen.has(value)) : undefined) };
};

const drawEdges = ([[from, causes], [to, effects]], name, kept, change) => {
  const key = (a, b) => `${a}\n${b}`;
  const chosen = new Set((kept || []).map((edge) => key(edge[from], edge[to])));
  let touched = kept !== undefined;
  const cell = (a, b) => (a === b ? SC.h("td", { class: "plain" }) : SC.h("td", null, toggle("→", `${a} causes ${b}`, chosen.has(key(a, b)), (on) => {
    touched = true;
    if (on) chosen.add(key(a, b)); else chosen.delete(key(a, b));
    change();
  }, { "data-edge": `${a}->${b}` })));
  const rows = causes.enum.map((a) => SC.h("tr", null, SC.side(a), effects.enum.map((b) => cell(a, b))));
  const table = SC.h("table", { class: "edge-form", "aria-label": `${name}: causes in rows, effects in columns` },
    SC.h("thead", null, SC.h("tr", null, SC.h("td", null), effects.enum.map((b) => SC.head(b)))), SC.h("tbody", null, rows));
  return { node: SC.h("div", { class: "scroll" }, table, SC.hint("causes in rows, effects in columns: click the edges that there are")),
    value: () => (touched ? causes.enum.flatMap((a) => effects.enum.filter((b) => chosen.has(key(a, b))).map((b) => ({ [from]: a, [to]: b }))) : undefined) };
};

const drawText = (schema, name, id, kept, change) => {
  const told = SC.h("span", { class: "mistake", id: `${id}-told` });
  const input = SC.h("input", { id, autocomplete: "off", spellcheck: "false", "aria-label": name, "aria-describedby": `${id}-told`, "data-part": name,
    value: kept === undefined ? null : String(kept), inputmode: types(schema).some((one) => one === "number" || one === "integer") ? "decimal" : null,
    placeholder: schema.minimum !== undefined && schema.maximum !== undefined ? `${schema.minimum} to ${schema.maximum}` : null, on: { input: change } });
  const value = () => {
    const typed = input.value.trim();
    if (!typed) return undefined;
    return !types(schema).includes("string") && Number.isFinite(Number(typed)) ? Number(typed) : typed;
  };
  const complain = (mistakes) => {
    const wrong = value() === undefined ? "" : mistakes[name] || "";
    told.textContent = wrong;
    input.setAttribute("aria-invalid", String(Boolean(wrong)));
  };
  return { node: SC.h("span", { class: "text-part" }, input, told), value, complain };
};

const drawObject = (schema, id, kept, change) => {
  const parts = Object.entries(schema.properties).map(([name, part]) => [name, draw(part, name, `${id}-${name}`, kept?.[name], change)]).filter(([, part]) => part);
  if (!parts.length) return null;
  return { node: SC.h("div", { class: "form-parts" }, parts.map(([name, part]) => SC.h("div", { class: "form-part", role: "group", "aria-label": name }, SC.h("span", { class: "field-title" }, titled(schema.properties[name], name)), part.node))),
    value: () => {
      const said = parts.map(([name, part]) => [name, part.value()]).filter(([, value]) => value !== undefined);
      return said.length ? Object.fromEntries(said) : undefined;
    },
    complain: (mistakes) => parts.forEach(([, part]) => part.complain?.(mistakes)) };
};

const draw = (schema, name, id, kept, change) => {
  const values = choices(schema);
  if (values) return drawChoice(values, name, kept, change);
  if (schema.properties) return drawObject(schema, id, kept, change);
  if (types(schema).includes("array")) {
    const pair = ends(schema.items);
    if (pair) return drawEdges(pair, name, kept, change);
    return scalars(schema.items?.enum) ? drawNames(schema.items.enum, name, kept, change) : null;
  }
  return types(schema).some((one) => ["string", "number", "integer"].includes(one)) ? drawText(schema, name, id, kept, change) : null;
};

// Node, value and complaints of a form; null where a schema says nothing that could be clicked or filled in.
export const drawForm = (schema, id, kept, change) => {
  const form = draw(schema, "", id, kept, change);
  return form && { complain: () => {}, ...form };
};

"use strict";
// Shapes as pictures: filled with waves beside them while they move, an outline while they stand still.

SC.polygon = (count, radius, turn, inner) => {
  const points = [];
  for (let i = 0; i < count * (inner ? 2 : 1); i += 1) {
    const angle = (turn + (i * 360) / (count * (inner ? 2 : 1))) * (Math.PI / 180);
    const far = inner && i % 2 ? inner : radius;
    points.push(`${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
};

SC.round = (across, up) => `M${-across} 0A${across} ${up} 0 1 1 ${across} 0A${across} ${up} 0 1 1 ${-across} 0Z`;

SC.OUTLINES = {
  circle: SC.round(20, 20), ellipse: SC.round(23, 14), oval: SC.round(23, 14),
  square: "M-18 -18H18V18H-18Z", rectangle: "M-23 -13H23V13H-23Z",
  triangle: SC.polygon(3, 23, -90), diamond: SC.polygon(4, 22, -90), rhombus: SC.polygon(4, 22, -90),
  pentagon: SC.polygon(5, 22, -90), hexagon: SC.polygon(6, 22, 0), heptagon: SC.polygon(7, 22, -90),
  octagon: SC.polygon(8, 22, 22.5), star: SC.polygon(5, 24, -90, 10.5),
  cross: "M-7 -21H7V-7H21V7H7V21H-7V7H-21V-7H-7Z",
};

SC.svg = (tag, props, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props)) if (value !== null) node.setAttribute(key, value);
  node.append(...children.filter(Boolean));
  return node;
};

// A shape whose name is no known outline is a plate with the first letter of its name.
SC.glyph = (name, moving, size, small) => {
  const known = Object.hasOwn(SC.OUTLINES, name.toLowerCase()) ? SC.OUTLINES[name.toLowerCase()] : null;
  const told = moving === null ? name : `${name} ${moving ? "moves" : "stands still"}`;
  return SC.svg("svg", { class: `glyph ${moving === null ? "unseen" : moving ? "moving" : "still"}`,
    viewBox: "-36 -28 72 56", width: size, height: Math.round((size * 56) / 72), role: "img", "aria-label": told },
  SC.svg("title", {}, told),
  SC.svg("g", { class: "body" }, SC.svg("path", { d: known || "M-18 -18H18V18H-18Z" }),
    known ? null : SC.svg("text", { y: 6 }, [...name][0].toUpperCase())),
  moving && !small ? SC.svg("path", { class: "wave", d: "M-29 -10q-5 10 0 20M29 -10q5 10 0 20" }) : null);
};

"use strict";
// Exact numbers: fractions of big integers, read from the texts of the report.

SC.gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };

SC.fraction = (top, bottom = 1n) => {
  const sign = bottom < 0n ? -1n : 1n;
  const common = SC.gcd(top, bottom) || 1n;
  return { top: (sign * top) / common, bottom: (sign * bottom) / common };
};

SC.readNumber = (text) => {
  const parts = /^\s*([+-]?)(?:(\d+)\s*\/\s*(\d+)|(\d*)(?:\.(\d*))?)\s*$/.exec(text);
  if (!parts || !(parts[2] || parts[4] || parts[5])) return null;
  const sign = parts[1] === "-" ? -1n : 1n;
  if (parts[2]) return parts[3].match(/[1-9]/) ? SC.fraction(sign * BigInt(parts[2]), BigInt(parts[3])) : null;
  const places = (parts[5] || "").length;
  return SC.fraction(sign * BigInt(`${parts[4] || ""}${parts[5] || ""}` || "0"), 10n ** BigInt(places));
};

SC.plus = (a, b) => SC.fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
SC.minus = (a, b) => SC.plus(a, { top: -b.top, bottom: b.bottom });
SC.times = (a, b) => SC.fraction(a.top * b.top, a.bottom * b.bottom);
SC.sameNumber = (a, b) => a.top === b.top && a.bottom === b.bottom;

// To the nearest multiple of a unit, ties to even; unit 0 leaves a number as it is.
SC.roundTo = (a, unit) => {
  if (unit.top === 0n) return a;
  const q = SC.fraction(a.top * unit.bottom, a.bottom * unit.top);
  let whole = q.top / q.bottom;
  let rest = q.top - whole * q.bottom;
  if (rest < 0n) { whole -= 1n; rest += q.bottom; }
  const twice = 2n * rest;
  if (twice > q.bottom || (twice === q.bottom && whole % 2n !== 0n)) whole += 1n;
  return SC.times(SC.fraction(whole), unit);
};

SC.printNumber = (a) => {
  if (a.bottom === 1n) return String(a.top);
  let places = 0;
  let scaled = a;
  while (scaled.bottom !== 1n && places < 12) {
    scaled = SC.times(scaled, SC.fraction(10n));
    places += 1;
  }
  if (scaled.bottom !== 1n) return `${a.top}/${a.bottom}`;
  const digits = String(scaled.top < 0n ? -scaled.top : scaled.top).padStart(places + 1, "0");
  return `${a.top < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

"""Rows of forty small problems as somebody might have them: ``python examples/make_rows.py FOLDER``.

Every problem has a model of its own over four variables, eight observations and five more under one
intervention. About one cell in twenty was not written down, and in every fourth problem one reading of X4
is wrong.
"""

from __future__ import annotations

import csv
import json
import random
import sys
from pathlib import Path

from symcause import boolean

COLUMNS = ("problem", "world", "do", "X1", "X2", "X3", "X4")
MECHANISMS = ("(and {} {})", "(or {} {})", "(xor {} {})", "(not {})", "(and {} (not {}))")


def main(folder: Path) -> None:
    rng = random.Random(44)
    rows: list[dict[str, object]] = []
    golds: list[dict[str, object]] = []
    for number in range(40):
        name = f"p{number:02d}"
        mechanisms = {
            variable: rng.choice(MECHANISMS).format(*rng.sample(causes, 2))
            for variable, causes in (("X3", ["X1", "X2"]), ("X4", ["X1", "X2", "X3"]))
        }
        golds.append({"id": name, "roots": ["X1", "X2"], "mechanisms": mechanisms})
        rows += observed(name, boolean.model(mechanisms, roots=["X1", "X2"]), number % 4 == 0, rng)
    with (folder / "rows.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    lines = "".join(json.dumps(gold) + "\n" for gold in golds)
    (folder / "rows-gold.jsonl").write_text(lines, encoding="utf-8")


def observed(
    name: str, model: boolean.BooleanSCM, noisy: bool, rng: random.Random
) -> list[dict[str, object]]:
    """The rows of one problem."""
    target = rng.choice(["X1", "X2", "X3"])
    held = {target: rng.randint(0, 1)}
    told = f"{target}={held[target]}"
    rows: list[dict[str, object]] = []
    for number in range(13):
        acted = number >= 8
        roots = {"X1": rng.randint(0, 1), "X2": rng.randint(0, 1)}
        seen = model.simulate(roots, held if acted else {})
        head = {"problem": name, "world": "set" if acted else "seen", "do": told if acted else ""}
        rows.append({**head, **seen})
    if noisy:
        wrong = rng.choice(rows)
        wrong["X4"] = 1 - int(str(wrong["X4"]))
    for row in rows:
        for variable in COLUMNS[3:]:
            if variable not in str(row["do"]) and rng.random() < 0.05:
                row[variable] = ""
    return rows


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)

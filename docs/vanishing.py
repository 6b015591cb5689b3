"""The moving picture of the README: models vanish as evidence is switched on.

Every dot is a member of the version space of ``examples/unique.json`` with its first three rows; it goes
when the evidence that is switched on next rules it out. ``python docs/vanishing.py`` writes it anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import symcause
from symcause.families.boolean.problem.problem import BooleanProblem

HERE = Path(__file__).resolve().parent
PICTURE = HERE / "images" / "vanishing.svg"

MOMENTS = (0, 22, 46, 70)
"""Percent of the ten seconds at which the evidence of each stage is switched on."""

STYLE = """
text { font: 15px system-ui, sans-serif; fill: #1a2330; }
.quiet { fill: #525d6d; font-size: 13px; }
.number { font-size: 54px; font-weight: 700; fill: #a84a06; }
.number.one { fill: #1d5bb8; }
.bits { font: 15px ui-monospace, monospace; }
.ground { fill: #ffffff; }
.dot { fill: #a84a06; }
.last { fill: #1d5bb8; }
.switch { fill: none; stroke: #525d6d; stroke-width: 1.5; }
.lit { fill: #1d5bb8; }
@media (prefers-color-scheme: dark) {
  .ground { fill: #11151b; } text { fill: #e7ebf0; } .quiet { fill: #a7b1bf; }
  .dot, .number { fill: #f2a862; } .last, .number.one, .lit { fill: #86b4ff; } .switch { stroke: #a7b1bf; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } .first-only { opacity: 0; } }
"""


def stages() -> list[tuple[str, list[str], BooleanProblem]]:
    """What is switched on at each stage, its rows, and the problem with all of it."""
    problem = symcause.load(HERE.parent / "examples" / "unique.json")
    first, second, third = problem.training[:3]
    told = [
        ("no intervention, three rows", first.rows[:3], (replace(first, rows=first.rows[:3]),)),
        ("a fourth row", first.rows[3:], (first,)),
        (f"set {', '.join(second.targets)}", second.rows, (first, second)),
        (f"set {', '.join(third.targets)}", third.rows, (first, second, third)),
    ]
    return [
        (words, list(rows), replace(problem, worlds=worlds, metadata={}))
        for words, rows, worlds in told
    ]


def drawn() -> str:
    """The picture."""
    told = stages()
    spaces = [symcause.space(problem) for *_, problem in told]
    members = list(spaces[0].members())
    lives = [sum(member in space for space in spaces) - 1 for member in members]
    counts = [space.count() for space in spaces]
    assert counts == [sum(life >= stage for life in lives) for stage in range(len(spaces))]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 300" role="img" '
        f'aria-label="Models that explain the evidence: {", then ".join(map(str, counts))}">',
        f"<style>{STYLE}{_motion(len(told))}</style>",
        '<rect class="ground" width="760" height="300" rx="12"/>',
        '<text class="quiet" x="28" y="34">evidence, switched on</text>',
    ]
    y = 64
    for stage, (words, rows, _) in enumerate(told):
        parts.append(f'<circle class="switch" cx="36" cy="{y - 5}" r="7"/>')
        parts.append(f'<circle class="lit on{stage}" cx="36" cy="{y - 5}" r="5"/>')
        parts.append(f'<text x="54" y="{y}">{words}</text>')
        shown = "  ".join(rows[:3]) + ("  …" if len(rows) > 3 else "")
        parts.append(f'<text class="bits quiet" x="54" y="{y + 20}">{shown}</text>')
        y += 60
    for place, life in enumerate(lives):
        x, row = 360 + 20.5 * (place % 18), 96 + 17 * (place // 18)
        kind = "last" if life == len(told) - 1 else "dot"
        parts.append(f'<circle class="{kind} dies{life}" cx="{x:g}" cy="{row}" r="5.5"/>')
    for stage, count in enumerate(counts):
        kind = "number one" if count == 1 else "number"
        noun = "model explains it: settled" if count == 1 else "models explain it"
        hidden = "" if stage == len(told) - 1 else " first-only"
        parts.append(
            f'<g class="at{stage}{hidden}"><text class="{kind}" x="352" y="66">{count}</text>'
        )
        width = 352 + 33 * len(str(count)) + 14
        parts.append(f'<text class="quiet" x="{width}" y="64">{noun}</text></g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _motion(number: int) -> str:
    """When switches are lit, dots go and numbers change."""
    lines: list[str] = []

    def moving(name: str, frames: str, rest: str = "") -> None:
        lines.append(f"@keyframes {name} {{ {frames} }}")
        lines.append(f".{name} {{ {rest}animation: {name} 10s infinite; }}")

    for stage in range(number):
        start = MOMENTS[stage]
        end = MOMENTS[stage + 1] if stage + 1 < number else 100
        unlit = f"0%, {start}% {{ opacity: 0; }}"
        if stage:
            moving(f"on{stage}", f"{unlit} {start + 2}%, 100% {{ opacity: 1; }}")
        if end < 100:
            gone = f"{end + 5}%, 100% {{ opacity: 0.06; }}"
            moving(f"dies{stage}", f"0%, {end}% {{ opacity: 1; }} {gone}", "opacity: 0.06; ")
        before = f"{unlit} {start + 1}%" if stage else "0%"
        after = f" {end + 1}%, 100% {{ opacity: 0; }}" if end < 100 else ""
        moving(f"at{stage}", f"{before}, {end}% {{ opacity: 1; }}{after}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

"""Scenarios: the value of a released design, bounds of whole design spaces, complete audits.

The bounds we promise, in processor time of one core: the value of a released design takes at most 2 s and
is at most 0.002 wide; a released scenario is audited in 5 minutes, a small one in less than a second.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

from symcause.budgets import Meter
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.problem.problem import Space
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.release.game_reader import published
from symcause.families.scenario.value.valuer import Valuer
from symcause.formats.pools.problem_files import read_problem

TITLE = "Scenarios (bounds: value 2 s and 0.002 wide; audit of a released one 5 min, of a small one 1 s)"

MODELS = {
    "antenna": "antenna_trap",
    "zone": "deployment_zone_trap_categorical",
    "shift": "deployment_zone_trap_env_shift",
    "weather": "weather_noise",
    "base": "deployment_zone_trap_categorical_no_selection_bias",
}

BOATS = Path(__file__).parent.parent / "examples" / "boats.json"

SMALL = {
    "format": "symcause.scenario/1",
    "id": "small",
    "design": {"shield": {"type": "integer", "min": 0, "max": 20, "default": 0}},
    "variables": [
        {"name": "storm", "draw": {"bernoulli": "0.3"}},
        {"name": "risk", "is": "clip(if(storm, 0.8, 0.4) - shield/50, 0, 1)"},
        {"name": "survived", "draw": {"bernoulli": "1 - risk"}},
    ],
    "outcome": "survived",
    "evaluate": {"fleet": 100, "threshold": "0.8"},
}


def run(quick: bool) -> list[str]:
    """Values and widths, then how bounds narrow with work, then complete audits."""
    released = ["weather_noise"] if quick else list(MODELS.values())
    return [*_values(), "", *_bounds(5_000_000 if quick else 60_000_000), "", *_audits(released)]


def _values() -> list[str]:
    rows = [
        "Value of the default design, processor seconds (first, then with warm tables):",
        "",
        "| model | value | width | first | again |",
        "| --- | --- | --- | --- | --- |",
    ]
    for model, name in MODELS.items():
        problem = published(name)
        times = []
        for _ in range(2):
            began = process_time()
            value = Valuer(problem).value(problem.default)
            times.append(process_time() - began)
        rows.append(
            f"| {model} | {float(value.middle):.6f} | {float(value.width):.1e} "
            f"| {times[0]:.2f} | {times[1]:.2f} |"
        )
    return rows


def _bounds(effort: int) -> list[str]:
    rows = [
        f"Best declared design after {effort:,} steps:",
        "",
        "| model | first bound | best known | bound | boxes |",
        "| --- | --- | --- | --- | --- |",
    ]
    for model, name in MODELS.items():
        found = list(Search(Valuer(published(name)), Space.DECLARED).run(Meter(effort)))
        first, last = found[0], found[-1]
        rows.append(
            f"| {model} | {float(first.upper):.4f} | {float(last.value.low):.4f} "
            f"| {float(last.upper):.4f} | {last.boxes} |"
        )
    return rows


def _audits(released: list[str]) -> list[str]:
    """Complete audits with the options that an audit has by itself."""
    rows = [
        "Complete audits, default options:",
        "",
        "| scenario | verdict | processor s |",
        "| --- | --- | --- |",
    ]
    for problem in (read_scenario(SMALL), read_problem(BOATS), *map(published, released)):
        began = process_time()
        for document in Audit().answers(problem):
            last = document
        rows.append(f"| {problem.id} | {last.verdict} | {process_time() - began:.2f} |")
    return rows

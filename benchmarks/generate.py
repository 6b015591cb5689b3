"""Generated instances: how fast, how hard to get, and whether they look as published.

*Rate*: CPU seconds for an accepted instance at level ``certified`` (one setting, certificate checked).
*Ranges*: sizes, depths, worlds and rows over all published strata. *Coverage*: mean local pattern
coverage at the levels original, extra and counterexample.
"""

from __future__ import annotations

from statistics import mean
from time import process_time

from symcause.families.boolean.audits.disambiguation.evidence_levels import Level
from symcause.families.boolean.generator.instance_pipeline import Request, instances
from symcause.families.boolean.generator.presets import preset, presets
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting

TITLE = "Generated instances"


def run(quick: bool) -> list[str]:
    """The tables."""
    number = 3 if quick else 20
    names = [name for name in presets() if not (quick and name.startswith(("n12", "n15")))]
    instances(Request(preset("hs_n6_easy_calibration")), 0)  # load the catalogue
    lines = [
        "| stratum | n | s per certified instance | attempts | training worlds | added | unique |",
        "| --- | ---: | ---: | ---: | --- | --- | ---: |",
    ]
    made: list[BooleanProblem] = []
    for name in names:
        start = process_time()
        problems = [_certified(name, index) for index in range(number)]
        seconds = (process_time() - start) / number
        lines.append(_row(name, problems, seconds))
        if not name.startswith(("n8_", "n12", "n15")):
            made += problems
    lines += ["", _ranges(made), "", *_levels(2 if quick else 12)]
    return lines


def _certified(name: str, index: int) -> BooleanProblem:
    request = Request(preset(name), 7, (Setting.HIDDEN_ORDER,), Level.CERTIFIED)
    return instances(request, index)[0]


def _record(problem: BooleanProblem) -> dict[str, object]:
    record = problem.metadata["generation"]
    assert isinstance(record, dict)
    return record


def _row(name: str, problems: list[BooleanProblem], seconds: float) -> str:
    attempts = mean(int(str(_record(p)["attempts"])) for p in problems)
    before = [int(str(_record(p)["worlds_before_strengthening"])) for p in problems]
    added = [len(p.training) - b for p, b in zip(problems, before, strict=True)]
    unique = sum(p.metadata["count"] == 1 for p in problems)
    return (
        f"| {name} | {len(problems[0].variables)} | {seconds:.2f} | {attempts:.1f} "
        f"| {min(before)}–{max(before)} | {min(added)}–{max(added)} | {unique}/{len(problems)} |"
    )


def _ranges(problems: list[BooleanProblem]) -> str:
    written = [e for p in problems if p.gold for e in p.gold.mechanisms.values()]
    sizes, depths = [e.size for e in written], [e.depth for e in written]
    worlds = [int(str(_record(p)["worlds_before_strengthening"])) for p in problems]
    rows = [len(w.rows) for p in problems for w in p.worlds if w.units is not None]
    return (
        f"published strata: AST sizes {min(sizes)}–{max(sizes)} (published 3–14), "
        f"depths {min(depths)}–{max(depths)} (2–6), worlds {min(worlds)}–{max(worlds)} (8–11), "
        f"rows {min(rows)}–{max(rows)} (10–12)"
    )


def _levels(number: int) -> list[str]:
    lines = [
        "| level | mean coverage | published | fully covered | training worlds | unique |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    strata = ("hs_n7_anchor_plus", "hs_n8_bridge", "vhs_n8_dense", "vhs_n9_anchor")
    published = {Level.ORIGINAL: "0.895", Level.EXTRA: "0.982", Level.COUNTEREXAMPLE: "1.000"}
    for level in Level:
        problems = [
            instances(Request(preset(name), 3, (Setting.HIDDEN_ORDER,), level), index)[0]
            for name in strata
            for index in range(number)
        ]
        coverage = [float(str(_record(p)["coverage"])) for p in problems]
        full = sum(c == 1 for c in coverage)
        unique = sum(p.metadata["count"] == 1 for p in problems)
        worlds = mean(len(p.training) for p in problems)
        lines.append(
            f"| {level} | {mean(coverage):.3f} | {published.get(level, '')} "
            f"| {full}/{len(problems)} | {worlds:.1f} | {unique}/{len(problems)} |"
        )
    return lines

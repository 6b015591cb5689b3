"""Fewest further worlds: time, size and proofs, against greedy selection by exact counts.

Problems are generated instances at their original level of evidence. *Peer in the same run*: take, again
and again, the candidate that leaves the fewest models (one exact count a candidate and step) from a part
of the same pool, until nothing improves; that is what the count alone can do.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median
from time import process_time

from symcause.audits.verdicts import Verdict
from symcause.families.boolean.audits.disambiguation.world_search import (
    Disambiguation,
    disambiguate,
)
from symcause.families.boolean.audits.pool.world_pool import PoolOptions
from symcause.families.boolean.audits.verdict.verdict_summary import settle
from symcause.families.boolean.generator.instance_pipeline import Request, instances
from symcause.families.boolean.generator.presets import preset
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.disclosure import Setting

TITLE = "Fewest further worlds"

STRATA = (
    "hs_n6_easy_calibration",
    "hs_n7_anchor_plus",
    "hs_n8_bridge",
    "vhs_n9_anchor",
    "vhs_n10_anchor_m10",
    "vhs_n10_extreme_near_impossible",
    "n12_sparse",
)
SETTINGS = (Setting.ORDERED, Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS)
PEER_POOL = 100


def run(quick: bool) -> list[str]:
    """One row for each stratum and setting, then the peer."""
    number = 4 if quick else 20
    lines = [
        "| stratum | setting | median s | worst s | worlds added | proved minimal | unique after |",
        "| --- | --- | ---: | ---: | --- | ---: | ---: |",
    ]
    small: list[BooleanProblem] = []
    for name in STRATA:
        if quick and name.startswith(("n12", "vhs_n10_extreme")):
            continue
        made = [instances(Request(preset(name), 11, SETTINGS), index) for index in range(number)]
        small += [variants[1] for variants in made if name == "hs_n8_bridge"]
        for setting, problems in zip(SETTINGS, zip(*made, strict=True), strict=True):
            lines.append(_row(name, setting, problems))
    return [*lines, "", *_peer(small[: 2 if quick else 8])]


def _row(name: str, setting: Setting, problems: Sequence[BooleanProblem]) -> str:
    times, found = [], []
    for problem in problems:
        start = process_time()
        found.append(disambiguate(problem))
        times.append(process_time() - start)
    added = [len(f.worlds) for f in found]
    minimal = sum(f.minimal for f in found)
    unique = sum(_is_settled(f) for f in found)
    return (
        f"| {name} | {setting} | {median(times):.2f} | {max(times):.2f} "
        f"| {min(added)}–{max(added)} (mean {mean(added):.1f}) "
        f"| {minimal}/{len(found)} | {unique}/{len(found)} |"
    )


def _is_settled(found: Disambiguation) -> bool:
    """Unique, with a certificate that the kernel accepts."""
    settled = settle(found.strengthened)
    return settled.verdict is Verdict.UNIQUE and isinstance(settled.certificate, dict)


def _peer(problems: list[BooleanProblem]) -> list[str]:
    lines = [
        f"| pool of {PEER_POOL}, n = 8 | median s | mean worlds | fewest possible |",
        "| --- | ---: | ---: | ---: |",
    ]
    options = PoolOptions(size=PEER_POOL)
    ours, theirs = [], []
    for problem in problems:
        start = process_time()
        found = disambiguate(problem, options=options)
        ours.append((process_time() - start, len(found.worlds), found.lower_bound))
        start = process_time()
        worlds = _greedy_by_count(found)
        theirs.append((process_time() - start, worlds))
    bound = mean(b for _, _, b in ours)
    for name, results in (("hitting sets", ours), ("greedy by exact counts", theirs)):
        times = [r[0] for r in results]
        size = mean(r[1] for r in results)
        lines.append(f"| {name} | {median(times):.2f} | {size:.1f} | {bound:.1f} |")
    return lines


def _greedy_by_count(found: Disambiguation) -> int:
    problem, chosen, left = found.problem, [], list(found.pool.worlds)
    count = found.count_before
    while count > found.count_after:
        counts = []
        for world in left:
            evidence = Evidence(problem, (*problem.training, *chosen, world))
            counts.append(ExactSpace.of(problem, found.hypotheses, evidence).count)
        count = min(counts)
        chosen.append(left.pop(counts.index(count)))
    return len(chosen)

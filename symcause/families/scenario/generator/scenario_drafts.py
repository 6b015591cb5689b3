"""Scenario drafts of the generator, kept if everything that is claimed of them is proven.

A draft is refused for the first reason that applies: ``loss`` (a probability too near to 0 or 1),
``gap`` (the optimum is not 5 to 8 points above the threshold), ``baseline`` (a design without insight comes
too near to the threshold), ``trap`` (the data do not point the wrong way), ``win`` (the optimum may lose),
and, where twins are asked for, ``twin`` (there is none that one has to experiment for, and can).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import accepted
from symcause.errors import LimitError
from symcause.families.scenario.bounds import MAX_DRAFTS
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.draft_templates import (
    ALTITUDE,
    ASSIGNED,
    FLEET,
    LEVEL,
    TRAPPED,
    ZONES,
    Design,
    Tables,
    document,
    first_best,
    spelled,
    values_of,
)
from symcause.families.scenario.generator.twin_scenarios import Twin, twinned
from symcause.families.scenario.models.rational_intervals import point
from symcause.families.scenario.problem.fingerprint import document_digest
from symcause.families.scenario.problem.problem import Evaluate, ScenarioProblem
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.finite_status import Contrast, Data
from symcause.kernel.envelope import write_envelope
from symcause.kernel.work import Work

GRID = 40
LEAST, MOST = Fraction(1, 50), Fraction(49, 50)
GAP = (Fraction(5, 100), Fraction(8, 100))
SURE = Fraction(99, 100)


@dataclass(frozen=True)
class Kept:
    """A scenario with its certificate, and how many drafts it took."""

    document: dict[str, object]
    certificate: dict[str, object]
    drafts: int
    rejected: dict[str, int]
    twin: Twin | None = None


def draw(template: str, zones: int, rng: Random) -> Tables:
    """A draft on the grid."""
    cuts = sorted(rng.sample(range(1, 20), zones - 1))
    shares = tuple(Fraction(b - a, 20) for a, b in zip((0, *cuts), (*cuts, 20), strict=True))
    values = values_of(template, zones)
    x = [*values, *(rng.choice(values) for _ in range(zones - len(values)))]
    rng.shuffle(x)
    history: tuple[tuple[int, int], ...] = ()
    if template == ASSIGNED:
        levels = rng.sample(range(LEVEL[template][1] + 1), 2)
        first, second = rng.sample(range(zones), 2)
        history = ((levels[0], first), (levels[1], second))
    most = 12 if template == ALTITUDE else 18
    e = [Fraction(rng.randint(0, most), GRID) for _ in range(LEVEL[template][1])]
    return Tables(
        template,
        shares,
        tuple(x),
        tuple(Fraction(rng.randint(2, 32), GRID) for _ in range(zones)),
        {value: Fraction(rng.randint(-2, 8), GRID) for value in values},
        (Fraction(0), *e),
        history,
    )


def refused(tables: Tables, margin: Fraction, best: Fraction, threshold: Fraction) -> str | None:
    """The first reason that the numbers alone give."""
    for design in tables.designs():
        for zone in range(len(tables.shares)):
            for x in tables.mod:
                if not LEAST <= tables.loss(design, zone, x) <= MOST:
                    return "loss"
    if not GAP[0] <= best - threshold <= GAP[1]:
        return "gap"
    if any(tables.value(design) > threshold - margin for design in tables.easy()):
        return "baseline"
    return None


def kept_draft(
    template: str, zones: int, margin: Fraction, seed: str, id: str, twin: bool = False
) -> Kept:
    """Draw until a draft is kept, with *twin* one that has a twin. Raises LimitError."""
    rng, rejected = Random(seed), Counter[str]()
    for drafts in range(1, MAX_DRAFTS + 1):
        tables = draw(template, zones, rng)
        design, best = first_best(tables)
        threshold = Fraction(floor((best - GAP[0]) * 100), 100)
        why = refused(tables, margin, best, threshold)
        if why is None:
            found = _proven(tables, design, best, threshold, id)
            if not isinstance(found, str):
                certificate, file = found
                other = twinned(read_scenario(file), file, tables, margin) if twin else None
                if other is None or isinstance(other, Twin):
                    counted = dict(sorted(rejected.items()))
                    return Kept(file, certificate, drafts, counted, other)
                why = "twin"
            else:
                why = found
        rejected[why] += 1
    told = ", ".join(f"{why} {number:,} times" for why, number in rejected.most_common())
    raise LimitError(f"none of {MAX_DRAFTS:,} drafts is kept; refused: {told}")


def _proven(
    tables: Tables, design: Design, best: Fraction, threshold: Fraction, id: str
) -> tuple[dict[str, object], dict[str, object]] | str:
    """The certificate and the file of a draft; or why it is not kept."""
    template = tables.template
    name = TRAPPED[template]
    claims = {
        "optimum": spelled(template, design),
        "gap": ["0.05", "0.08"],
        "traps": [name],
    }
    file = document(tables, id, threshold, claims)
    problem = read_scenario(file)
    word, contrasts = Data(Finite(problem, Work())).word(name)
    if word != "proven":
        return "trap"
    if winning(point(best), Evaluate(FLEET, threshold)).low < SURE:
        return "win"
    made = certificate_of(problem, file, tables, design, best, contrasts[0])
    found = accepted(problem, made)
    if isinstance(found, Unknown):  # two ways to the same numbers differ: nothing may be written
        raise AssertionError(f"{id}: {found.reason}")
    return found.document, file


def certificate_of(
    problem: ScenarioProblem,
    file: dict[str, object],
    tables: Tables,
    design: Design,
    best: Fraction,
    trap: Contrast,
) -> dict[str, object]:
    """The claim of a kept draft: its optimum, a sound threshold, a proven trap."""
    first, last = (int(v) if isinstance(v, Fraction) else v for v in trap.pair)
    claim = {
        "name": "scenario",
        "optimum": {
            "design": spelled(tables.template, design),
            "low": str(best),
            "upper": str(best),
        },
        "threshold": {"status": "sound", "by": None},
        "traps": {
            TRAPPED[tables.template]: {
                "status": "proven",
                "pair": [first, last],
                "association": str(trap.association),
                "effect": str(trap.effect),
            }
        },
    }
    body = {
        "space": "declared",
        "stage": problem.final,
        "claim": claim,
        "evidence": {"kind": "finite"},
    }
    return write_envelope("scenario", document_digest(file), problem.id, body)


__all__ = ["ZONES", "Kept", "draw", "kept_draft", "refused"]

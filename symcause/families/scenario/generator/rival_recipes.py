"""Rival recipes of the scenario generator: the same template without its hidden cause, or reversed.

*no-hidden-cause*: every zone has the mean risk. *reversed*: the values of ``mod`` are exchanged, the
largest with the smallest and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from symcause.errors import UsageError
from symcause.families.scenario.files.document_writer import write_scenario
from symcause.families.scenario.generator.draft_templates import Tables, document, spelled
from symcause.families.scenario.generator.template_match import tables_of
from symcause.families.scenario.problem.problem import ScenarioProblem

NO_HIDDEN_CAUSE, REVERSED = "no-hidden-cause", "reversed"


def rival_document(problem: ScenarioProblem, recipe: str) -> dict[str, object]:
    """The file of the rival that a recipe makes. Raises UsageError where there is none."""
    tables = tables_of(problem)
    if tables is None or problem.evaluate is None:
        raise UsageError(
            "only files of the templates of generate scenario have such a rival",
            place="--rival",
            value=problem.id,
            remedy="name a rival's file instead",
        )
    made = _made(tables, recipe)
    _refuse_losses(made, recipe)
    source = problem.source
    file = dict(write_scenario(problem) if source is None else source)
    name = f"{problem.id}-{recipe}"
    variables = document(made, name, problem.evaluate.threshold, {})["variables"]
    kept = {key: value for key, value in file.items() if key not in ("metadata", "claims")}
    return {**kept, "id": name, "variables": variables}


def _made(tables: Tables, recipe: str) -> Tables:
    if recipe == NO_HIDDEN_CAUSE:
        mean = sum((p * r for p, r in zip(tables.shares, tables.risk, strict=True)), Fraction(0))
        return replace(tables, risk=(mean,) * len(tables.risk))
    return replace(tables, mod=_exchanged(tables.mod))


def _exchanged(mod: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The largest value in the place of the smallest, the next in that of the next."""
    order = sorted(mod, key=lambda name: mod[name])
    swapped = {name: mod[other] for name, other in zip(order, reversed(order), strict=True)}
    return {name: swapped[name] for name in mod}


def _refuse_losses(tables: Tables, recipe: str) -> None:
    """Refuse tables with a loss that is no probability; the first design and zone are named."""
    for design in tables.designs():
        for zone, own in enumerate(tables.x):
            x = design[2] if design[2] not in ("", "zone") else own
            loss = tables.loss(design, zone, x)
            if not 0 <= loss <= 1:
                flown = ", ".join(f"{k} {v}" for k, v in spelled(tables.template, design).items())
                where = (tables.zones or tuple("abcdef"))[zone]
                raise UsageError(
                    f"the rival {recipe} has a loss outside 0 to 1: {flown}, zone {where}",
                    place="--rival",
                    value=str(loss),
                    remedy="name a rival's file instead",
                )

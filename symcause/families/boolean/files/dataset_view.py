"""The dataset view of a Boolean problem: what a dataset shows and counts of it."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.datasets.dataset_manifest import EXACT
from symcause.models.number_phrases import joined_names, plural
from symcause.renderings.rendering_metadata import public_metadata


def public(problem: BooleanProblem) -> BooleanProblem:
    """Training worlds and what the setting discloses: neither gold nor held-out worlds."""
    shown = public_metadata(problem.metadata)
    return replace(problem, worlds=problem.training, gold=None, certification=None, metadata=shown)


def tally(problem: BooleanProblem) -> dict[str, str]:
    """What the datasheet counts."""
    return {
        "setting": str(problem.setting),
        "task": _task(problem),
        "variables": str(len(problem.variables)),
        "training_worlds": str(len(problem.training)),
        "heldout_worlds": str(len(problem.heldout)),
        "observations": _observations(problem),
        "class": _class(problem),
    }


def _class(problem: BooleanProblem) -> str:
    """Which models count, in words; what is known of edges differs from problem to problem."""
    most = problem.max_parents
    bound = "any number of parents" if most is None else f"at most {plural(most, 'parent')}"
    constants = " and constants" if problem.constants else ""
    known = ", with background knowledge" if problem.knowledge else ""
    return f"{bound}, mechanisms written with {joined_names(problem.operators)}{constants}{known}"


def _observations(problem: BooleanProblem) -> str:
    """How far the rows can be trusted, and whether they are whole."""
    unread = sum(row.count("?") for world in problem.worlds for row in world.rows)
    errors, latent = problem.errors, len(problem.latent)
    told = (
        (errors, f"up to {errors} training cell{'s' * (errors != 1)} disturbed"),
        (unread, "cells not observed"),
        (latent, f"{latent} latent variable{'s' * (latent != 1)}"),
    )
    return " and ".join(words for number, words in told if number) or EXACT


def _task(problem: BooleanProblem) -> str:
    if problem.identify:
        return "identification"
    return "alternative" if problem.is_alternative_task else "induction"

"""The dataset view of a finite problem: what is published of it and counted."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.finite.problem.problem import FiniteProblem
from symcause.formats.datasets.dataset_manifest import EXACT
from symcause.renderings.rendering_metadata import public_metadata


def public(problem: FiniteProblem) -> FiniteProblem:
    """Training worlds and queries: neither gold, nor labels, nor held-out worlds."""
    return replace(
        problem,
        worlds=problem.training,
        queries=tuple(replace(query, gold=None) for query in problem.queries),
        gold=None,
        metadata=public_metadata(problem.metadata),
    )


def tally(problem: FiniteProblem) -> dict[str, str]:
    """What the datasheet counts; models alone are run on worlds that are held out."""
    heldout = {"heldout_worlds": str(len(problem.heldout))} if problem.task == "model" else {}
    return {
        "setting": str(problem.setting),
        "task": problem.task,
        "variables": str(len(problem.variables)),
        "values": str(max(problem.sizes)),
        "training_worlds": str(len(problem.training)),
        **heldout,
        "queries": str(len(problem.queries)),
        "observations": "cells not observed" if problem.holed else EXACT,
    }

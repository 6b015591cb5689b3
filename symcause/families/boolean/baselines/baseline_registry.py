"""Registry of the Boolean baselines by name, each loaded when it is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from symcause.errors import UsageError, did_you_mean
from symcause.families.boolean.baselines.public_problem import Baseline

_HERE = "symcause.families.boolean.baselines"


@dataclass(frozen=True)
class Bundled:
    """Where a baseline lives, what it does, and the work that it may do unless a user says otherwise.

    *tool* is what it cannot do without; *extra*: that is not installed with symcause itself.
    """

    where: str
    about: str
    work: int | None = None
    tool: str | None = None
    extra: bool = False


BUNDLED: dict[str, Bundled] = {
    "simplest": Bundled(
        f"{_HERE}.exact_search:simplest_answer",
        "the simplest model that explains the evidence, by exact search",
    ),
    "symbolic-search": Bundled(
        f"{_HERE}.symbolic_search:symbolic_search",
        "the published search over short expressions, variable by variable",
    ),
    "structure-learning": Bundled(
        f"{_HERE}.structure_learner:structure_learning",
        "structure learning, then an exact fit of the mechanisms",
    ),
    "asp-edges": Bundled(
        f"{_HERE}.synthesis.edge_program:asp_edges",
        "fewest functional parents, proved by answer sets (clingo)",
        200_000,
        "clingo",
        extra=True,
    ),
    "asp-ast": Bundled(
        f"{_HERE}.synthesis.formula_program:asp_ast",
        "least size among mechanisms of at most 8 nodes, proved by answer sets (clingo)",
        50_000,
        "clingo",
        extra=True,
    ),
    "sygus": Bundled(
        f"{_HERE}.synthesis.peel_baselines:sygus",
        "a term of a grammar for the smallest fitting parents (cvc5)",
        100_000,
        "cvc5",
        extra=True,
    ),
    "cegis": Bundled(
        f"{_HERE}.synthesis.pair_refinement:cegis",
        "parents refined by pairs of rows (z3), then a least sum of products",
        50_000_000,
        "z3",
    ),
    "quine-mccluskey": Bundled(
        f"{_HERE}.synthesis.peel_baselines:quine_mccluskey",
        "the least sum of products over the smallest fitting parents",
    ),
    "decision-tree": Bundled(
        f"{_HERE}.synthesis.peel_baselines:decision_tree",
        "a decision tree for every variable, with any number of parents",
    ),
}
"""One more baseline is one more line."""


def entry(name: str) -> Bundled:
    """The baseline of this name, as it is registered."""
    if name not in BUNDLED:
        raise UsageError("unknown baseline", value=name, remedy=did_you_mean(name, BUNDLED))
    return BUNDLED[name]


def baseline(name: str) -> Baseline:
    """The baseline of this name."""
    module, _, attribute = entry(name).where.partition(":")
    found: Baseline = getattr(import_module(module), attribute)
    return found

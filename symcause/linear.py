"""The linear door, for whoever programs.

Problems are made from rows, models from equations.

>>> made = problem(
...     chain=[{"density": 10, "freq": 45, "do": ""}, {"density": 77, "freq": 179, "do": "density=77"}],
...     target="freq")
>>> import symcause
>>> symcause.count(made).count
1
>>> gold = model({"density": 10, "freq": "25 + 2*density"})
>>> gold.simulate(do={"density": [77, "0.5"]})["freq"]
[Fraction(179, 1), Fraction(26, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from symcause.families.linear.files.frame_rows import Columns, problem_of_tables
from symcause.families.linear.files.python_models import Mechanism, model_of
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem

__all__ = ["CrystalModel", "LinearProblem", "model", "problem"]

Number = int | float | Decimal | Fraction | str


def problem(
    records: Any = None,
    chain: Any = None,
    *,
    target: str,
    variables: Sequence[str] | None = None,
    controllable: Sequence[str] | None = None,
    do: str = "do",
    record: str = "id",
    id: str = "problem",
    family: Literal["linear", "quadratic"] | None = None,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    rounding: Number | None = None,
    coefficients: Mapping[str, object] | None = None,
    reactor: Mapping[str, Number] | None = None,
    gold: CrystalModel | Mapping[str, object] | None = None,
    target_may_cause: bool | None = None,
    bases: Mapping[str, Number] | None = None,
    hidden: Mapping[str, object] | None = None,
    max_parents: int | None = None,
    episode: Mapping[str, object] | None = None,
    unobserved: Sequence[str] | None = None,
    metadata: Mapping[str, object] | None = None,
) -> LinearProblem:
    """A problem from rows: frames of pandas or polars, mappings, columns, or arrays with *variables*.

    A row of *records* is a crystal as it was found, with its name in the column *record*, if there is one.
    The rows of *chain* are readings of one crystal in order; a cell of the column *do* says what was done
    just before: nothing, ``density=77``, ``density=77, size released``, or a mapping. Numbers are exact:
    ints, Decimals, Fractions, texts; a float stands for the decimal that Python writes for it. All
    variables but the target are *controllable*, unless told otherwise: then the fewest bases are taken to
    be shared. The other arguments are keys of the file. Raises ProblemError, which names row and column.

    >>> chain = [{"density": 10, "freq": 45}, {"density": 77, "freq": 179, "do": "density=77"}]
    >>> symcause.count(symcause.linear.problem(chain=chain, target="freq")).graphs
    1
    """
    stated = {
        "id": id,
        "target": target,
        "controllable": controllable,
        "family": family,
        "semantics": semantics,
        "rounding": rounding,
        "coefficients": coefficients,
        "reactor": None if reactor is None else {"values": reactor},
        "gold": gold,
        "target_may_cause": target_may_cause,
        "bases": bases,
        "hidden": hidden,
        "max_parents": max_parents,
        "episode": episode,
        "unobserved": unobserved,
        "metadata": metadata,
    }
    return problem_of_tables(records, chain, Columns(do, record), variables, stated)


def model(
    equations: Mapping[str, Mechanism] | Any, variables: Iterable[str] | None = None
) -> CrystalModel:
    """A model from its equations; what none of them defines has no parents and the base 0.

    An equation is a text (``25 + 2*density``), a number, a sympy expression, or a function whose parameters
    are its parents (run once, on symbols). A directed graph of networkx has texts as ``equation`` of its
    nodes, as ``to_networkx`` writes them. Raises ProblemError for a cycle, and for what is no equation.

    >>> symcause.linear.model({"density": 10, "freq": "25 + 2*density"}).simulate()
    {'density': Fraction(10, 1), 'freq': Fraction(45, 1)}
    """
    return model_of(equations, variables)

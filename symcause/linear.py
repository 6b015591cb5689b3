"""The linear family in Python: problems made from records and chains, models from equations.

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
    """Make a linear or quadratic problem from rows of your own.

    Numbers are exact: ints, Decimals, Fractions, texts; a float stands for the decimal that Python
    writes for it.

    Parameters
    ----------
    records : DataFrame, array or iterable of mapping, optional
        Crystals as they were found, one a row.
    chain : DataFrame, array or iterable of mapping, optional
        Measurements of one crystal in order; a cell of the column *do* says what was done before:
        nothing, ``density=77``, ``density=77, size released``, or a mapping.
    target : str
        The variable to predict.
    variables : sequence of str, optional
        All variables, in order; an array needs them.
    controllable : sequence of str, optional
        What can be set: all but the target. If you give it, as few bases as possible are shared.
    do : str, default 'do'
        The column of interventions.
    record : str, default 'id'
        The column with the names of records.
    id : str, default 'problem'
        The name of the problem.
    family : {'linear', 'quadratic'}, optional
        The equation type.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention.
    rounding : number, optional
        The step to which measurements are rounded.
    coefficients : mapping, optional
        The admissible coefficients, as the file has them.
    reactor : mapping, optional
        The configuration whose target is asked for.
    gold : CrystalModel or mapping, optional
        The reference answer.
    target_may_cause : bool, optional
        The target may cause other variables.
    bases : mapping, optional
        The range of bases.
    hidden : mapping, optional
        Hidden disturbances, as the file has them.
    max_parents : int, optional
        The largest number of parents.
    episode : mapping, optional
        What an episode allows.
    unobserved : sequence of str, optional
        Variables that are never measured.
    metadata : mapping, optional
        What is kept with the problem.

    Returns
    -------
    LinearProblem
        The problem.

    Raises
    ------
    ProblemError
        A row or an argument is malformed; the message names row and column.

    See Also
    --------
    symcause.linear.model : a model from equations.

    Examples
    --------
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
    """Make a linear or quadratic model from its equations.

    A variable without an equation has no parents and the base 0.

    Parameters
    ----------
    equations : mapping or networkx.DiGraph
        By variable: a text (``25 + 2*density``), a number, a sympy expression, or a function whose
        parameters are its parents, which is run once, on symbols. A graph of networkx has the texts
        as ``equation`` of its nodes, as ``to_networkx`` writes them.
    variables : iterable of str, optional
        All variables, in order.

    Returns
    -------
    CrystalModel
        The model.

    Raises
    ------
    ProblemError
        The equations form a cycle, or one cannot be read.

    See Also
    --------
    symcause.linear.problem : a problem from rows.

    Examples
    --------
    >>> symcause.linear.model({"density": 10, "freq": "25 + 2*density"}).simulate()
    {'density': Fraction(10, 1), 'freq': Fraction(45, 1)}
    """
    return model_of(equations, variables)

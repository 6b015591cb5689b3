"""The validation of a cpt problem: what its graph, numbers and query need of each other."""

from __future__ import annotations

from symcause.errors import ProblemError, did_you_mean
from symcause.families.cpt.models.back_doors import mediators
from symcause.families.cpt.models.query_values import Query
from symcause.families.cpt.problem.problem import ASSUMPTIONS, CptProblem
from symcause.models.dags import DAG

FORBIDDEN = "|,=()"
"""Characters that a name cannot have, because keys of probabilities are written with them."""

_TABLE_FREE = ("backadj", "collider_bias")
_GOLD = ("yes", "no")


def check_names(names: tuple[str, ...]) -> None:
    """Raise for a name that keys could not spell."""
    for name in names:
        if any(c in FORBIDDEN or c.isspace() for c in name):
            raise ProblemError(
                f"a name has no blanks and none of {FORBIDDEN}", place="variables", value=name
            )


def known(dag: DAG, name: str, place: str) -> None:
    """Raise for a variable that the graph does not have."""
    if name not in dag.index:
        raise ProblemError(
            "unknown variable", place=place, value=name, remedy=did_you_mean(name, dag.nodes)
        )


def check(problem: CptProblem) -> None:
    """Raise for a problem that has no meaning; the place is that of its file."""
    dag, query = problem.dag, problem.query
    _check_query(dag, query)
    for name in problem.unobserved:
        known(dag, name, "unobserved")
    for family in problem.given:
        for name in family.key.names:
            if name in problem.unobserved:
                raise ProblemError(
                    "a number about an unobserved variable",
                    place=f"given.{family.key.text}",
                    value=name,
                )
    for word in problem.assume:
        if word not in ASSUMPTIONS:
            raise ProblemError(
                "unknown assumption",
                place="assume",
                value=word,
                remedy=did_you_mean(word, ASSUMPTIONS),
            )
    if problem.rounding < 0:
        raise ProblemError("rounding is not negative", place="rounding", value=problem.rounding)
    if problem.threshold is not None and problem.threshold < 0:
        raise ProblemError(
            "a threshold is not negative", place="threshold", value=problem.threshold
        )
    if problem.gold is not None and problem.gold not in _GOLD:
        raise ProblemError("gold is yes or no", place="gold", value=problem.gold)
    if (
        problem.tables is None
        and not problem.given
        and query.type not in _TABLE_FREE
        and not _awaits(problem)
    ):
        raise ProblemError("neither tables nor given", remedy="add tables, or given numbers")
    if query.type == "det-counterfactual" and not _awaits(problem):
        _check_deterministic(problem)


def _awaits(problem: CptProblem) -> bool:
    """Is there a model somewhere that the tables will come from?"""
    return problem.release is not None and problem.release.model is not None


def _check_query(dag: DAG, query: Query) -> None:
    for key, name in (("treatment", query.treatment), ("outcome", query.outcome)):
        known(dag, name, f"query.{key}")
    if query.treatment == query.outcome:
        raise ProblemError("treatment and outcome are the same", place="query", value=query.outcome)
    if query.type in ("nde", "nie") and not mediators(dag, query.treatment, query.outcome):
        raise ProblemError(
            f"there is no mediator between {query.treatment} and {query.outcome}",
            place="query.type",
            value=query.type,
        )
    if query.type == "exp_away":
        if query.collider is None:
            raise ProblemError("exp_away needs a collider", place="query", remedy="add 'collider'")
        known(dag, query.collider, "query.collider")
        if query.collider in (query.treatment, query.outcome):
            raise ProblemError(
                "a collider is a third variable", place="query.collider", value=query.collider
            )
    if query.type == "backadj":
        _check_sets(dag, query)


def _check_sets(dag: DAG, query: Query) -> None:
    if len(query.sets) != 2:
        raise ProblemError("backadj compares two sets", place="query.sets", value=len(query.sets))
    for i, names in enumerate(query.sets):
        for name in names:
            known(dag, name, f"query.sets[{i}]")
            if name in (query.treatment, query.outcome):
                raise ProblemError(
                    "an adjustment set has neither treatment nor outcome",
                    place=f"query.sets[{i}]",
                    value=name,
                )


def _check_deterministic(problem: CptProblem) -> None:
    dag, query, network = problem.dag, problem.query, problem.tables
    if network is None:
        raise ProblemError("det-counterfactual needs tables", place="tables")
    if query.action is None or query.value is None:
        raise ProblemError("det-counterfactual needs an action and a value", place="query")
    sources = [name for i, name in enumerate(dag.nodes) if not dag.parents[i]]
    evidence = dict(query.evidence)
    for name in evidence:
        known(dag, name, "query.evidence")
        if name not in sources:
            raise ProblemError("evidence is about sources only", place="query.evidence", value=name)
    for name in sources:
        if name != query.treatment and name not in evidence:
            raise ProblemError(
                "no evidence about a source", place="query.evidence", value=name, remedy="add it"
            )
    for i, name in enumerate(dag.nodes):
        if dag.parents[i] and any(x not in (0, 1) for row in network.rows[i] for x in row):
            raise ProblemError(
                "det-counterfactual needs tables of 0 and 1 but for sources",
                place="tables",
                value=name,
            )

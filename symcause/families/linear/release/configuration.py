"""The configuration reader of the CausaLab release: linear episodes from suites or single files.

A configuration states the true equations (``computation`` with named ``params``), what can be controlled,
how bases are drawn, and the budget; it is a problem with gold and without evidence. Golden files also carry
``bootstrap_past_data``: prior records, and a chain of interventions that continues the crystal of record 0.

Variables are called by what readings show, the ``property_name`` of a node; the target is the one whose
property is ``resonanceFreq``. In a computation ``base`` is a parameter or, if there is none of that name,
the node's own base. A node that is not ``observable`` is never read.

Reading fixes what the file leaves open: interventions have ``set`` semantics (as released). A linear file
with integer coefficients whose other numbers have at most two decimals is exact data with rational
coefficients. Everything else is rounded to two decimals, and a class of rounded data needs a minimum
effect: half of the configuration's own smallest one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.linear.files.class_source import CLASS_SOURCE, SMALLEST_PUBLISHED
from symcause.families.linear.files.document import number
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.problem import (
    GOLD,
    BaseRange,
    Coefficients,
    Episode,
    Gold,
    LinearProblem,
    NormalBases,
)
from symcause.families.linear.release.disturbance_settings import affected_nodes, read_hidden
from symcause.families.linear.release.environment_messages import DISPLAY_NAMES, sounding
from symcause.families.linear.release.past_data import chain_of
from symcause.formats.metadata import check_id
from symcause.formats.pools.foreign_values import Placed
from symcause.grammar.equations.equation_parser import EquationError, parse_equation
from symcause.models.equations import Equation
from symcause.models.hypotheses import is_target

TARGET = "resonanceFreq"
UNIT = Fraction("0.01")
_DEFAULT_BASES = BaseRange(Fraction(10), Fraction(50))
_OWN_BASE = "base"


def read_causalab(document: object, file: str | None = None) -> LinearProblem:
    """The problem that a decoded configuration describes."""
    try:
        return _read(Placed(document))
    except SymcauseError as error:
        raise error.at(file=file) from None


def _read(config: Placed) -> LinearProblem:
    nodes = config["nodes"].entries()
    names = _properties(nodes)
    target = next((names[node] for node in nodes if is_target(names[node], TARGET)), None)
    if target is None:
        raise ProblemError(
            "no target",
            place="nodes",
            remedy=f"one node must have the property_name {TARGET}",
        )
    equations = _equations(config, nodes, names)
    _check_edges(config, equations, names)
    quadratic = any(not equation.is_linear for equation in equations.values())
    if config["equation_family"]:
        quadratic = quadratic or config["equation_family"].text() == "quadratic"
    records, chain = chain_of(config["bootstrap_past_data"], tuple(names.values()), target)
    budget = config["budget"].integer() if config["budget"] else None
    problem = LinearProblem(
        id=check_id(config["graph_id"].text(), "graph_id"),
        variables=tuple(names.values()),
        target=target,
        controllable=tuple(names[v] for v in nodes if _flag(nodes[v]["is_controllable"], False)),
        family=EquationFamily.QUADRATIC if quadratic else EquationFamily.LINEAR,
        records=records,
        chain=chain,
        gold=Gold(equations, hidden_nodes=affected_nodes(config["hidden_variable"], names)),
        target_may_cause=_flag(config["frequency_can_be_parent"], False),
        hidden=read_hidden(config["hidden_variable"], names),
        episode=_episode(config, nodes, names, budget),
        unobserved=tuple(names[v] for v in nodes if not _flag(nodes[v]["observable"], True)),
        metadata={} if budget is None else {"budget": budget},
    )
    odd = _odd_names(nodes, names, target)
    if odd:
        problem = replace(problem, metadata={**problem.metadata, DISPLAY_NAMES: odd})
    return problem if _exact(problem) else _rounded(problem)


def _odd_names(
    nodes: Mapping[str, Placed], names: Mapping[str, str], target: str
) -> dict[str, str]:
    """Displayed names from which nobody would know the variable."""
    shown = {names[v]: placed["display_name"].value for v, placed in nodes.items()}
    known = tuple(names.values())
    return {
        name: display
        for name, display in shown.items()
        if isinstance(display, str) and sounding(display, known, target) != name
    }


def _rounded(problem: LinearProblem) -> LinearProblem:
    """The problem as rounded data, with a minimum effect that gold states."""
    assert problem.gold is not None
    effects = [
        abs(effect.square if problem.family is EquationFamily.QUADRATIC else effect.linear)
        for equation in problem.gold.equations.values()
        for _, effect in equation.effects
    ]
    smallest = min((size for size in effects if size), default=SMALLEST_PUBLISHED)
    return replace(
        problem,
        rounding=UNIT,
        coefficients=Coefficients(min_effect=smallest / 2),
        metadata={**problem.metadata, CLASS_SOURCE: GOLD},
    )


def _exact(problem: LinearProblem) -> bool:
    """Are the readings of such a configuration not rounded at all?"""
    if problem.family is EquationFamily.QUADRATIC:
        return False
    assert problem.gold is not None and problem.episode is not None
    numbers = [equation.base for equation in problem.gold.equations.values()]
    for equation in problem.gold.equations.values():
        if any(effect.linear.denominator != 1 for _, effect in equation.effects):
            return False
    for bases in problem.episode.bases.values():
        if isinstance(bases, BaseRange):
            numbers += [end for end in (bases.minimum, bases.maximum) if end is not None]
    hidden = problem.hidden
    if hidden is not None:
        weights = {
            hidden.weight_of(name) for name in problem.gold.hidden_nodes or problem.variables
        }
        numbers += [w * v for w in weights for v in (*hidden.values, hidden.initial)]
    return all((value / UNIT).denominator == 1 for value in numbers)


def _flag(value: Placed, default: bool) -> bool:
    return value.flag() if value else default


def _properties(nodes: Mapping[str, Placed]) -> dict[str, str]:
    """The variable of every node: its property."""
    names = {
        node: (placed["property_name"].text() if placed["property_name"] else node)
        for node, placed in nodes.items()
    }
    seen: set[str] = set()
    for node, name in names.items():
        if name in seen:
            place = nodes[node]["property_name"].place
            raise ProblemError("two nodes have one property", place=place, value=name)
        seen.add(name)
    return names


def _equations(
    config: Placed, nodes: Mapping[str, Placed], names: Mapping[str, str]
) -> dict[str, Equation]:
    params = {
        name: number(value.value, value.place)
        for name, value in (config["params"].entries() if config["params"] else {}).items()
    }
    equations: dict[str, Equation] = {}
    for node, placed in nodes.items():
        own = params.get(f"base_{node}", _fixed(placed["base_value"]))
        if not placed["computation"]:
            equations[names[node]] = Equation(own)
            continue
        known = {_OWN_BASE: own, **params}
        try:
            equation = parse_equation(
                placed["computation"].text(), list(nodes), target=node, parameters=known
            )
        except EquationError as error:
            raise error.at(place=placed["computation"].place) from None
        effects = {names[parent]: effect for parent, effect in equation.effects}
        equations[names[node]] = Equation.of(equation.base, effects)
    return equations


def _fixed(base: Placed) -> Fraction:
    """A base that is stated; one that is drawn belongs to no crystal in particular and is 0 here."""
    if base and base["type"] and base["type"].text() == "fixed":
        return number(base["value"].value, base["value"].place)
    return Fraction(0)


def _check_edges(
    config: Placed, equations: Mapping[str, Equation], names: Mapping[str, str]
) -> None:
    """The listed edges and the computations must tell the same graph."""
    listed: set[tuple[str, str]] = set()
    for edge in config["edges"].parts():
        for end in (edge["from"], edge["to"]):
            if end.text() not in names:
                raise ProblemError(
                    "an edge names an unknown node",
                    place=end.place,
                    value=end.value,
                    remedy=did_you_mean(end.text(), names),
                )
        listed.add((names[edge["from"].text()], names[edge["to"].text()]))
    computed = {(p, name) for name, equation in equations.items() for p in equation.parents}
    for cause, effect in sorted(listed ^ computed):
        where = "edges but not in a computation"
        if (cause, effect) in computed:
            where = "a computation but not in edges"
        raise ProblemError(f"{cause} -> {effect} is in {where}", place="edges")


def _episode(
    config: Placed, nodes: Mapping[str, Placed], names: Mapping[str, str], budget: int | None
) -> Episode:
    bases = {names[node]: _bases(placed["base_value"]) for node, placed in nodes.items()}
    presets = config["quadratic_metadata"]
    if not presets or not presets["observation_presets"]:
        return Episode(budget, bases)
    return Episode(
        budget,
        bases,
        tuple(_preset(preset, names) for preset in presets["observation_presets"].parts()),
        _preset(presets["property_manipulator"], names),
        _preset(presets["reactor"], names),
    )


def _preset(preset: Placed, names: Mapping[str, str]) -> dict[str, Fraction]:
    """Bases by node or by property."""
    return {names.get(name, name): number(v.value, v.place) for name, v in preset.entries().items()}


def _bases(base: Placed) -> BaseRange | NormalBases:
    """How bases are drawn: uniformly from an interval (fixed: of one point), or normally."""
    if not base:
        return _DEFAULT_BASES
    kind = base["type"].text() if base["type"] else "uniform"
    if kind == "fixed":
        value = number(base["value"].value, base["value"].place)
        return BaseRange(value, value)
    if kind == "normal":
        spread = base["std"] if base["std"] else base["stddev"]
        return NormalBases(*_numbers((base["mean"], spread)))
    ends = (base["min"], base["max"])
    if kind != "uniform" or not all(ends):
        raise ProblemError(
            "bases are uniform between min and max, normal with mean and std, or fixed",
            place=base.place,
            value=kind,
        )
    return BaseRange(*_numbers(ends))


def _numbers(values: Iterable[Placed]) -> list[Fraction]:
    return [number(value.value, value.place) for value in values]

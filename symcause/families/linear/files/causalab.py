"""CausaLab episode configurations (JSONL, one graph a line): linear, quadratic, hidden, golden, freqparent.

A configuration states the true equations (``computation`` with named ``params``), what can be controlled,
how bases are drawn, and the budget; it is a problem with gold and without evidence. Golden files also carry
``bootstrap_past_data``: prior records, and a chain of interventions that continues the crystal of record 0.

Reading fixes what the file leaves open: interventions have ``set`` semantics (as released); linear files
are exact data with rational coefficients; quadratic ones are rounded to two decimals, with squares of size
at least :data:`QUADRATIC_MIN_EFFECT` (half the smallest published one).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.linear.files.document import number
from symcause.families.linear.models.crystals import EquationFamily
from symcause.families.linear.models.laboratory import Hidden, Manipulation
from symcause.families.linear.problem.problem import (
    BaseRange,
    ChainState,
    Coefficients,
    Episode,
    Gold,
    LinearProblem,
    Record,
)
from symcause.formats.foreign import Foreign
from symcause.grammar.equations import EquationError, parse_equation
from symcause.models.equations import Equation
from symcause.models.hypotheses import is_target

TARGET = "resonanceFreq"
QUADRATIC_MIN_EFFECT = Fraction("0.004")
QUADRATIC_ROUNDING = Fraction("0.01")
_DEFAULT_BASES = BaseRange(Fraction(10), Fraction(50))


def read_causalab(document: object, file: str | None = None) -> LinearProblem:
    """The problem that a decoded configuration describes."""
    try:
        return _read(Foreign(document))
    except SymcauseError as error:
        raise error.at(file=file) from None


def _read(config: Foreign) -> LinearProblem:
    nodes = config["nodes"].entries()
    variables = tuple(nodes)
    target = next((name for name in nodes if is_target(name, TARGET)), None)
    if target is None:
        raise ProblemError("no target", place="nodes", remedy=f"one node must be called {TARGET}")
    equations = _equations(config, nodes)
    _check_edges(config, equations)
    quadratic = any(not equation.is_linear for equation in equations.values())
    if config["equation_family"]:
        quadratic = quadratic or config["equation_family"].text() == "quadratic"
    records, chain = _past_data(config, nodes, target)
    budget = config["budget"].integer() if config["budget"] else None
    return LinearProblem(
        id=config["graph_id"].text(),
        variables=variables,
        target=target,
        controllable=tuple(v for v in variables if _flag(nodes[v]["is_controllable"], False)),
        family=EquationFamily.QUADRATIC if quadratic else EquationFamily.LINEAR,
        rounding=QUADRATIC_ROUNDING if quadratic else Fraction(0),
        coefficients=Coefficients(min_effect=QUADRATIC_MIN_EFFECT if quadratic else None),
        records=records,
        chain=chain,
        gold=Gold(equations),
        target_may_cause=_flag(config["frequency_can_be_parent"], False),
        hidden=_hidden(config),
        episode=_episode(config, nodes, budget),
        metadata={} if budget is None else {"budget": budget},
    )


def _flag(value: Foreign, default: bool) -> bool:
    return value.flag() if value else default


def _equations(config: Foreign, nodes: Mapping[str, Foreign]) -> dict[str, Equation]:
    params = {
        name: number(value.value, value.place)
        for name, value in (config["params"].entries() if config["params"] else {}).items()
    }
    equations: dict[str, Equation] = {}
    for name, node in nodes.items():
        if not node["computation"]:
            equations[name] = Equation(params.get(f"base_{name}", Fraction(0)))
            continue
        try:
            equations[name] = parse_equation(
                node["computation"].text(), list(nodes), target=name, parameters=params
            )
        except EquationError as error:
            raise error.at(place=node["computation"].place) from None
    return equations


def _check_edges(config: Foreign, equations: Mapping[str, Equation]) -> None:
    """The listed edges and the computations must tell the same graph."""
    listed: set[tuple[str, str]] = set()
    for edge in config["edges"].parts():
        for end in (edge["from"], edge["to"]):
            if end.text() not in equations:
                raise ProblemError(
                    "an edge names an unknown node",
                    place=end.place,
                    value=end.value,
                    remedy=did_you_mean(end.text(), equations),
                )
        listed.add((edge["from"].text(), edge["to"].text()))
    computed = {(p, name) for name, equation in equations.items() for p in equation.parents}
    for cause, effect in sorted(listed ^ computed):
        where = "edges but not in a computation"
        if (cause, effect) in computed:
            where = "a computation but not in edges"
        raise ProblemError(f"{cause} -> {effect} is in {where}", place="edges")


def _hidden(config: Foreign) -> Hidden | None:
    hidden = config["hidden_variable"]
    if not hidden or not _flag(hidden["enabled"], True):
        return None
    weight = hidden["edge_weight"]
    return Hidden(
        tuple(number(value.value, value.place) for value in hidden["value_space"].parts()),
        number(weight.value, weight.place) if weight else Fraction(1),
        hidden["affected_nodes"].texts() if hidden["affected_nodes"] else None,
    )


def _past_data(
    config: Foreign, nodes: Mapping[str, Foreign], target: str
) -> tuple[tuple[Record, ...], tuple[ChainState, ...]]:
    """Prior records and the chain that continues the crystal of the first of them."""
    if not config["bootstrap_past_data"]:
        return (), ()
    names = {
        (node["property_name"].text() if node["property_name"] else name): name
        for name, node in nodes.items()
    }
    records: list[Record] = []
    chain: list[ChainState] = []
    for i, entry in enumerate(config["bootstrap_past_data"].parts()):
        values = read_entry(entry, names, target)
        step = read_intervention(entry["intervention"], names)
        if step is not None:
            chain.append(ChainState(values, step))
            continue
        name = entry["id"].text() if entry["id"] else str(i)
        records.append(Record(name, values))
    if chain and records:
        chain.insert(0, ChainState(records[0].values))
    return tuple(records), tuple(chain)


def read_entry(entry: Foreign, names: Mapping[str, str], target: str) -> dict[str, Fraction]:
    """The values of one ``past_data`` entry: its ``props`` and its ``freq``."""
    values: dict[str, Fraction] = {}
    for prop, value in entry["props"].entries().items():
        name = names.get(prop) or (target if is_target(prop, target) else None)
        if name is None:
            raise ProblemError(
                "undeclared property",
                place=value.place,
                value=prop,
                remedy=did_you_mean(prop, names),
            )
        values[name] = number(value.value, value.place)
    if entry["freq"]:
        values[target] = number(entry["freq"].value, entry["freq"].place)
    return values


def read_intervention(step: Foreign, names: Mapping[str, str]) -> Manipulation | None:
    """``{"target_prop": …, "target_value": …}``; missing or empty is no intervention."""
    if not step or step.value == {} or not step["target_prop"]:
        return None
    prop, value = step["target_prop"], step["target_value"]
    if prop.text() not in names:
        raise ProblemError(
            "undeclared property",
            place=prop.place,
            value=prop.value,
            remedy=did_you_mean(prop.text(), names),
        )
    return Manipulation(names[prop.text()], number(value.value, value.place))


def _episode(config: Foreign, nodes: Mapping[str, Foreign], budget: int | None) -> Episode:
    bases = {name: _base_range(node["base_value"]) for name, node in nodes.items()}
    presets = config["quadratic_metadata"]
    if not presets or not presets["observation_presets"]:
        return Episode(budget, bases)
    return Episode(
        budget,
        bases,
        tuple(_preset(preset) for preset in presets["observation_presets"].parts()),
        _preset(presets["property_manipulator"]),
        _preset(presets["reactor"]),
    )


def _preset(preset: Foreign) -> dict[str, Fraction]:
    return {name: number(v.value, v.place) for name, v in preset.entries().items()}


def _base_range(base: Foreign) -> BaseRange:
    """The interval that bases are drawn from, uniformly; a fixed base is an interval of one point."""
    if not base:
        return _DEFAULT_BASES
    kind = base["type"].text() if base["type"] else "uniform"
    if kind == "fixed":
        value = number(base["value"].value, base["value"].place)
        return BaseRange(value, value)
    ends = [base["min"], base["max"]]
    if kind != "uniform" or not all(ends):
        raise ProblemError(
            "bases are uniform between min and max, or fixed", place=base.place, value=kind
        )
    return BaseRange(*(number(end.value, end.place) for end in ends))

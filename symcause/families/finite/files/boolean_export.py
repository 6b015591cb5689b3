"""Boolean export of finite files: a problem of values 0 and 1 and any functions, as a Boolean one.

A mechanism of gold with operators that Boolean problems do not have is written as a disjunction of cases.
"""

from __future__ import annotations

from itertools import compress, product

from symcause.errors import UsageError
from symcause.families.finite.models.compiled_answers import AnswerFault, compiled
from symcause.families.finite.models.table_terms import first_slowest
from symcause.families.finite.models.terms import Constant, Name, Operation, Table, Term
from symcause.families.finite.problem.fingerprint import describe
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld
from symcause.formats.pools.problem_writer import one_line
from symcause.formats.problems import read_document
from symcause.mechanisms.tables.table_functions import TableFunction

_SAME = {"not": "not", "and": "and", "or": "or", "xor": "xor", "eq": "iff"}
_KEPT = ("roots", "order", "blocks", "root_count", "knowledge")


def exported(problem: FiniteProblem, first: bool) -> str:
    """The document on one line."""
    return one_line(boolean_document(problem)) + "\n"


def boolean_document(problem: FiniteProblem) -> dict[str, object]:
    """The document of a Boolean problem that says the same. Raises where there is none."""
    _check(problem)
    described = describe(problem)
    shared = problem.model_class.shared
    informed = problem.knowledge or any(None in row for w in problem.worlds for row in w.rows)
    document: dict[str, object] = {
        "format": f"symcause.boolean/{2 if informed else 1}",
        "id": problem.id,
        "variables": list(problem.variables),
        "setting": described["setting"],
        **{key: described[key] for key in _KEPT if key in described},
        "constants": True,
        "worlds": [_world(world) for world in problem.worlds],
    }
    if shared.max_parents is not None:
        document["max_parents"] = shared.max_parents
    if problem.gold is not None:
        document["gold"] = {"roots": described["gold"]["roots"], "mechanisms": _gold(problem)}
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    read_document(document)
    return document


def _check(problem: FiniteProblem) -> None:
    shared, own = problem.model_class.shared, problem.model_class.own
    reasons = {
        "variables": any(variable.values != (0, 1) for variable in problem.domains),
        "class": shared.functions != ("any",) or shared.min_parents > 0 or bool(own),
        "queries": bool(problem.queries),
    }
    for key, is_so in reasons.items():
        if is_so:
            raise UsageError(
                f"Boolean problems cannot say what stands in {key!r}",
                value=problem.id,
                remedy="values 0 and 1, any function for every variable, no queries",
            )


def _world(world: FiniteWorld) -> dict[str, object]:
    mode = "assigned" if world.assigned else "constant" if world.do else "none"
    texts = ["".join("?" if cell is None else str(cell) for cell in row) for row in world.rows]
    written = {"id": world.id, "split": str(world.split), "mode": mode}
    more = {} if world.units is None else {"units": list(world.units)}
    return {**written, "targets": list(world.targets), "rows": texts, **more}


def _gold(problem: FiniteProblem) -> dict[str, str]:
    assert problem.gold is not None
    try:
        functions = compiled(problem, problem.gold).functions
    except AnswerFault as fault:
        raise UsageError(f"gold is no model: {fault.reason}", value=problem.id) from None
    return {
        name: _text(term) or _cases(functions[name])
        for name, term in problem.gold.mechanisms.items()
    }


def _text(term: Term) -> str | None:
    """The same expression, None if it has anything else in it."""
    match term:
        case Name(name):
            return name
        case Constant(value):
            return str(value)
        case Operation(operator, arguments) if operator in _SAME:
            texts = [_text(argument) for argument in arguments]
            if None in texts or (len(texts) == 1) != (operator == "not"):
                return None
            return f"({_SAME[operator]} {' '.join(map(str, texts))})"
        case Operation() | Table():
            return None


def _cases(function: TableFunction) -> str:
    """A function as a disjunction of the cases in which it is 1."""
    outputs = first_slowest(function.outputs, function.sizes)
    cases = [
        _joined(
            "and", [p if on else f"(not {p})" for p, on in zip(function.parents, bits, strict=True)]
        )
        for bits in compress(product((0, 1), repeat=len(function.parents)), outputs)
    ]
    return _joined("or", cases) if function.parents else str(outputs[0])


def _joined(operator: str, texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"({operator} {' '.join(texts)})"

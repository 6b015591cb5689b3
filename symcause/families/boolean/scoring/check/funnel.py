"""The funnel of a Boolean check: validation stages from a JSON object to an executable model.

Stages in order: extracted_json, schema, keys, parse, legal, acyclic, valid. A stage is passed only by the
whole answer, so an answer with one mechanism that does not parse and another that is illegal stops
at ``parse``. The acyclic stage looks at *mentioned* variables, as the published evaluator does.

Keys beside those of the answer (a model's remarks) are ignored; keys inside ``mechanisms`` are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property

import msgspec

from symcause.errors import did_you_mean, shorten
from symcause.families.boolean.bounds import FUNNEL_ROOT_SETS
from symcause.families.boolean.models.decision_diagrams import dependence_meter
from symcause.families.boolean.models.scm import BooleanSCM, find_cycle, in_order
from symcause.families.boolean.problem.evaluator_order import Turns
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.mechanism_cache import Mechanism, read
from symcause.grammar import MechanismError, parse, to_sexpr
from symcause.models.disclosure import Setting
from symcause.models.variable_names import natural


class Stage(StrEnum):
    """The first stage that an answer fails, or ``valid``."""

    EXTRACTED_JSON = "extracted_json"
    SCHEMA = "schema"
    KEYS = "keys"
    PARSE = "parse"
    LEGAL = "legal"
    ACYCLIC = "acyclic"
    VALID = "valid"


class Judged(msgspec.Struct, frozen=True, dict=True):
    """How far an answer came; a valid one has its mechanisms as written and its model.

    *roots* is the root set it names, where roots are hidden: known as soon as that part of the answer is
    well formed and mechanisms are given for exactly the other variables, whatever they hold.
    """

    stage: Stage
    reason: str | None = None
    scm: BooleanSCM | None = None
    roots: tuple[str, ...] | None = None
    mechanisms: Mapping[str, Mechanism] | None = None
    order: tuple[str, ...] = ()  # in which the published evaluator computes the variables
    names_roots: bool = False

    @property
    def valid(self) -> bool:
        return self.stage is Stage.VALID

    @cached_property
    def answer(self) -> Answer | None:
        """The mechanisms as written, if valid."""
        if self.mechanisms is None:
            return None
        written = {name: mechanism.expression for name, mechanism in self.mechanisms.items()}
        return Answer(written, self.roots if self.names_roots else None)

    @property
    def total_ast(self) -> int | None:
        """The AST sizes of all mechanisms together."""
        if self.mechanisms is None:
            return None
        return sum([mechanism.size for mechanism in self.mechanisms.values()])


class _Refused(Exception):
    """An answer stops at a stage."""

    def __init__(self, stage: Stage, reason: str) -> None:
        super().__init__(reason)
        self.stage = stage
        self.reason = reason


class Funnel:
    """Takes answers to a problem from an object to a model; what they share is worked out once."""

    def __init__(self, problem: BooleanProblem) -> None:
        self.problem = problem
        self._turns: dict[tuple[str, ...], Turns] = {}

    def judge(self, value: object, *, infix: bool = False) -> Judged:
        """A decoded ``{"mechanisms": …}`` (with ``roots`` where they are hidden).

        *infix*: mechanisms may be written as people write them, too; never where answers are scored.
        """
        problem = self.problem
        roots = problem.disclosure.roots
        named = roots if roots is not None else _complete_roots(problem, value)
        try:
            texts = _schema(value)
            if roots is None:
                roots = _roots(problem, _named_roots(value))
            turns = self._turns_of(roots)
            if texts.keys() != turns.admissible.keys():
                _keys(problem, roots, texts)
            mechanisms = _parse(problem, texts, turns.read, infix)
            _legal(problem, texts, mechanisms, turns.admissible)
            order = _acyclic(mechanisms, turns)
        except _Refused as refused:
            return Judged(refused.stage, refused.reason, roots=named)
        budget = dependence_meter()
        functions = {name: m.function(budget) for name, m in mechanisms.items()}
        if turns.named != turns.read:
            functions = {name: functions[name] for name in turns.named}
        scm = in_order(turns.roots, functions)
        hidden = problem.setting is Setting.HIDDEN_ROOTS
        return Judged(Stage.VALID, None, scm, roots, mechanisms, order, hidden)

    def _turns_of(self, roots: tuple[str, ...]) -> Turns:
        turns = self._turns.get(roots)
        if turns is None:
            if len(self._turns) >= FUNNEL_ROOT_SETS:
                self._turns.clear()
            turns = self._turns[roots] = Turns.of(self.problem, roots)
        return turns


def judge(problem: BooleanProblem, value: object, *, infix: bool = False) -> Judged:
    """Take one object through the funnel."""
    return Funnel(problem).judge(value, infix=infix)


def judge_answer(problem: BooleanProblem, answer: Answer) -> Judged:
    """The same for an answer that is parsed already."""
    disclosed = problem.disclosure.roots
    if None not in (disclosed, answer.roots) and set(disclosed or ()) != set(answer.roots or ()):
        named = ", ".join(natural(answer.roots or ()))
        return Judged(Stage.KEYS, f"the roots {named} contradict the disclosed ones")
    return judge(problem, written(answer))


def written(answer: Answer) -> dict[str, object]:
    """A typed answer in the published shape."""
    value: dict[str, object] = {
        "mechanisms": {v: to_sexpr(e) for v, e in answer.mechanisms.items()}
    }
    return value if answer.roots is None else {**value, "roots": list(answer.roots)}


def _schema(value: object) -> dict[str, str]:
    """The mechanism map as texts."""
    if not isinstance(value, Mapping):
        raise _Refused(Stage.SCHEMA, f"an object with mechanisms was expected, not {_kind(value)}")
    if "mechanisms" not in value:
        raise _Refused(Stage.SCHEMA, "the object has no mechanisms")
    mechanisms = value["mechanisms"]
    if not isinstance(mechanisms, Mapping):
        raise _Refused(Stage.SCHEMA, f"mechanisms must be an object, not {_kind(mechanisms)}")
    for name, text in mechanisms.items():
        if not isinstance(name, str):
            raise _Refused(Stage.SCHEMA, f"mechanisms must have names as keys, not {_kind(name)}")
        if not isinstance(text, str):
            raise _Refused(
                Stage.SCHEMA,
                f"the mechanism of {_name(name)} must be a string, not {_kind(text)}; "
                'for example: "(xor X1 (not X2))"',
            )
    return dict(mechanisms)


def _named_roots(value: object) -> list[str]:
    assert isinstance(value, Mapping)
    if "roots" not in value:
        raise _Refused(Stage.SCHEMA, "the object has no roots")
    roots = value["roots"]
    if not isinstance(roots, list | tuple):
        raise _Refused(Stage.SCHEMA, f"roots must be a list of names, not {_kind(roots)}")
    for root in roots:
        if not isinstance(root, str):
            raise _Refused(Stage.SCHEMA, f"roots must be a list of names, not of {_kind(root)}")
    return list(roots)


def _roots(problem: BooleanProblem, named: list[str]) -> tuple[str, ...]:
    """The named roots, known and distinct and as many as disclosed."""
    seen: set[str] = set()
    for root in named:
        if root not in problem.variables:
            raise _Refused(Stage.KEYS, f"the root {_name(root)} is no variable of the problem")
        if root in seen:
            raise _Refused(Stage.KEYS, f"the root {root} is named twice")
        seen.add(root)
    count = problem.disclosure.size_of_root_set
    if len(named) != count:
        raise _Refused(Stage.KEYS, f"{len(named)} roots are named, but there are {count}")
    return natural(named)


def _keys(problem: BooleanProblem, roots: Iterable[str], texts: Mapping[str, object]) -> None:
    needed = problem.disclosure.endogenous(tuple(roots))
    missing = [v for v in needed if v not in texts]
    if missing:
        raise _Refused(Stage.KEYS, f"a mechanism is missing for {_joined_names(missing)}")
    if len(texts) == len(needed):
        return
    extra = next(name for name in texts if name not in needed)
    if extra in problem.variables:
        raise _Refused(Stage.KEYS, f"{extra} is a root, so it takes no mechanism")
    remedy = did_you_mean(extra, needed)
    hint = f"; {remedy}" if remedy else ""
    raise _Refused(Stage.KEYS, f"a mechanism for {_name(extra)}, which is no variable{hint}")


def _complete_roots(problem: BooleanProblem, value: object) -> tuple[str, ...] | None:
    """The roots that an answer names, if it has a mechanism of any kind for exactly the others."""
    if not isinstance(value, Mapping) or not isinstance(value.get("mechanisms"), Mapping):
        return None
    try:
        roots = _roots(problem, _named_roots(value))
        _keys(problem, roots, value["mechanisms"])
    except _Refused:
        return None
    return roots


def _parse(
    problem: BooleanProblem, texts: Mapping[str, str], order: Iterable[str], infix: bool
) -> dict[str, Mechanism]:
    mechanisms: dict[str, Mechanism] = {}
    for name in order:
        found = read(texts[name], problem.operators, problem.constants, infix)
        if isinstance(found, str):
            raise _Refused(Stage.PARSE, f"{name}: {found}")
        mechanisms[name] = found
    return mechanisms


def _legal(
    problem: BooleanProblem,
    texts: Mapping[str, str],
    mechanisms: Mapping[str, Mechanism],
    admissible: Mapping[str, frozenset[str]],
) -> None:
    for name, mechanism in mechanisms.items():
        if mechanism.variables <= admissible[name]:
            continue
        try:
            parse(
                texts[name],
                operators=problem.operators,
                constants=problem.constants,
                allowed=problem.disclosure.admissible(name),
                known=problem.variables,
            )
        except MechanismError as mistake:
            raise _Refused(Stage.LEGAL, f"{name}: {mistake}") from None


def _acyclic(mechanisms: Mapping[str, Mechanism], turns: Turns) -> tuple[str, ...]:
    mentioned = {name: mechanism.variables for name, mechanism in mechanisms.items()}
    order = turns.computed(mentioned)
    if order is None:
        cycle = find_cycle(mentioned)
        path = " -> ".join((*cycle, cycle[0]))
        raise _Refused(Stage.ACYCLIC, f"the mechanisms form a cycle: {path}")
    return order


def _kind(value: object) -> str:
    """What a JSON value is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list | tuple) else "an object"


def _name(name: object) -> str:
    return shorten(name)


def _joined_names(names: list[str], limit: int = 5) -> str:
    shown = ", ".join(names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"

"""Bounds of Boolean audits, spaces and scores: what is listed, compared and remembered."""

from __future__ import annotations

from collections import OrderedDict
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import symcause
from symcause.answers import Unknown, Unsat
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.audits.disambiguation import (
    evidence_levels,
    noise_search,
    pool_limits,
)
from symcause.families.boolean.audits.disambiguation.mechanism_refutation import (
    _surviving_functions,
)
from symcause.families.boolean.audits.evidence import made_problems
from symcause.families.boolean.audits.evidence.row_conflicts import row_conflicts
from symcause.families.boolean.audits.verdict import verdict_summary
from symcause.families.boolean.audits.verdict.ambiguity_profile import _is_long
from symcause.families.boolean.audits.verdict.hole_sections import HoledSections
from symcause.families.boolean.documents.fresh_lines import FreshLines
from symcause.families.boolean.models.functions import AsWritten
from symcause.families.boolean.questions.count import Count
from symcause.families.boolean.release.bundle.csv_files import Bundle
from symcause.families.boolean.release.bundle.repairs import smallest
from symcause.families.boolean.scoring.check import checker, mechanism_cache
from symcause.families.boolean.scoring.check.mechanism_cache import Mechanism
from symcause.families.boolean.scoring.check.repeated_answers import Repeated
from symcause.families.boolean.space.holes.viable_parents import viable_parents
from symcause.families.boolean.space.joint import member_separation
from symcause.families.boolean.space.joint.joint_search import JointSearch
from symcause.families.boolean.space.joint.row_bits import Observed
from symcause.families.boolean.space.mechanisms import rule_filter
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.class_tables import ClassTables
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.order.function_sizes import SizedFunctions
from symcause.families.boolean.space.order.size_sampler import _tables
from symcause.models.expressions import Variable
from tests.bounds.samples import problems
from tests.bounds.stops import refused, stops


def _rows(size: int) -> Any:
    return symcause.boolean.problem([{"X1": at % 2, "X2": 1} for at in range(size)], roots=["X1"])


# audits
@stops("boolean.CONFLICT_CELLS", 4, within=2, beyond=3)
def _(size: int) -> object:
    """Two variables."""
    return row_conflicts(_rows(size)) is None


@stops("boolean.CONVERTED_VARIABLES", 3)
def _(size: int) -> object:
    """Of more variables nobody looks whether some model explains them."""
    kind: Any = SimpleNamespace(errors=0)
    problem: Any = SimpleNamespace(
        default_class=lambda: kind, gold=None, variables=[f"X{at}" for at in range(size)]
    )
    with patch.multiple(
        made_problems,
        row_conflicts=lambda *_: (),
        explained=lambda *_: False,
        other_roots=lambda *_: [("X1",)],
    ):
        return not made_problems._remarks(problem)


@stops("boolean.PROFILE_CLAUSES", 12, within=2, beyond=3)
def _(size: int) -> object:
    """Six clauses for each row."""
    world = SimpleNamespace(rows=["0"] * size)
    problem = SimpleNamespace(variables=("X1",), holed=True, training=[world])
    evidence: Any = SimpleNamespace(problem=problem, candidates=lambda _: (0,))
    hypotheses: Any = SimpleNamespace(max_parents=None)
    return _is_long(evidence, hypotheses)


@stops("boolean.RAISED_ERRORS", 2)
def _(size: int) -> object:
    """The first model disturbs so many cells."""
    sections: Any = SimpleNamespace(
        hypotheses=SimpleNamespace(errors=0),
        searched=SimpleNamespace(cells=9),
        _with=lambda errors: SimpleNamespace(pick=lambda: object() if errors == size else None),
    )
    least: Any = HoledSections.__dict__["_least"]
    return refused(lambda: least.func(sections), "no model with up to 2 disturbed cells")


@stops("boolean.SEPARATED_ALTERNATIVES", 2)
def _(size: int) -> object:
    found = [SimpleNamespace(model=None, separation=None)] * size
    given: Any = None
    with patch.object(verdict_summary, "alternatives", lambda *_: iter(found)):
        return len([*verdict_summary._rivals(given, given)]) < size


# disambiguation
@stops("boolean.SHOWN_PATTERNS", 2)
def _(size: int) -> object:
    """The others are counted."""
    gold = SimpleNamespace(functions={})
    found: Any = SimpleNamespace(
        count_after=2,
        problem=SimpleNamespace(gold_scm=gold, variables=("X1",)),
        whole=SimpleNamespace(mechanism_count=lambda _: 2),
    )
    with patch.multiple(
        pool_limits,
        _unseen=lambda *_: {"X1": [(("X2",), list(range(size)))]},
        _reached=lambda _, __, shown, ___: tuple(shown),
        _reason=lambda *_: "open",
    ):
        (part,) = pool_limits.remaining(found, 1)
    assert len(part.patterns) + part.more_patterns == size
    return part.more_patterns > 0


@stops("boolean.REACH_ROWS", 10, within=3, beyond=4)
def _(size: int) -> object:
    """Two rows of one root, and four for each other variable that is set."""
    gold: Any = problems()["plain"].gold_scm
    names = ["X1", "X2", "X3", "X4"][:size]
    return pool_limits._everything(gold, names, "X3", 1, frozenset()) is None


@stops("boolean.SURVIVING_FUNCTIONS", 2)
def _(size: int) -> object:
    rows = SimpleNamespace(variables=("X1",))
    space: Any = SimpleNamespace(rows=rows, variable="X1", functions=lambda _: range(size))
    pool: Any = SimpleNamespace(refuters=lambda *_: 0)
    return len(_surviving_functions(space, 0, pool)) < size


@stops("boolean.NOISE_DEMANDS", 2)
def _(size: int) -> object:
    search: Any = SimpleNamespace(
        _space=lambda _: None,
        pool=(),
        _counts=(5, 1),
        gold=None,
        _errors=0,
        _demand=lambda _: SimpleNamespace(short=lambda _: True),
    )
    with patch.object(noise_search, "within", lambda *_: iter(range(size))):
        return len(noise_search.Search._left_over(search, 0)) < size


@stops("boolean.NOISE_MODELS", 2)
def _(size: int) -> object:
    search: Any = SimpleNamespace(_errors=0, whole=SimpleNamespace(disturbed=lambda _: 0))
    space: Any = SimpleNamespace(members=lambda _: range(size), scored=9)
    return refused(
        lambda: [*noise_search.Search._refuted_members(search, space)], "leave several models"
    )


@stops("boolean.LEVEL_ROUNDS", 2)
def _(size: int) -> object:
    """Every round finds an alternative, up to the last one."""
    given: Any = SimpleNamespace(worlds=[0])
    rounds = [[0]] * size + [[]]
    added = count()
    with patch.multiple(
        evidence_levels,
        discovered=lambda *_: rounds.pop(0),
        _refuters=lambda *_: 1,
        _with=lambda *_: next(added),
    ):
        evidence_levels._separated(given, given, given, given, 0)
    return next(added) < size


# spaces
@stops("boolean.READ_WORDS", 6, within=1, beyond=2)
def _(size: int) -> object:
    """One candidate has a set without it, and one with it that has two patterns."""
    pool = ("X1", "X3")[:size]
    return viable_parents(problems()["plain"], {"X2": pool}, 1, 0) is None


@stops("boolean.JOINT_TARGETS", 2)
def _(size: int) -> object:
    search: Any = SimpleNamespace(_first=lambda _: None, _pairs=lambda *_: ())
    return refused(lambda: JointSearch.separated(search, targets=size), "1 to 2 targets")


@stops("boolean.SEPARATED_MEMBERS", 2)
def _(size: int) -> object:
    given: Any = None
    counted: Any = SimpleNamespace(count=size, members=list)
    with patch.object(member_separation, "searchable", lambda _: False):
        found = member_separation.separated(given, given, given, counted)
    assert isinstance(found, Unknown | Unsat)
    return isinstance(found, Unknown)


@stops("boolean.CONFLICT_ROWS", 2)
def _(size: int) -> object:
    """The last of these rows differs least."""
    observed: Any = SimpleNamespace(states=[0, *[0b111] * (size - 1), 1])
    return Observed._difference(observed, 1, ((1 << size) - 1) << 1).bit_count() > 1


def _local(size: int, listing: Any = None) -> Any:
    group = (1 << size) - 1
    return SimpleNamespace(
        variable="X9",
        weights={group: 3},
        parents=lambda _: tuple(f"X{at}" for at in range(size)),
        fixed=lambda _: (0, 0),
        listing=listing,
        functions=lambda _: (),
    )


@stops("boolean.RULED_PATTERNS", 4, within=2, beyond=3)
def _(size: int) -> object:
    """Parents whose patterns no row shows: two to their power."""
    rule: Any = SimpleNamespace(takes_parents=lambda *_: True, tables=True, label="a rule")
    with patch.object(rule_filter, "replace", lambda *_, **__: None):
        return refused(
            lambda: rule_filter.admitted(_local(size), rule, Meter(99)), "too many mechanisms"
        )


@stops("boolean.MAX_ASKED", 3)
def _(size: int) -> object:
    """Tables that a rule is asked about, by their number in each parent set."""
    rule: Any = SimpleNamespace(takes_parents=lambda *_: True, tables=True, label="a rule")
    space = _local(1, listing=())
    space.weights = {1: size}
    tables = Evidence(problems()["plain"]).asked
    with patch.object(rule_filter, "replace", lambda *_, **__: None):
        return refused(lambda: rule_filter.admitted(space, rule, tables), "too many mechanisms")


@stops("boolean.CLASS_PARENTS", 2)
def _(size: int) -> object:
    tables = ClassTables(("X1",), None, None)
    return refused(lambda: tables._writable(size), "too many mechanisms")


@stops("boolean.LOCAL_TABLES", 2)
def _(size: int) -> object:
    rows: Any = SimpleNamespace(
        projections=None, _fixed={}, table=lambda _: (0, 0), natural_rank=list(range(9))
    )
    for at in range(size):
        LocalRows.fixed(rows, 1 << at)
    return len(rows._fixed) < size


@stops("boolean.SAMPLED_PATTERNS", 4, within=2, beyond=3)
def _(size: int) -> object:
    """With more free patterns completions are drawn until one uses every parent."""
    listed: list[object] = []

    def listed_once(*_: object) -> list[int]:
        listed.append(0)
        return [0b0110]

    names = tuple(f"X{at}" for at in range(size))
    space: Any = SimpleNamespace(
        _drawn_from={},
        _walked=None,
        complete=True,
        parents=lambda _: names,
        fixed=lambda _: (0, 0),
        _listed_once=listed_once,
    )
    function = LocalSpace.draw(space, (1 << size) - 1, Random(1))
    assert function.parents == names
    return not listed


@stops("boolean.SIZED_NODES", 3)
def _(size: int) -> object:
    """What is known up to a larger size is known whatever the size."""
    functions: Any = SimpleNamespace(
        groups=[1],
        book=SimpleNamespace(reach=lambda _: size),
        space=SimpleNamespace(listing=None),
    )
    horizon: Any = SizedFunctions.__dict__["horizon"]
    return (horizon.fget or horizon.func)(functions) is None


@stops("boolean.SAMPLED_NODES", 3)
def _(size: int) -> object:
    """Only functions of so many nodes are drawn, the smaller ones more often."""
    space = _local(1)
    space.complete = True
    book: Any = SimpleNamespace(
        reach=lambda _: 9,
        fitting_by_size=lambda _, most, *__: [(at, at) for at in range(1, most + 1)],
    )
    ((options),) = _tables(space, book).values()
    return size not in [table for table, _ in options]


# scores
@stops("boolean.LIGHT_VARIABLES", 2)
def _(size: int) -> object:
    problem: Any = SimpleNamespace(variables=[0] * size, worlds=[0], informed=False)
    return not Count().light(problem)


@stops("boolean.LIGHT_WORLDS", 2)
def _(size: int) -> object:
    problem: Any = SimpleNamespace(variables=[0], worlds=[0] * size, informed=False)
    return not Count().light(problem)


@stops("boolean.KEPT_SCORERS", 2)
def _(size: int) -> object:
    kept: Any = OrderedDict()
    made = [_rows(2) for _ in range(size)]
    with patch.object(checker, "_SCORERS", kept):
        for problem in made:
            assert checker.scorer_of(problem) is checker.scorer_of(problem)
    return len(kept) < size


@stops("boolean.KEPT_RESULTS", 2)
def _(size: int) -> object:
    """The oldest goes; an answer is kept from the second time on."""
    repeated: Any = SimpleNamespace(_results={}, _noted=set())
    result: Any = object()
    for at in range(size):
        key: Any = ("key", at)
        for _ in range(2):
            assert Repeated._noted_result(repeated, key, result) is result
    return ("key", 0) not in repeated._results


@stops("boolean.KEPT_LINES", 2)
def _(size: int) -> object:
    fresh: Any = SimpleNamespace(_documents={})
    lines: list[dict[str, object]] = [{"at": at} for at in range(size)]
    for line in lines:
        document: Any = None
        assert FreshLines._noted(fresh, line, document) is line
    return len(fresh._documents) < size


@stops("boolean.COMPILED_ROWS", 4, within=2, beyond=3)
def _(size: int) -> object:
    """One node times the patterns of so many variables; beyond it there is no work for it here."""
    mechanism: Any = SimpleNamespace(
        known=None, size=1, variables=[0] * size, _compiled=None, expression=Variable("X")
    )

    def refuse(*_: object) -> None:
        raise LimitError("no work")

    with patch.object(mechanism_cache, "compile_expression", refuse):
        return isinstance(Mechanism.function(mechanism, Meter(0)), AsWritten)


@stops("boolean.BUNDLE_MEMORY", 20)
def _(size: int) -> object:
    """A larger table waits on the disk."""
    bundle: Any = SimpleNamespace(_heads={}, _waiting={})
    Bundle._append(bundle, "table", {"a": "x" * (size - 10)})
    with bundle._waiting["table"] as waiting:
        return waiting._rolled


@stops("boolean.REPAIR_NODES", 2)
def _(size: int) -> object:
    """Not A has two nodes, A and B three."""
    leaves = {0b1010: Variable("A"), 0b1100: Variable("B")}
    wanted = 0b0101 if size == 2 else 0b1000
    return smallest(wanted, leaves, 0b1111, ("not", "and"), constants=False) is None

"""The toy family of two to four values: all answers against plain listing, hidden roots included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from random import Random

import pytest

from symcause.answers import Unknown
from symcause.mechanisms.next.experiment_ranks import ranked
from symcause.mechanisms.next.outcome_draws import Ranked
from symcause.mechanisms.next.outcome_paths import InOrder
from symcause.mechanisms.order.nearest_members import nearest
from symcause.mechanisms.order.size_order import members_by_size
from symcause.mechanisms.tables.table_cells import TableExperiment
from symcause.mechanisms.tables.table_distance import TableDistances, table_distance
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_sizes import TableSizes
from symcause.mechanisms.tables.table_worlds import TableWorldChoice
from symcause.models.bit_sets import bits, mask_of
from tests.amounts import amount
from tests.mechanisms.table_listing import agrees, members
from tests.mechanisms.toy_tables import Toy, ToySpace, toy, world

Case = tuple[Toy, TableModel, Random, list[TableModel]]
MOST = 2_000  # members that are listed

pytestmark = pytest.mark.parametrize("hidden", [False, True])


def cases(every_time: int, exhaustively: int, hidden: bool) -> Iterator[Case]:
    """Problems with few members, and these; half of the number with hidden roots."""
    for seed in range(amount(every_time, exhaustively) // 2):
        case, gold, rng = toy(seed, hidden)
        if case.space().count <= MOST:
            yield case, gold, rng, members(case)


def test_members_are_those_of_a_list(hidden: bool) -> None:
    for case, gold, rng, listed in cases(20, 500, hidden):
        space = case.space()
        assert space.count == len(listed) == len(set(listed))
        assert gold in space and gold in listed
        found = list(space.members())
        assert len(found) == len(listed) and set(found) == set(listed)
        assert all(member in space for member in found)
        at = rng.randrange(len(found))
        assert list(space.members(after=found[at])) == found[at + 1 :]
        assert space.draw(rng) in space
        for (parent, child), status in space.edges().items():
            held = sum(child in m.functions and parent in m.functions[child].parents for m in found)
            assert status == {0: "never", len(found): "always"}.get(held, "open")
        for v in case.evidence.variables:
            functions = {m.functions[v] for m in listed if v in m.functions}
            assert set(space.mechanisms(v)) == functions
            assert space.mechanism_count(v) == len(functions)
        kinds = [{m.functions.get(v) for m in listed} for v in case.evidence.variables]
        several = [v for v, k in zip(case.evidence.variables, kinds, strict=True) if len(k) > 1]
        assert list(space.open_variables()) == several


@pytest.mark.parametrize("entries", [False, True])
def test_nearest_members_come_first(hidden: bool, entries: bool) -> None:
    for case, gold, rng, listed in cases(16, 500, hidden):
        reference = rng.choice([gold, rng.choice(listed)])
        found = list(nearest(case.space(), reference, TableDistances(entries)))
        far = {m: _far(m, reference, entries) for m in listed if m != reference}
        assert {a.model: (len(a.changed), a.distance) for a in found} == far
        assert len(found) == len(far)
        ranks = [(len(a.changed), a.distance) for a in found]
        assert ranks == sorted(ranks)
        assert all(a.changed == a.model.changed(reference) for a in found)


def _far(model: TableModel, other: TableModel, entries: bool) -> tuple[int, Fraction]:
    changed, distance = model.changed(other), Fraction(0)
    for v in changed:
        one, two = model.functions.get(v), other.functions.get(v)
        if one is not None and two is not None:
            joint = {*zip(one.parents, one.sizes, strict=True)}
            joint |= {*zip(two.parents, two.sizes, strict=True)}
            patterns = 1
            for _, size in joint:
                patterns *= size
            distance += table_distance(one, two) * (patterns if entries else 1)
        elif entries:
            distance += sum(len(f.outputs) for f in (one, two) if f is not None)
    return len(changed), distance


def test_smallest_members_come_first(hidden: bool) -> None:
    for case, _, _, listed in cases(24, 500, hidden):
        sizes = {
            m: sum(
                1 + sum(f.outputs) if case.listed else 1 + len(f.parents)
                for f in m.functions.values()
            )
            for m in listed
        }
        found = list(members_by_size(case.space(), TableSizes()))
        assert {one.model: one.total for one in found} == sizes and len(found) == len(sizes)
        assert [one.total for one in found] == sorted(sizes.values())


def test_every_member_is_drawn_as_often(hidden: bool) -> None:
    for case, _, rng, listed in islice(cases(60, 300, hidden), amount(10, 100)):
        space, each = case.space(), 150
        if len(listed) <= 12:
            drawn = Counter(space.draw(rng) for _ in range(each * len(listed)))
            assert set(drawn) == set(listed)
            assert all(abs(number - each) < 6 * each**0.5 for number in drawn.values())


@pytest.mark.parametrize("listing", [400_000, 0])
def test_next_experiments_leave_what_a_list_says(
    hidden: bool, listing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symcause.mechanisms.next.experiment_ranks.LISTED_OUTCOMES", listing)
    walked = 0
    for case, _, _, listed in cases(16, 500, hidden):
        if len(listed) <= amount(100, 400):
            walked += len(listed) > 1 and InOrder.of(case.cells(), 0) is not None
            assert all(one.exact for one in compared(case, listed)) or not listing
    assert hidden or walked


def compared(case: Toy, listed: list[TableModel]) -> tuple[Ranked[TableExperiment], ...]:
    """What is said of all experiments, after it was compared with a list."""
    cells = case.cells()
    *_, last = ranked(cells, case.experiments())
    assert last.count == len(listed)
    assert bool(last.ranked) == (len(listed) > 1)
    for one in last.ranked:
        showing: dict[tuple[int, ...], list[TableModel]] = {}
        for member in listed:
            showing.setdefault(case.outcome(member, one.experiment), []).append(member)
        left = []
        for outcome, some in showing.items():
            seen = case.world(some[0], one.experiment)
            left.append(sum(agrees(case, member, seen) for member in listed))
            assert cells.count(one.experiment, outcome) == (len(some), left[-1])
        numbers = [len(some) for some in showing.values()]
        assert one.low <= max(left) <= one.high and one.least >= min(left)
        if one.expected is not None:
            weighted = sum(n * after for n, after in zip(numbers, left, strict=True))
            assert one.expected == Fraction(weighted, len(listed))
            assert (one.low, one.least, one.outcomes) == (max(left), min(left), len(left))
    return last.ranked


@pytest.mark.parametrize("listing", [10_000, 0])
def test_what_members_would_show_is_what_a_list_shows(
    hidden: bool, listing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symcause.mechanisms.next.drawn_outcomes.LISTED_MEMBERS", listing)
    for case, _, rng, listed in cases(16, 500, hidden):
        space = ToySpace(case)
        assert space.count() == len(listed)
        experiments = list(space.experiments())
        for experiment in rng.sample(experiments, 3):
            expected = Counter(str(space.outcome(member, experiment)) for member in listed)
            found = space.what_if(experiment)
            assert not isinstance(found, Unknown)
            shown = {str(one.shown): one.members for one in found}
            assert shown.items() <= expected.items()
            assert found.rest == len(listed) - sum(shown.values())
            assert not listing or not found.rest
            learnt = ToySpace(space.learnt(experiment, found[0].shown))
            world = space.seen(experiment, found[0].shown)
            assert learnt.count() == sum(agrees(case, member, world) for member in listed)


def test_the_fewest_further_worlds_leave_what_all_leave(hidden: bool) -> None:
    for case, gold, rng, listed in cases(24, 500, hidden):
        assert fewest_as_listed(case, gold, rng, listed)


def fewest_as_listed(case: Toy, gold: TableModel, rng: Random, listed: list[TableModel]) -> bool:
    """Is the choice from some worlds of gold's sufficient, and proven the least?"""
    sizes = [rng.randint(0, 2) for _ in range(6)]
    targets = [tuple(rng.sample(case.evidence.variables, size)) for size in sizes]
    worlds = [world(rng, gold, case.size, some, rng.randint(1, 2)) for some in targets]
    refuters = [
        mask_of(i for i, w in enumerate(worlds) if not agrees(case, member, w)) for member in listed
    ]

    def left(chosen: int) -> int:
        return sum(not chosen & against for against in refuters)

    every = (1 << len(worlds)) - 1
    demands = list(TableWorldChoice(case.space(), gold, worlds).flips())
    for demand in demands:  # some member is refuted by these worlds, and by no others
        assert any(against and not against & ~demand for against in refuters)
    best = case.disambiguated(gold, worlds)
    told = case.space().after([worlds[i] for i in bits(best.chosen)])
    assert left(best.chosen) == left(every) == told.count
    fewest = next(
        k
        for k in range(len(worlds) + 1)
        if any(left(mask_of(some)) == left(every) for some in combinations(range(6), k))
    )
    return best.chosen.bit_count() == fewest == best.lower_bound


def test_required_parents_are_heeded_by_further_questions(
    hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symcause.mechanisms.next.experiment_ranks.LISTED_OUTCOMES", 0)
    for seed in range(amount(30, 300)):
        case, gold, rng = toy(seed, hidden)
        edges = [(p, v) for v, f in gold.functions.items() for p in f.parents]
        shown = TableEvidence(
            case.evidence.variables,
            case.evidence.sizes,
            (TableWorld(case.evidence.worlds[0].rows[: rng.randint(2, 5)]),),
        )
        case = replace(case, evidence=shown, required=(*edges[:1],), least=0)
        if not case.listed and edges and 1 < case.space().count <= 60:
            listed = members(case)
            assert compared(case, listed)
            assert all(fewest_as_listed(case, gold, rng, listed) for _ in range(4))

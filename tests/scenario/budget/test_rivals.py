"""Rivals of scenarios: published intervals, worked numbers, views that cannot be told, recipes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from symcause.errors import UsageError
from symcause.families.scenario.budget.budget_findings import budget_part
from symcause.families.scenario.budget.rival_set import Rivals, rivals
from symcause.families.scenario.budget.view_laws import VIEWS, Laws
from symcause.families.scenario.documents.budget_document import BudgetPart, Ends
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.rival_recipes import rival_document
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.verifier.budget.rival_tables import Tables
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.kernel.work import Work
from tests.scenario.budget.cases import against, demo, published, scenario
from tests.scenario.cases import data

NEAR = 0.002


def held(found: Ends | None, ends: list[float]) -> bool:
    """Does an interval overlap a published one and hold its middle up to a little?"""
    assert found is not None and found.high is not None
    low, high = (float(Fraction(end)) for end in (found.low, found.high))
    middle = sum(ends) / 2
    return low <= ends[1] and ends[0] <= high and low - NEAR <= middle <= high + NEAR


def agrees(problems: tuple[ScenarioProblem, ...], told: dict[str, Any], n: int) -> None:
    part = budget_part(rivals(problems, units=n), "0.95")
    for name, own in told["views"].items():
        view = part.views[name]
        assert view.name is not None and view.history is not None
        assert held(view.name.adaptive, own["name"][str(n)])
        assert abs(float(Fraction(view.name.power.low)) - own["single"][str(n)]) < 5e-5
        assert len(view.maximal) == own["maximal"]
        assert view.history.informs == own["history_informs"]
        if str(n) in own.get("exact", {}):
            assert view.name.adaptive.low == view.name.adaptive.high == own["exact"][str(n)]
        if n == 200:
            _least(view.name.least, own["least"])
    if n == 200:
        assert part.verdict == told["verdict"]
        assert part.selection is not None and part.selection.nested == told["nested"]


def _least(found: tuple[int, int | None] | None, told: list[int] | None) -> None:
    assert (found is None) == (told is None)
    if found is not None and told is not None and found[1] is not None:
        assert found[0] <= told[1] and told[0] <= found[1]


@pytest.mark.parametrize("n", [1, 2, 20, 200])
@pytest.mark.parametrize("place", [0, 1])
def test_published_twins(place: int, n: int) -> None:
    told = published("budget_twins.json")[place]
    pair = tuple(scenario(data(f"generated/{name}")) for name in told["pair"])
    if n > 2:
        agrees(pair, told, n)
        return
    part = budget_part(rivals(pair, units=n), "0.95")
    for name, own in told["views"].items():
        view = part.views[name].name
        if str(n) in own.get("exact", {}):
            assert view is not None
            assert view.adaptive.low == view.adaptive.high == own["exact"][str(n)]


@pytest.mark.parametrize("place", [0, 1])
def test_published_pairs_of_the_generator(place: int) -> None:
    told = published("budget_generated.json")[place]
    folder = data("generated/demo-altitude.scenario.json").parents[2] / "budget"
    pair = tuple(scenario(folder / name) for name in told["pair"])
    for n in (50, 200):
        agrees(pair, told, n)


@pytest.mark.parametrize("place", range(9))
def test_published_rivals(place: int) -> None:
    """The recipe makes the published rival; where a loss is none, design and zone are named."""
    told = published("budget_rivals.jsonl")[place]
    first = read_scenario(told["rivals"][0])
    if "refused" in told:
        design = ", ".join(f"{k} {v}" for k, v in told["refused"]["design"].items())
        with pytest.raises(UsageError, match=f"{design}, zone {told['refused']['zone']}"):
            rival_document(first, told["recipe"])
        return
    made = read_scenario(rival_document(first, told["recipe"]))
    assert made == read_scenario(told["rivals"][1])
    agrees((first, made), told, 20)
    agrees((first, made), told, 200)


def part_of(name: str, other: str, **options: Any) -> BudgetPart:
    return budget_part(rivals(against(name, other), **options), "0.95")


def test_worked_numbers_of_the_survivors() -> None:
    part = part_of("demo-survivors", "twin")
    shown = part.views["shown"]
    assert shown.name is not None and shown.win is not None and shown.single is not None
    assert shown.single.design == {"armour": 3} and shown.name.least == (103, 104)
    assert shown.first is not None and shown.first.design == {"armour": 3}
    assert held(shown.name.minimax, [0.988987, 0.988999])
    assert held(shown.win.start, [0.500334, 0.500335]) and held(part.perfect, [0.99994, 0.999941])
    assert held(shown.win.adaptive, [0.988961, 0.988971])
    assert abs(float(Fraction(shown.win.power.low)) - 0.988827) < 2e-6
    assert part.headline == "200 units are enough: 103 to 104 would do"  # not nested: no more
    assert part.selection is not None and part.selection.share is None
    assert held(part.selection.start, [0.3117, 0.3118])
    for n, single in ((103, 0.949624), (104, 0.950483)):
        own = part_of("demo-survivors", "twin", units=n).views["shown"].single
        assert own is not None and abs(float(Fraction(own.low)) - single) < 2e-6


def test_worked_numbers_of_the_altitude() -> None:
    """All units survive or are lost by the outcome that is told: the three views are one."""
    part = part_of("demo-altitude", "twin")
    assert held(part.perfect, [0.99999, 0.999991])
    for shown in part.views.values():
        assert shown.name is not None and shown.win is not None
        assert shown.name.least == (57, 57)
        assert held(shown.name.adaptive, [0.998959, 0.998962])
        assert abs(float(Fraction(shown.name.power.low)) - 0.998959) < 2e-6
        assert held(shown.name.minimax, [0.998943, 0.998955])
        assert held(shown.win.start, [0.50008, 0.500081])
        assert held(shown.win.adaptive, [0.998948, 0.998952])
        assert abs(float(Fraction(shown.win.power.low)) - 0.998948) < 2e-6
    assert part.headline == "200 units are enough: 57 would do"  # and seeing the lost saves none


def test_worked_numbers_of_seeing_the_lost() -> None:
    part = part_of("demo-assigned", "no-hidden-cause")
    assert part.selection is not None and part.selection.nested
    assert part.selection.units == (94, 94) and held(part.selection.share, [0.9683, 0.9685])
    assert part.headline == "200 units are enough: 128 would do; seeing the lost would save 94"
    counts = part.views["counts"].name
    assert counts is not None and held(counts.power, [0.876286, 0.876288])


def test_several_rivals_of_one_scenario() -> None:
    first, second = against("demo-survivors", "twin")
    third = against("demo-survivors", "reversed")[1]
    part = budget_part(rivals((first, second, third), units=20), "0.95")
    shown = part.views["shown"].name
    assert shown is not None and shown.minimax is None and shown.power.high is not None
    assert Fraction(1, 3) < Fraction(shown.power.low) < Fraction(shown.power.high) <= 1
    assert any("weak" in note for note in part.notes)


def test_equal_rivals_are_told_so() -> None:
    first = demo("demo-survivors")
    part = budget_part(rivals((first, replace(first, id="again")), units=9), "0.95")
    assert part.verdict == "short" and any("the same" in note for note in part.notes)
    assert not any("weak" in note for note in part.notes)  # of two the bound is tight
    shown = part.views["shown"].name
    assert shown is not None and (shown.power.low, shown.power.high) == ("1/2", "1/2")
    sure = budget_part(rivals((first, first), "1/20,19/20", units=9), "0.95")
    assert sure.verdict == "prior"


@pytest.mark.parametrize(
    ("name", "other"),
    list(
        product(
            ("demo-altitude", "demo-survivors", "demo-assigned"), ("no-hidden-cause", "reversed")
        )
    ),
)
def test_laws_are_those_of_the_kernel(name: str, other: str) -> None:
    """Two listings of units, with no code in common: the same laws in every view."""
    pair = against(name, other)
    every = designs(pair[0], Space.DECLARED, 100)
    assert every is not None
    laws = Laws(pair, every)
    for view in VIEWS:
        told = laws.view(view)
        tables = Tables(Finite(pair[0], Work()), Finite(pair[1], Work()), view)
        for design, own in zip(told.designs, told.low, strict=True):
            assert _merged(own) == _merged(tables.table(design))
        assert told.records is not None
        for block, batch in zip(told.records.low, tables.history(), strict=True):
            assert block.records == batch.records and _merged(block.law) == _merged(batch.table)


def _merged(law: Any) -> dict[Fraction, list[Fraction]]:
    found: dict[Fraction, list[Fraction]] = {}
    for p, q in law:
        if p or q:
            own = found.setdefault(p / (p + q), [Fraction(0), Fraction(0)])
            own[0], own[1] = own[0] + p, own[1] + q
    return found


def shaped(name: str, **changes: Any) -> tuple[ScenarioProblem, ScenarioProblem]:
    """A pair with another history or another way to observe."""
    first, second = against(name, "reversed")
    for key, change in changes.items():
        first = replace(first, **{key: replace(getattr(first, key), **change)})
        second = replace(second, **{key: replace(getattr(second, key), **change)})
    return first, second


def told(pair: tuple[ScenarioProblem, ScenarioProblem], n: int = 6) -> BudgetPart:
    found: Rivals = rivals(pair, units=n)
    return budget_part(found, "0.95")


def test_views_that_cannot_be_told() -> None:
    part = told(shaped("demo-survivors", history={"cycle": True}))
    assert part.views["shown"].reason == "cycle without counts" and part.selection is None
    assert part.views["counts"].name is not None and part.verdict == "unknown"
    apart = told(shaped("demo-survivors", observe={"select": None, "records": ("sight",)}))
    shown = apart.views["shown"]
    assert not shown.linked and shown.status == "bounded" and shown.name is not None
    assert Fraction(shown.name.power.low) < Fraction(shown.name.power.high or "1")
    hidden = told(shaped("demo-survivors", observe={"counts": False}))
    assert hidden.selection is not None and not hidden.selection.nested
    assert hidden.views["shown"].name is not None
    none = told(tuple(replace(p, evaluate=None) for p in against("demo-survivors", "reversed")))  # type: ignore[arg-type]
    assert none.perfect is None and none.views["shown"].win is None


def test_cycles_are_blocks() -> None:
    part = told(shaped("demo-assigned", history={"cycle": True, "records": 7}), 3)
    shown = part.views["shown"].name
    assert shown is not None and Fraction(shown.start.low) > Fraction(1, 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prior": "1/2"}, "not a prior"),
        ({"prior": "1/2,2/3"}, "not a prior"),
        ({"prior": "-1/2,3/2"}, "not a prior"),
        ({"units": -1}, "so many units"),
        ({"units": 10_001}, "so many units"),
        ({"units": 501}, "deployments hold"),
        ({"level": "1/2"}, "not a level"),
        ({"level": "1"}, "not a level"),
        ({"level": "often"}, "not a level"),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        rivals(against("demo-survivors", "twin"), **options)


def test_rivals_have_much_in_common() -> None:
    first, second = against("demo-survivors", "twin")
    with pytest.raises(UsageError, match="no rival"):
        rivals((first,))
    with pytest.raises(UsageError, match="differ in design"):
        rivals((first, demo("demo-altitude")))
    with pytest.raises(UsageError, match="differ in budget"):
        rivals((first, replace(second, budget=None)))
    with pytest.raises(UsageError, match="no budget"):
        rivals((replace(first, budget=None), replace(second, budget=None)))
    with pytest.raises(UsageError, match="templates"):
        rival_document(replace(first, variables=first.variables[:-1]), "reversed")

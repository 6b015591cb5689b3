"""Many systems: tables look at each once, and small numbers are added up as they always were."""

from __future__ import annotations

import random
from itertools import combinations
from typing import ClassVar

import pytest

from symcause.errors import printable
from symcause.families.boolean.scoring.tables.alternative_tables import claims
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.setting_grids import grid, level_grids, pairs_of
from symcause.scoring.bootstrap import Bootstrap, Total


class Name(str):
    """The name of a system that counts how often it is held against another one."""

    compared: ClassVar[int] = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other)


def _groups(systems: int, *, alternative: bool = False) -> list[Answers]:
    found = []
    for setting, group in (("s", "one"), ("s", "two"), ("t", "three")):
        for number in range(systems):
            answers = Answers(group, Name(f"m{number}"), setting, alternative)
            answers.add({"answered": True, "train_exact": number % 2 == 0, "correct": True}, 0)
            found.append(answers)
    return found


def _work(systems: int) -> int:
    groups, others = _groups(systems), _groups(systems, alternative=True)
    Name.compared = 0
    assert len(list(pairs_of(groups))) == 3 * systems
    assert len(grid(groups).rows) == len(level_grids(groups)[0].rows) == systems
    assert len(claims(others, groups).rows) == 3 * systems
    return Name.compared


def test_work_grows_with_the_systems_not_with_their_pairs() -> None:
    assert _work(80) <= 2 * _work(40)


def test_pairs_come_in_the_order_of_the_groups() -> None:
    rng = random.Random(7)
    for _ in range(30):
        named = [(rng.choice("abc"), group) for group in range(rng.randrange(9))]
        groups = [Answers(str(group), model, "s", False) for model, group in named]
        rng.shuffle(groups)
        wanted = [(a, b) for a, b in combinations(groups, 2) if a.model == b.model]
        assert list(pairs_of(groups)) == wanted


@pytest.mark.parametrize("size", range(1, 6))
def test_few_problems_are_added_up_as_numpy_does(size: int) -> None:
    np = pytest.importorskip("numpy")
    rng = random.Random(size)
    for _ in range(200):
        first = {unit: Total(rng.random(), rng.randint(1, 3)) for unit in range(size)}
        second = {unit: Total(rng.random(), rng.randint(1, 3)) for unit in range(size)}
        found = Bootstrap().mean(first)
        gap = Bootstrap().difference(first, second)
        assert found is not None and gap is not None
        sums, counts = np.array([t.sum for t in first.values()]), [t.count for t in first.values()]
        assert found.value == float(sums.sum() / sum(counts)) and found.low is None
        means = [first[u].sum / first[u].count - second[u].sum / second[u].count for u in first]
        assert gap.value == float(np.array(means).mean()) and gap.problems == size


def test_long_texts_are_made_printable_at_once() -> None:
    odd = "a\x1b[31m\tb\n\u202e\ud800é\U0001f600\x00" * 3
    plain = "".join(c if c.isprintable() or c in "\n\t" else "?" for c in odd)
    assert printable(odd, "\n\t") == plain and printable("a\nb", "\n") == "a\nb"

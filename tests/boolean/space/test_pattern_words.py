"""Parent sets in words: against refining rows set by set, and against listing functions."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.mechanisms import parent_counts, pattern_words
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.families.boolean.space.mechanisms.parent_counts import (
    _refined,
    exact_parents,
    fitting_functions,
)
from symcause.families.boolean.space.mechanisms.pattern_words import PatternWords, shown_patterns
from symcause.families.boolean.space.mechanisms.writable_functions import Writable
from symcause.models.bit_sets import bits
from tests.boolean.brute import random_problem
from tests.boolean.space.test_projections import drawn_rows


def in_words(rows: LocalRows, candidates: list[int], bound: int) -> PatternWords:
    ordered = sorted(candidates, key=rows.natural_rank.__getitem__)
    return PatternWords(rows.columns, rows.ones, len(rows), ordered, bound)


@pytest.mark.parametrize("block", range(5))
def test_sets_in_words_are_those_of_refining(block: int) -> None:
    rng = random.Random(f"words {block}")
    for number in range(100):
        rows = drawn_rows(rng, 12 if number % 10 == 0 else 7)
        chosen = sorted(rng.sample(rows.candidates, rng.randint(0, len(rows.candidates))))
        bound = rng.randint(0, min(len(chosen), pattern_words.MOST_PARENTS))
        words, slowly = in_words(rows, chosen, bound), _refined(rows, chosen, bound, 10**6)
        assert len(words) == len(slowly)
        assert list(words.sets().items()) == list(slowly.items())  # in this order
        assert list(words.exact().items()) == list(exact_parents(slowly).items())
        read = zip(words.masks, words.seen.tolist(), words.value.tolist(), strict=True)
        assert {group: (seen, value) for group, seen, value in read} == {
            group: rows.table(sorted(bits(group), key=rows.natural_rank.__getitem__))
            for group in slowly
        }


def test_numbers_beyond_a_word_are_exact() -> None:
    names = tuple(f"X{i}" for i in range(7))
    for texts in ((), ("0000000",), ("0000001", "1111110")):
        rows = LocalRows("X6", names, texts, ((0, 0),) * len(texts), tuple(range(6)))
        words, slowly = in_words(rows, list(range(6)), 6), _refined(rows, range(6), 6, 10**6)
        assert words.sets() == slowly
        assert words.exact() == exact_parents(slowly)


def test_positions_beyond_a_word() -> None:
    rng = random.Random("far")
    names = tuple(f"X{i}" for i in range(90))
    texts = tuple("".join(rng.choice("01") for _ in names) for _ in range(150))
    rows = LocalRows("X3", names, texts, ((0, 0),) * 150, (1, 40, 62, 63, 64, 80, 89))
    words = in_words(rows, list(rows.candidates), 3)
    slowly = _refined(rows, rows.candidates, 3, 10**6)
    assert list(words.sets().items()) == list(slowly.items())
    assert words.exact() == exact_parents(slowly)


def test_many_sets_are_read_in_words() -> None:
    assert (pattern_words.MOST_PARENTS, pattern_words.MOST_CANDIDATES) == (
        parent_counts._WORDS,
        parent_counts._PLACES,
    )
    rng = random.Random("many sets")
    names = tuple(f"X{i}" for i in range(20))
    texts = tuple("".join(rng.choice("01") for _ in names) for _ in range(12))
    rows = LocalRows("X0", names, texts, ((0, 0),) * 12, tuple(range(1, 20)))
    found = fitting_functions(rows, rows.candidates, 3)
    assert found.words is not None
    assert list(found.sets.items()) == list(_refined(rows, rows.candidates, 3, 10**6).items())
    book = catalogue(("not", "and", "or", "xor", "iff"))
    for bound, banned, cap in ((3, 0, 5), (2, 0b1100, 5), (3, 0b10, 9)):
        part, written = found.within(bound, banned), Writable(book, cap, None)
        assert part.written(rows.fixed, written) == {  # type: ignore[arg-type]
            group: number
            for group in part.sets
            if (number := len(written.tables(group.bit_count(), *rows.fixed(group) or ())))
        }


def test_classes_have_the_same_mechanisms_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("either way")
    for _ in range(30):
        problem, _ = random_problem(rng, 4, Setting.HIDDEN_ORDER)
        for held in (HypothesisClass(max_parents=2), HypothesisClass(max_ast=6)):
            found = []
            for many in (0, 10**9):
                monkeypatch.setattr(parent_counts, "ARRAY_PARENT_SETS", many)
                monkeypatch.setattr(parent_counts, "_at_once", lambda *_: False)
                evidence = Evidence(problem)
                spaces = [evidence.local_space(v, held) for v in problem.variables]
                found.append([list(space.weights.items()) for space in spaces])
            assert found[0] == found[1]


def test_shown_patterns_are_those_of_the_rows() -> None:
    rng = random.Random("shown")
    for rows in (0, 1, 63, 64, 65, 200):
        columns = [rng.getrandbits(rows) if rows else 0 for _ in range(6)]
        for size in range(5):
            expected = []
            for chosen in combinations(columns, size):
                patterns = {
                    sum((c >> r & 1) << j for j, c in enumerate(chosen)) for r in range(rows)
                }
                expected.append(sum(1 << p for p in patterns))
            assert shown_patterns(columns, (1 << rows) - 1, size) == expected

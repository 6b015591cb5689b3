"""All parent sets at once: against refining rows set by set, and against listing every function."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from symcause.errors import LimitError
from symcause.families.boolean.bounds import STATE_CANDIDATES
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.replay import disturbed_cells
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.families.boolean.space.mechanisms.parent_counts import (
    _refined,
    exact_parents,
    fitting_functions,
)
from symcause.families.boolean.space.mechanisms.row_projections import Projections
from symcause.families.boolean.space.mechanisms.writable_functions import Numbers
from symcause.models.bit_sets import bits, mask_of
from symcause.models.disclosure import Setting
from tests.boolean.brute import all_functions, fits, random_problem
from tests.boolean.space.test_disturbed import disturbed


def drawn_rows(rng: random.Random, most: int) -> LocalRows:
    """Rows of some variables whose names are in no order; some of the others may be parents."""
    number = rng.randint(1, most)
    names = tuple(f"{rng.choice('XYab')}{i}" for i in rng.sample(range(20), number))
    texts = tuple(
        dict.fromkeys(
            "".join(rng.choice("01") for _ in names) for _ in range(rng.choice((0, 1, 5, 20, 200)))
        )
    )
    own = rng.randrange(number)
    others = [i for i in range(number) if i != own]
    candidates = tuple(sorted(rng.sample(others, rng.randint(0, len(others)))))
    origins = tuple((0, i) for i in range(len(texts)))
    return LocalRows(names[own], names, texts, origins, candidates)


@pytest.mark.parametrize("block", range(5))
def test_all_sets_at_once_are_those_of_refining(block: int) -> None:
    rng = random.Random(f"projections {block}")
    for number in range(200):
        rows = drawn_rows(rng, 11 if number % 20 == 0 else 7)
        chosen = sorted(rng.sample(rows.candidates, rng.randint(0, len(rows.candidates))))
        bound = rng.randint(0, len(chosen))
        seen, banned = rows.projections, mask_of(set(rows.candidates).difference(chosen))
        assert seen is not None
        slowly = _refined(rows, chosen, bound, 10**6).sets
        assert list(seen.fitting(bound, banned).items()) == list(slowly.items())  # in this order
        for parents in [*slowly, mask_of(chosen), 0]:
            ordered = sorted(bits(parents), key=rows.natural_rank.__getitem__)
            assert seen.table(parents) == rows.table(ordered) == rows.fixed(parents)


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_weights_are_those_of_the_listing(seed: int) -> None:
    rng = random.Random(f"weights {seed}")
    problem, _ = random_problem(rng, rng.randint(2, 4), rng.choice(list(Setting)))
    evidence = Evidence(problem)
    for variable in problem.variables:
        admissible = problem.disclosure.admissible(variable)
        listed = [f for f in all_functions(admissible) if fits(f, variable, problem)]
        for bound in rng.sample(range(len(admissible) + 1), min(2, len(admissible) + 1)):
            found = evidence.counted(variable, bound)
            counted: dict[int, int] = {}
            for function in listed:
                parents = mask_of(problem.variables.index(p) for p in function.parents)
                if parents.bit_count() <= bound:
                    counted[parents] = counted.get(parents, 0) + 1
            assert found.exact == counted
            assert found.exact == exact_parents(found.sets)
            for parents in found.sets:
                inside = [s for s in counted if not s & ~parents]
                assert found.sets[parents] == sum(counted[s] for s in inside)


def test_what_is_too_much_is_refused_either_way() -> None:
    rows = LocalRows("V", ("A", "B", "C", "V"), ("0000", "1111"), ((0, 0), (0, 1)), (0, 1, 2))
    assert len(fitting_functions(rows, (0, 1, 2), 2).sets) == 6
    for most in (5, 0):
        with pytest.raises(LimitError, match="V has more fitting parent sets"):
            fitting_functions(rows, (0, 1, 2), 2, most=most)
        with pytest.raises(LimitError, match="V has more fitting parent sets"):
            _refined(rows, (0, 1, 2), 2, most)


def test_many_candidates_are_refined() -> None:
    names = tuple(f"X{i}" for i in range(STATE_CANDIDATES + 2))
    rng = random.Random("many")
    texts = tuple("".join(rng.choice("01") for _ in names) for _ in range(9))
    rows = LocalRows(names[0], names, texts, ((0, 0),) * 9, tuple(range(1, len(names))))
    assert rows.projections is None
    found = fitting_functions(rows, rows.candidates, 2).sets
    fewer = rows.candidates[:STATE_CANDIDATES]
    ordered = sorted(fewer, key=rows.natural_rank.__getitem__)
    both = {s: h for s, h in found.items() if not s >> fewer[-1] + 1}
    assert Projections(texts, 0, ordered).fitting(2) == both


@pytest.mark.parametrize("parents", range(7))
def test_numbers_within_each_size_are_those_of_the_tables(parents: int) -> None:
    book, rng = catalogue(("not", "and", "or", "xor", "iff")), random.Random(f"sizes {parents}")
    for cap in range(parents + 1, 9):
        numbers = Numbers()
        sized = book.fitting_by_size(parents, cap, 0, 0)
        for known in (0, 1, 4, 16, 64):
            care = mask_of(rng.sample(range(1 << parents), min(known, 1 << parents)))
            value = care & (
                rng.choice(sized)[1] if sized and rng.random() < 0.8 else rng.getrandbits(64)
            )
            matching = [size for size, table in sized if table & care == value]
            for size in rng.sample(range(cap + 1), cap + 1):
                (number,) = numbers.within(book, parents, size, [(care, value)])
                assert number == sum(one <= size for one in matching)
                assert number == book.count_fitting(parents, size, care, value)


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_local_spaces_of_sizes_do_not_depend_on_what_was_asked_before(seed: int) -> None:
    rng = random.Random(f"asked {seed}")
    problem, _ = random_problem(rng, rng.randint(3, 5), rng.choice(list(Setting)))
    shared, caps = Evidence(problem), rng.sample(range(3, 11), 4)
    for cap, variable in ((c, v) for c in caps for v in problem.variables):
        held = HypothesisClass(max_ast=cap)
        banned = rng.getrandbits(len(problem.variables))
        alone = Evidence(problem).local_space(variable, held, banned)
        assert dict(shared.local_space(variable, held, banned).weights) == dict(alone.weights)


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_a_function_is_in_a_local_space_iff_it_is_listed_there(seed: int) -> None:
    rng = random.Random(f"listed {seed}")
    problem, _ = random_problem(rng, rng.randint(2, 4), rng.choice(list(Setting)))
    held = HypothesisClass(
        max_ast=rng.choice((None, 1, 3, 5, 7)), max_depth=rng.choice((None, None, 2, 3))
    )
    for variable in problem.variables:
        space = Evidence(problem).local_space(variable, held)
        listed = set(space.mechanisms())
        for function in all_functions(problem.disclosure.admissible(variable)):
            assert (function in space) == (function in listed)


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_disturbed_cells_of_all_worlds_at_once(seed: int) -> None:
    rng = random.Random(f"disturbed {seed}")
    problem, model = random_problem(rng, rng.randint(2, 5), rng.choice(list(Setting)))
    names, worlds = problem.variables, problem.worlds
    for variable in model.functions:
        others = [v for v in names if v != variable]
        for parents in combinations(others, min(2, len(others))):
            function = rng.choice(all_functions(tuple(parents)))
            changed = type(model)(model.roots, {**model.functions, variable: function})
            assert disturbed_cells(changed, worlds, names) == disturbed(changed, names, worlds)


@pytest.mark.parametrize("texts", [0, 1, 2, 9, 40])
@pytest.mark.parametrize("seed", range(3))
def test_parts_of_what_fits_are_those_of_inversion(texts: int, seed: int) -> None:
    """Many sets, up to where functions are more than a word can count, and parts of them."""
    rng = random.Random(f"arrays {texts} {seed}")
    names = tuple(f"X{i}" for i in range(10))
    drawn = sorted({"".join(rng.choice("01") for _ in names) for _ in range(texts)})
    given = tuple(text for text in drawn if text[0] == "01"[text.count("1") % 2 ^ seed % 2])
    rows = LocalRows(names[0], names, given, ((0, 0),) * len(given), tuple(range(1, 10)))
    for bound in (6, 9):
        whole = fitting_functions(rows, rows.candidates, bound)
        assert whole.exact == exact_parents(whole.sets)
        for most, banned in ((bound - 3, 0), (4, 0b1000010), (6, 0b10100), (0, 0)):
            part = whole.within(most, banned)
            kept = [s for s in whole.sets if not s & banned and s.bit_count() <= most]
            assert list(part.sets) == kept
            assert part.sets == {s: whole.sets[s] for s in kept}
            assert part.exact == exact_parents(part.sets)
            assert list(part.exact) == [s for s in whole.exact if s in part.sets]


def test_positions_beyond_a_word_are_refined() -> None:
    """Ninety variables, of which seven may be parents: against listing every set."""
    rng = random.Random("far")
    names = tuple(f"X{i}" for i in range(90))
    texts = tuple("".join(rng.choice("01") for _ in names) for _ in range(30))
    rows = LocalRows("X3", names, texts, ((0, 0),) * 30, (1, 40, 62, 63, 64, 80, 89))
    expected = {}
    for size in range(4):
        for group in combinations(rows.candidates, size):
            shown: dict[str, set[str]] = {}
            for text in texts:
                shown.setdefault("".join(text[i] for i in group), set()).add(text[3])
            if all(len(values) == 1 for values in shown.values()):
                expected[mask_of(group)] = 1 << (1 << size) - len(shown)
    assert _refined(rows, rows.candidates, 3, 10**6).sets == expected

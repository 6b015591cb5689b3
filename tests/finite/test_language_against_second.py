"""The language of finite terms against a second parser and evaluator, on random texts."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.models.term_text import parse_term, print_term
from symcause.families.finite.models.term_values import value_of
from symcause.families.finite.models.term_vocabulary import MechanismVocabulary, TermError
from tests.amounts import amount
from tests.finite.second_language import FIXED, MANY, Bad, Reading, mentioned, parse, text, value

DOMAINS: dict[str, list[Any]] = {"A": [0, 1], "B": ["none", 1, 2], "C": [-1, 0, 3], "D": ["x", "y"]}
ATOMS = ["A", "B", "C", "D", "0", "1", "2", "-7", "-0", "none", "x", "1000000", "(A)", "(3)"]
DECLARED: dict[str, Any] = {
    "plus": {"arity": "many", "means": "(mod (add ...) 3)"},
    "two": {"arity": "many", "means": "(at_least 2 ...)"},
    "nones": {"arity": "many", "means": "(count none ...)"},
    "pick": {"arity": 2, "means": "(if a b 0)"},
    "by": {"arity": 3, "means": "(case a none b x c (div b c))"},
    "four": {"arity": 4, "means": "(if (eq a b) c (sub d other))"},
    "flip": {"arity": 2, "table": [[0, "x", 1], ["none", 1, "y"], [1, 1, "none"]]},
    "min": True,
}
BROKEN = [
    "(A",
    "()",
    "((A))",
    "(add)",
    "01",
    "+1",
    "1.0",
    "other",
    "(nand A)",
    "(when A 2 0 1)",
    "...",
    "a",
]
BROKEN += [
    "(table A 0)",
    "(table A A 0 1)",
    "(table A 0 B)",
    "(when 0 A 0 1)",
    "A B",
    "",
    ")",
    "(not A A)",
]


def _text(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(BROKEN) if rng.random() < 0.01 else rng.choice(ATOMS)
    kind = rng.choice([*FIXED, *MANY, "at_least", "count", "case", "table", *DECLARED])
    if kind == "when":
        name = rng.choice(list(DOMAINS))
        rest = [name, str(rng.choice(DOMAINS[name])), _text(rng, depth - 1), _text(rng, depth - 1)]
        return f"(when {' '.join(rest)})"
    if kind == "table":
        names = rng.sample(list(DOMAINS), rng.choice([0, 1, 2]))
        rows = list(product(*(DOMAINS[n] for n in names)))
        return f"(table {' '.join([*names, *(rng.choice(ATOMS[4:12]) for _ in rows)])})"
    spec = DECLARED.get(kind, True)
    count = FIXED.get(kind, rng.randint(1, 3)) if spec is True else spec["arity"]
    if count == "many" or kind in ("at_least", "count"):
        count = rng.randint(1 + (kind in ("at_least", "count")), 4)
    if kind == "case":
        count = rng.choice([4, 4, 6])
    count += rng.random() < 0.01
    return f"({kind} {' '.join(_text(rng, depth - 1) for _ in range(count))})"


def _known() -> MechanismVocabulary:
    grammar = {"max_size": 3, "operators": DECLARED}
    problem = read_finite(
        {
            "format": "symcause.finite/1",
            "id": "p",
            "variables": [{"name": n, "values": d} for n, d in DOMAINS.items()],
            "setting": "hidden-order",
            "roots": [],
            "class": {"grammar": grammar},
            "worlds": [{"id": "w", "rows": [[0, 1, 3, "x"]]}],
        }
    )
    own = problem.model_class.of("A").grammar
    assert own is not None
    return MechanismVocabulary(problem.by_name, {one.name: one for one in own.operators})


def test_random_texts() -> None:
    known = _known()
    words = frozenset(v for d in DOMAINS.values() for v in d if isinstance(v, str))
    reading = Reading(DOMAINS, words, DECLARED)
    states = [dict(zip(DOMAINS, row, strict=True)) for row in product(*DOMAINS.values())]
    rng = random.Random(7)
    values = set()
    for _ in range(amount(800, 40_000)):
        written = _text(rng, rng.randint(0, 4))
        try:
            second = parse(written, reading)
        except Bad:
            with pytest.raises(TermError):
                parse_term(written, known)
            continue
        term = parse_term(written, known)
        assert parse_term(print_term(term), known) == term
        for state in rng.sample(states, 6):
            right = value(second, state, DECLARED)
            assert value_of(term, state, known.operators, known.domains) == right, (written, state)
            values.add(right)
    assert {None, 0, 1, "none", "x"} <= values


def test_texts_that_are_no_expressions() -> None:
    known = _known()
    for written in BROKEN:
        with pytest.raises(TermError):
            parse_term(written, known)


def test_the_second_prints_what_it_reads() -> None:
    reading = Reading({"A": [0, 1], "B": [0, 1]}, frozenset({"x"}), {})
    for written in ("A", "-3", "x", "(when A 0 (add A B) x)", "(case A 0 1 (min A B 2))"):
        assert text(parse(written, reading)) == written
    assert mentioned(parse("(table A B 0 0 0 1)", reading)) == {"A", "B"}

"""What scoring does in one pass, or once, against the plain way: texts, tables, orders, whole answers."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from symcause.families.boolean.models.column_lookup import plain_lookup
from symcause.families.boolean.models.functions import compile_expression, reduce
from symcause.families.boolean.models.mechanism_tables import tabulate
from symcause.families.boolean.models.scm import CycleError, ordered_by
from symcause.families.boolean.problem.evaluator_order import Turns, kept_order
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check import mechanism_cache as mechanisms
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.funnel import Judged
from symcause.grammar import MechanismError, parse, to_infix, to_sexpr
from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.lark_reader import read
from symcause.grammar.mechanisms.mechanism_parser import readable
from symcause.models.disclosure import Setting
from symcause.models.mechanism_scanner import scan
from symcause.models.variable_names import OPERATORS, WORDS
from tests.scoring.cases import GOLD, ROOTS, VARIABLES, demo, random_text

ODD = (
    *(
        "",
        " ",
        "X",
        "()",
        "(and)",
        "(and X1)",
        "(not X1 X2)",
        "(iff X1)",
        "X1 X2",
        "1",
        "(0)",
        "(X1)",
    ),
    *(
        "(if X1 X2)",
        "(if X1 X2 X3)",
        "not X1",
        "X1 and X2",
        "(X1 X2)",
        "(and X1 X2",
        "and X1 X2)",
        "(",
    ),
    *(
        ")",
        "(and X1 X2))",
        "(and  X1 X2)",
        " (and X1 X2)",
        "(and X1 X2) ",
        "( and X1 X2)",
        "(and X1 X2 )",
    ),
    *(
        "(and(not X1) X2)",
        "(and X1\tX2)",
        "(and X1\u00a0X2)",
        "(nand X1 X2)",
        "(AND X1 X2)",
        "(and X1 é)",
    ),
    *(
        "(and X1 and)",
        "(xor X1 0)",
        "((and X1 X2))",
        "(and (X1) X2)",
        "(or X1 X2) X3",
        "(not (not))",
    ),
    *("(xor X1 X2 X3 X4 X5 X6 X7 X8 X9)", f"(not {'X' * 300})"),
)


def damaged(rng: random.Random, text: str) -> str:
    """A text with one place changed."""
    at = rng.randrange(len(text) + 1)
    put = rng.choice(("(", ")", " ", "", "X", "1", "and ", "(not ", "é"))
    return text[:at] + put + text[at + rng.randrange(2) :]


def test_a_table_from_the_text_is_that_of_the_tree() -> None:
    rng, plain = random.Random(1), 0
    names = [f"X{i}" for i in range(1, 10)]
    for turn in range(4000):
        text = random_text(rng, rng.sample(names, rng.randint(1, 9)), rng.randint(1, 5))
        text = damaged(rng, text) if turn % 3 == 0 else text
        agree(text, OPERATORS)
        plain += tabulate(text, OPERATORS) is not None
    assert plain > 2000
    for text in ODD:
        agree(text, OPERATORS)
        agree(text, WORDS)
        agree(text, ("not", "and"))


def agree(text: str, operators: tuple[str, ...]) -> None:
    """The quick way says the same as the tree, or nothing."""
    found = tabulate(text, operators)
    if found is not None:
        tree = scan(text, operators, constants=False)
        assert tree is not None, text
        assert found == (tree.size, tree.variables, compile_expression(tree)), text


def test_what_was_meant_in_infix_is_what_the_grammar_reads() -> None:
    rng, meant = random.Random(4), 0
    for turn in range(600):
        text = random_text(rng, VARIABLES, rng.randint(2, 4))
        if turn % 2:
            text = to_infix(parse(text, operators=WORDS, constants=True))
        text = damaged(rng, text)
        told = mechanisms._prefixed(text, WORDS, True)
        try:
            found = read("infix", readable(text), Rules(WORDS, True))
        except MechanismError:
            assert not told, text
        else:
            assert told.endswith(f": {to_sexpr(found)}"), text
            meant += 1
    assert meant > 50


def test_columns_of_a_table_are_looked_up_row_by_row() -> None:
    rng = random.Random(2)
    for _ in range(600):
        count, rows = rng.randint(0, 8), rng.randint(1, 150)
        names = tuple(f"X{i}" for i in range(1, count + 1))
        table = rng.choice((rng.getrandbits(1 << count), 0, (1 << (1 << count)) - 1))
        if rng.random() < 0.5:  # little in it: halves that are equal, empty or opposite
            table &= rng.getrandbits(1 << count) & rng.getrandbits(1 << count)
        function, mask = reduce(names, table), (1 << rows) - 1
        columns = {name: rng.getrandbits(rows) for name in names}
        inputs = [columns[name] for name in names]
        expected = plain_lookup(table, inputs, mask)
        assert function.on(columns, mask) == expected
        assert (
            plain_lookup(function.table, [columns[p] for p in function.parents], mask) == expected
        )


@pytest.mark.parametrize("setting", list(Setting))
def test_the_order_of_computation_is_that_of_the_definition(setting: Setting) -> None:
    """Among those that are ready the first by block, then in the order that the file keeps."""
    problem, rng, cycles = demo(setting), random.Random(3), 0
    turns = Turns.of(problem, ROOTS)
    blocks = enumerate(problem.disclosure.blocks or ())
    block = {name: at for at, names in blocks for name in names}
    kept = kept_order(problem)
    for _ in range(300):
        mentioned = {v: frozenset(rng.sample(VARIABLES, rng.randint(0, 3))) - {v} for v in GOLD}
        try:
            expected: tuple[str, ...] | None = ordered_by(
                mentioned, lambda v: (block.get(v, 0), kept.index(v))
            )
        except CycleError:
            expected = None
        assert turns.computed(mentioned) == expected
        cycles += expected is None
    assert 0 < cycles < 300


def answers(rng: random.Random, problem: BooleanProblem) -> list[str]:
    """Right ones, wrong ones, and ones with a fault somewhere."""
    found = []
    for _ in range(60):
        texts: dict[str, object] = dict(GOLD)
        for name in rng.sample(list(GOLD), rng.randint(0, 3)):
            near = ("X1", "X2", *(v for v in GOLD if v < name))
            text = random_text(rng, rng.choice((near, VARIABLES)), rng.randint(1, 4))
            kind = rng.random()
            texts[name] = damaged(rng, text) if kind < 0.2 else rng.choice((text, text, *ODD))
        if rng.random() < 0.1:
            texts[rng.choice(("X9", "X1"))] = rng.choice(("X1", 3, None))
        value: dict[str, object] = {"mechanisms": texts}
        if problem.disclosure.roots is None:
            value["roots"] = list(ROOTS)
        found.append(json.dumps(value))
    return found


def outcome(judged: Judged) -> tuple[object, ...]:
    return judged.answer, judged.scm, judged.roots, judged.order, judged.total_ast


@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("language", ["plain", "conditional", "constants"])
def test_answers_are_judged_as_by_way_of_trees(
    setting: Setting, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same verdict, reason, message, bucket and figures, first and again."""
    told: dict[str, object] = {"constants": language == "constants"}
    if language == "conditional":
        told["operators"] = WORDS
    problem = demo(setting, **told)
    texts = answers(random.Random(f"{setting}/{language}"), problem)
    scorer = Scorer(problem)
    quick = [scorer.check(text) for text in texts]
    again = [msgspec.json.encode(scorer.check(text).document()) for text in texts]
    monkeypatch.setattr(mechanisms, "tabulate", lambda text, operators: None)
    mechanisms._remembered.cache_clear()
    for text, result, second in zip(texts, quick, again, strict=True):
        tree = Scorer(problem).check(text)
        document = msgspec.json.encode(tree.document())
        assert msgspec.json.encode(result.document()) == document == second, text
        assert outcome(result.judged) == outcome(tree.judged)
    mechanisms._remembered.cache_clear()
    stages = {str(result.stage) for result in quick}
    assert {"valid", "parse", "schema"} <= stages and len(stages) > 3

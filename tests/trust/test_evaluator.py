"""Facts of the published evaluator that one would not guess: mechanisms of any shape and width.

Those about experiments and witnesses stand in ``test_scoring_alternatives``.
"""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from benchmarks.interpreting import interpret
from symcause.errors import LimitError
from symcause.families.boolean.models.decision_diagrams import (
    dependence_meter,
    dependencies,
    equivalent,
)
from symcause.families.boolean.models.functions import (
    AsWritten,
    Function,
    WideFunction,
    compile_expression,
)
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.check import Check
from symcause.families.boolean.scoring.check.checker import check
from symcause.grammar import MechanismError, parse
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Expression, Operation, Variable, evaluate, spell
from symcause.models.variable_names import natural
from tests.scoring.cases import mechanisms

WIDE = tuple(f"X{i}" for i in range(1, 42))  # forty inputs and one output
ROWS = 64


def _problem(gold: str | None = None) -> BooleanProblem:
    """X41 is the parity of X1 to X40; random rows."""
    rng = random.Random(3)
    rows = []
    for _ in range(ROWS):
        bits = [rng.randrange(2) for _ in WIDE[:-1]]
        rows.append("".join(map(str, (*bits, sum(bits) % 2))))
    return BooleanProblem(
        "wide",
        Disclosure(Setting.HIDDEN_ORDER, WIDE, WIDE[:-1]),
        (World("w", Split.TRAIN, Mode.NONE, (), tuple(rows)),),
        gold=None if gold is None else mechanisms({"X41": gold}),
    )


PARITY = f"(xor {' '.join(WIDE[:-1])})"
BACKWARDS = f"(xor {' '.join(reversed(WIDE[:-1]))})"


def _hard() -> str:
    """Has no small diagram in the order of its variables, and mentions X40, which does not matter."""
    rng = random.Random(5)
    names = WIDE[:-2]

    def grown(depth: int) -> str:
        if not depth:
            return rng.choice(names)
        return f"({rng.choice(('and', 'or', 'xor'))} {grown(depth - 1)} {grown(depth - 1)})"

    large = grown(9)
    return f"(xor {large} (and X1 X40 {large}) (and X40 X1 {large}))"


# --- white space -------------------------------------------------------------------------------


@pytest.mark.parametrize("edge", [" ", "\t", "\n", "\r\n", "\u2003", "\u00a0", "\x0b", "\u2028"])
def test_mechanism_strings_are_stripped_first(edge: str) -> None:
    assert parse(f"{edge}(and X1 X2){edge}{edge}") == parse("(and X1 X2)")


@pytest.mark.parametrize("space", ["\u00a0", "\u2003", "\u3000", "\x0b", "\x0c", "\x1c", "\u2028"])
def test_inside_every_white_space_but_tab_and_line_break_separates(space: str) -> None:
    assert parse(f"(and{space}X1{space}{space}(not {space}X2))") == parse("(and X1 (not X2))")


@pytest.mark.parametrize("space", ["\t", "\n", "\r"])
def test_tabs_and_line_breaks_inside_are_refused(space: str) -> None:
    with pytest.raises(MechanismError, match="is not allowed at column 8"):
        parse(f"(and X1{space}X2)")


def test_places_stay_what_they_are_in_the_text() -> None:
    with pytest.raises(MechanismError, match="unknown operator 'nand' at column 3"):
        parse("\t(nand\u2003X1 X2)\n")


# --- depth -------------------------------------------------------------------------------------


def test_nesting_far_above_three_hundred_is_accepted() -> None:
    """Read, compiled, compared, pickled, copied and replayed, all without recursion."""
    deep = "(not " * 4_990 + "X1" + ")" * 4_990
    expression = parse(deep)
    assert (expression.depth, expression.size) == (4_991, 4_991)
    assert compile_expression(expression) == Function(("X1",), 2)
    assert pickle.loads(pickle.dumps(expression)) == expression == copy.deepcopy(expression)
    assert interpret(expression, {"X1": True}) and spell(expression) == deep
    result = check(_problem(), {"mechanisms": {"X41": deep}})
    assert result.valid and not result.train_exact


# --- any number of variables ---------------------------------------------------------------------


@pytest.mark.parametrize("text", [PARITY, BACKWARDS])
def test_a_mechanism_may_mention_any_number_of_variables(text: str) -> None:
    result = check(_problem(PARITY), {"mechanisms": {"X41": text}})
    assert result.valid and result.train_exact
    document = result.document()
    assert (document.parent_f1, document.local_match, document.exact_parent_map) == (1.0, 1.0, True)


def test_a_wide_mechanism_that_depends_on_few_variables_is_an_ordinary_function() -> None:
    idle = f"(xor X7 {' '.join(WIDE[:-1])} {PARITY})"
    assert compile_expression(parse(idle)) == compile_expression(parse("X7"))
    narrow = check(_problem("X7"), {"mechanisms": {"X41": idle}}).document()
    assert (narrow.parent_f1, narrow.local_match) == (1.0, 1.0)


def test_another_wide_function_is_another() -> None:
    parity, conjunction = (
        compile_expression(parse(PARITY)),
        compile_expression(parse(f"(and {' '.join(WIDE[:-1])})")),
    )
    assert isinstance(parity, WideFunction) and parity.parents == conjunction.parents
    assert parity != conjunction and parity == compile_expression(parse(BACKWARDS))
    assert hash(parity) == hash(compile_expression(parse(BACKWARDS)))
    assert pickle.loads(pickle.dumps(parity)) == parity != Function(("X1",), 2)
    with pytest.raises(LimitError, match="depends on 40 variables"):
        _ = parity.table


def test_dependencies_and_equivalence_against_truth_tables() -> None:
    """Random expressions that mention few variables, as if there were many."""
    rng = random.Random(8)
    names = [f"X{i}" for i in range(1, 7)]

    def grown(depth: int) -> Expression:
        if not depth or rng.random() < 0.2:
            return Variable(rng.choice(names))
        operator = rng.choice(("not", "and", "or", "xor", "iff"))
        count = 1 if operator == "not" else rng.choice((2, 2, 3))
        return Operation(operator, tuple(grown(depth - 1) for _ in range(count)))

    equal = 0
    for _ in range(300):
        left, right = grown(3), grown(3)
        assert natural(dependencies(left, dependence_meter())) == compile_expression(left).parents
        same = compile_expression(left) == compile_expression(right)
        assert equivalent(left, right, dependence_meter()) == same
        equal += same
    assert equal >= 2


def test_what_is_out_of_reach_still_replays_and_says_why_it_has_no_structure() -> None:
    text = _hard()
    expression = parse(text)
    with pytest.raises(LimitError, match="too large to find out what it depends on"):
        compile_expression(expression)
    problem = _problem(PARITY)
    result = check(problem, {"mechanisms": {"X41": text}})
    assert result.valid and result.scm is not None and result.scm.undecided == ("X41",)
    (world,) = problem.worlds
    columns = world.by_name(WIDE)
    wrong = (evaluate(expression, columns, world.mask) ^ columns["X41"]).bit_count()
    assert result.replay is not None
    assert result.replay.train.right_cells == ROWS - wrong
    document: dict[str, Any] = result.document().to_dict()
    assert document["parent_f1"] is document["local_match"] is None
    assert document["details"]["structure_reason"].startswith("X41: the mechanism is too large")


def test_what_is_out_of_reach_is_told_from_others_by_running_it() -> None:
    hard = AsWritten(parse(_hard()))
    assert hard != compile_expression(parse(PARITY)) and hard == AsWritten(parse(_hard()))
    assert compile_expression(parse("X1")) != hard
    with pytest.raises(LimitError, match="too large to tell it from another"):
        _ = hard == AsWritten(Operation("not", (Operation("not", (parse(_hard()),)),)))


def test_two_wide_functions_that_nobody_can_compare_have_no_structure_metrics() -> None:
    """Both depend on the same 40 variables; they agree wherever they are tried."""
    large = _hard().replace("X40", "X39")
    gold = f"(xor X40 {large})"
    result = check(_problem(gold), {"mechanisms": {"X41": f"(xor {large} X40)"}})
    assert result.valid and result.structure is None
    reason = result.document().to_dict()["details"]["structure_reason"]
    assert reason == "the mechanism is too large to tell it from another"


def test_checking_a_wide_answer_goes_through_to_the_end() -> None:
    for text in (PARITY, _hard()):
        answer = f'{{"mechanisms": {{"X41": "{text}"}}}}'
        *_, last = Check(answer=answer).answers(_problem(PARITY))
        assert last.valid and last.train_exact is (text == PARITY)

"""What belongs to the class: bounds on the writing, operator sets, constants, gold, hidden roots."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from symcause.errors import LimitError, UsageError
from symcause.families.boolean.certify.certificate_builder import (
    build_alternative,
    build_clausal,
    clauses,
)
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.experiments import Experiment, best_experiment, compare
from symcause.families.boolean.models.functions import Function, compile_expression
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.expression_lists import read_expression, write_expression
from symcause.families.boolean.verifier.kernel import verify
from symcause.families.boolean.verifier.model_check import CertifiedModel, read_model
from symcause.kernel.nodes import Node, Rejected
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Constant, Expression, Operation, Variable
from symcause.models.variable_names import OPERATORS
from tests.boolean.certificate_cases import members, plain, unique_by_count

X1, X2, X3, X4 = (Variable(f"X{i}") for i in range(1, 5))
XOR = Operation("xor", (X1, X2))
LONG_XOR = Operation(
    "or",
    (
        Operation("and", (X1, Operation("not", (X2,)))),
        Operation("and", (X2, Operation("not", (X1,)))),
    ),
)


def world(rows: str, targets: str = "", name: str = "w") -> World:
    mode = Mode.ASSIGNED if targets else Mode.NONE
    return World(name, Split.TRAIN, mode, tuple(targets.split()), tuple(rows.split()))


def small(**changes: object) -> BooleanProblem:
    """X3 = X1 xor X2 on all patterns."""
    disclosure = Disclosure(Setting.HIDDEN_ORDER, ("X1", "X2", "X3"), ("X1", "X2"))
    problem = BooleanProblem("small", disclosure, (world("000 011 101 110"),))
    return replace(problem, **changes)


def accepted(problem: BooleanProblem, certificate: Certificate | None) -> bool:
    return certificate is not None and verify(problem, plain(certificate)).accepted


class TestWriting:
    """A class bounded by AST size or depth needs expressions of its members."""

    def test_unique_in_a_bounded_class(self) -> None:
        problem = small()
        bounded = HypothesisClass(max_ast=3)
        assert build_local(problem, bounded) is None
        assert accepted(problem, build_local(problem, bounded, expressions={"X3": XOR}))
        one = BooleanSCM(("X1", "X2"), {"X3": compile_expression(XOR)})
        made = unique_by_count(problem, bounded, one, {"X3": XOR})
        assert accepted(problem, made)
        assert build_local(problem, bounded, expressions={"X3": LONG_XOR}) is None

    def test_gold_says_how_it_is_written(self) -> None:
        problem = small(gold=Answer({"X3": LONG_XOR}))
        assert accepted(problem, build_local(problem, HypothesisClass(max_ast=9)))
        assert build_local(problem, HypothesisClass(max_ast=8)) is None
        assert accepted(problem, build_local(problem, HypothesisClass(max_depth=4)))
        assert build_local(problem, HypothesisClass(max_depth=3)) is None

    @pytest.mark.parametrize(
        ("expression", "reason"),
        [
            (["and", "X1", "X2"], "another function"),
            ("X1", "another function"),
            (["xor", "X1", "X2", ["xor", "X3", "X3"]], "may not mention X3"),
            (["xor", "X1", "X9"], "may not mention X9"),
            (["xor", "X1", ["not", ["not", "X2"]]], "AST size 5, over 4"),
            (["xor", "X1", ["or", "X2", "0"]], "uses a constant"),
            (["xor", "X1"], "xor with 1 arguments"),
            (["not", "X1", "X2"], "not with 2 arguments"),
            (["nand", "X1", "X2"], "unknown word"),
            ([], "empty expression"),
            (["xor", "X1", 7], "not a list"),
            ("xor", "not a variable name"),
            ("2", "not a variable name"),
            (None, "not a list"),
        ],
    )
    def test_expressions_are_checked(self, expression: object, reason: str) -> None:
        problem = small()
        made = build_local(problem, HypothesisClass(max_ast=4), expressions={"X3": XOR})
        assert made is not None
        document = plain(made)
        document["claim"]["model"]["expressions"]["X3"] = expression
        answer = verify(problem, document)
        assert not answer.accepted and reason in answer.reason

    def test_every_function_has_its_expression(self) -> None:
        problem = small()
        document = plain(build_local(problem, HypothesisClass(max_ast=4), expressions={"X3": XOR}))
        for expressions in ({}, {"X1": "X2"}, {"X3": ["xor", "X1", "X2"], "X1": "X2"}):
            document["claim"]["model"]["expressions"] = expressions
            assert "not one mechanism an endogenous" in verify(problem, document).reason

    def test_a_count_has_no_certificate_there(self) -> None:
        problem = small(worlds=(world("000 011 101"),))
        with pytest.raises(UsageError, match="no certificate of its count"):
            build_count(problem, HypothesisClass(max_ast=9))
        made = plain(build_count(problem, HypothesisClass()))
        made["class"]["max_ast"] = 9
        assert "no certificate of a count" in verify(problem, made).reason

    def test_nothing_fits_even_without_the_bound(self) -> None:
        problem = small(worlds=(world("000 001"),))
        for bounds in (HypothesisClass(max_ast=3), HypothesisClass(max_depth=2)):
            assert accepted(problem, build_local(problem, bounds))
            assert accepted(problem, build_count(problem, bounds))

    def test_alternatives_need_expressions(self) -> None:
        problem = small(worlds=(world("000 011 101"),))
        either = Operation("or", (X1, X2))
        first, second = (
            BooleanSCM(("X1", "X2"), {"X3": compile_expression(e)}) for e in (XOR, either)
        )
        shown = best_experiment(first, second)
        bounds = HypothesisClass(max_ast=3)
        bare = build_alternative(problem, bounds, first, second, shown)
        assert "needs an expression" in verify(problem, plain(bare)).reason
        written = ({"X3": XOR}, {"X3": either})
        assert accepted(
            problem, build_alternative(problem, bounds, first, second, shown, expressions=written)
        )
        swapped = build_alternative(
            problem, bounds, first, second, shown, expressions=written[::-1]
        )
        assert "denotes another function" in verify(problem, plain(swapped)).reason

    def test_no_separation_in_the_wider_class_is_none_in_the_narrower(self) -> None:
        from symcause.solvers.sat.refutations import Refutation, refute

        problem = small()
        one = BooleanSCM(("X1", "X2"), {"X3": compile_expression(XOR)})
        answer = refute(clauses(problem, HypothesisClass(max_ast=3), one))
        assert isinstance(answer, Refutation)
        made = build_clausal(problem, HypothesisClass(max_ast=3), one, answer.lines)
        assert accepted(problem, made)

    def test_mentions_must_be_acyclic(self) -> None:
        """(xor X4 X4) is constant, but mentioning X4 closes a cycle."""
        disclosure = Disclosure(Setting.HIDDEN_ORDER, ("X1", "X3", "X4"), ("X1",))
        problem = BooleanProblem("p", disclosure, (world("000 100"),))
        bounds = HypothesisClass(max_parents=0, max_ast=3)
        constant = {v: Operation("xor", (X1, X1)) for v in ("X3", "X4")}
        assert accepted(problem, build_local(problem, bounds, expressions=constant))
        cyclic: dict[str, Expression] = {
            "X3": Operation("xor", (X4, X4)),
            "X4": Operation("xor", (X3, X3)),
        }
        assert build_local(problem, bounds, expressions=cyclic) is None
        document = plain(build_local(problem, bounds, expressions=constant))
        document["claim"]["model"]["expressions"] = {
            v: write_expression(e) for v, e in cyclic.items()
        }
        assert "cycle" in verify(problem, document).reason

    def test_expressions_survive_the_document(self) -> None:
        every = Operation("iff", (Constant(True), Constant(False), XOR, LONG_XOR))
        assert read_expression(Node(write_expression(every), "")) == every
        deep: Expression = X1
        for _ in range(300):
            deep = Operation("not", (deep,))
        with pytest.raises(Rejected, match="too large"):
            read_expression(Node(write_expression(deep), ""))


class TestOperators:
    def test_completeness_is_what_composition_reaches(self) -> None:
        """Post's criterion against the closure of the operators on two variables."""
        for size in range(len(OPERATORS) + 1):
            for words in combinations(OPERATORS, size):
                for constants in (False, True):
                    question = CertifiedQuestion(
                        small(operators=words, constants=constants), HypothesisClass()
                    )
                    assert question.expressive == (len(_closure(words, constants)) == 16)

    def test_an_incomplete_set_needs_expressions(self) -> None:
        problem = small(operators=("not", "xor"))
        everything = HypothesisClass()
        assert build_local(problem, everything) is None
        assert accepted(problem, build_local(problem, everything, expressions={"X3": XOR}))
        wrong = build_local(problem, everything, expressions={"X3": LONG_XOR})
        assert wrong is None
        with pytest.raises(UsageError):
            build_count(problem, everything)


def _closure(words: tuple[str, ...], constants: bool) -> set[int]:
    """Truth tables over two variables that the operators reach, with up to three arguments."""
    found = {0b1010, 0b1100} | ({0b0000, 0b1111} if constants else set())
    while True:
        grown = set(found)
        for a, b, c in product(found, repeat=3):
            grown |= {15 ^ a} if "not" in words else set()
            grown |= {a & b} if "and" in words else set()
            grown |= {a | b} if "or" in words else set()
            grown |= {a ^ b, a ^ b ^ c} if "xor" in words else set()
            if "iff" in words:
                grown |= {15 ^ a ^ b, a & b & c | 15 ^ (a | b | c)}
        if grown == found:
            return found
        found = grown


class TestConstants:
    """Without constants a mechanism must mention something, and mentions must not close a cycle."""

    def test_no_admissible_root_means_no_member(self) -> None:
        disclosure = Disclosure(Setting.ORDERED, ("X1", "X2"), ("X2",), order=("X1", "X2"))
        problem = BooleanProblem("p", disclosure, (world("00 01"),))
        assert members(problem, None) == []
        made = build_local(problem, HypothesisClass())
        assert made is not None and made.claim.name == "inconsistent"
        assert accepted(problem, made)
        assert accepted(problem, build_count(problem, HypothesisClass()))
        model = BooleanSCM(("X2",), {"X1": Function((), 0)})
        lie = build_alternative(problem, HypothesisClass(), model, model)
        assert "no admissible root" in verify(problem, plain(lie)).reason

    def test_constants_make_it_legal(self) -> None:
        disclosure = Disclosure(Setting.ORDERED, ("X1", "X2"), ("X2",), order=("X1", "X2"))
        problem = BooleanProblem("p", disclosure, (world("00 01"),), constants=True)
        assert len(members(problem, None) or ()) == 1
        made = build_local(problem, HypothesisClass())
        assert made is not None and made.claim.name == "unique" and accepted(problem, made)
        assert not verify(replace(problem, constants=False), plain(made)).accepted

    def test_the_certificate_of_no_member_is_refused_where_there_is_one(self) -> None:
        disclosure = Disclosure(Setting.ORDERED, ("X1", "X2"), ("X2",), order=("X1", "X2"))
        problem = BooleanProblem("p", disclosure, (world("00 01"),))
        able = replace(problem, constants=True)
        document = plain(build_count(problem, HypothesisClass()))
        document["problem"] = plain(build_count(able, HypothesisClass()))["problem"]
        assert "has a mechanism that fits" in verify(able, document).reason

    def test_functions_that_cannot_be_written_do_not_count(self) -> None:
        disclosure = Disclosure(Setting.ORDERED, ("X1", "X2"), ("X2",), order=("X1", "X2"))
        problem = BooleanProblem("p", disclosure, (world("00 01"),))
        able = replace(problem, constants=True)
        document = plain(build_count(able, HypothesisClass()))
        assert document["claim"]["count"] == 1 and verify(able, document).accepted
        document["problem"] = plain(build_count(problem, HypothesisClass()))["problem"]
        assert "X1 has no admissible root to mention" in verify(problem, document).reason


class TestGold:
    def test_unique_means_that_gold_is_the_member(self) -> None:
        impostor = small(gold=Answer({"X3": X1}))
        assert build_local(impostor, HypothesisClass()) is None
        one = BooleanSCM(("X1", "X2"), {"X3": compile_expression(XOR)})
        assert not accepted(impostor, unique_by_count(impostor, HypothesisClass(), one))
        assert accepted(impostor, build_count(impostor, HypothesisClass()))
        document = plain(build_local(small(), HypothesisClass()))
        document["problem"] = plain(build_count(impostor, HypothesisClass()))["problem"]
        assert "not gold" in verify(impostor, document).reason

    def test_gold_must_be_legal_as_written(self) -> None:
        disclosure = Disclosure(Setting.HIDDEN_ORDER, ("X1", "X3", "X4"), ("X1",))
        cyclic = Answer({"X3": Operation("xor", (X4, X4)), "X4": Operation("xor", (X3, X3))})
        problem = BooleanProblem("p", disclosure, (world("000 100"),), gold=cyclic)
        assert build_local(problem, HypothesisClass(0)) is None
        without = replace(problem, gold=None)
        document = plain(build_local(without, HypothesisClass(0)))
        document["problem"] = plain(build_count(problem, HypothesisClass(0)))["problem"]
        assert "cycle" in verify(problem, document).reason


class TestHiddenRoots:
    PROBLEM = BooleanProblem(
        "roots",
        Disclosure(Setting.HIDDEN_ROOTS, ("X1", "X2"), root_count=1),
        (world("00 11"), world("10 11", "X1", "v"), world("01 11", "X2", "u")),
    )

    def test_no_clausal_certificate(self) -> None:
        model = BooleanSCM(("X1",), {"X2": Function(("X1",), 2)})
        with pytest.raises(LimitError, match="hidden roots"):
            clauses(self.PROBLEM, HypothesisClass(), model)

    def test_state_witness(self) -> None:
        problem = replace(self.PROBLEM, worlds=(world("00 11"),))
        found = members(problem, None)
        assert found is not None and len(found) == 2
        shown = best_experiment(*found)
        made = build_alternative(problem, HypothesisClass(), *found, shown)
        assert accepted(problem, made)
        document = plain(made)
        witness = document["evidence"]["witness"]
        side = witness["possible_in"]
        witness["possible_in"] = "reference" if side == "alternative" else "alternative"
        assert f"possible in {side}" in verify(problem, document).reason
        witness["possible_in"] = side
        witness["state"] = {"X1": 1}
        assert "not complete" in verify(problem, document).reason

    def test_the_kind_of_witness_belongs_to_the_pair(self) -> None:
        problem = replace(self.PROBLEM, worlds=(world("00 11"),))
        first, second = members(problem, None) or ()
        document = plain(
            build_alternative(
                problem, HypothesisClass(), first, second, best_experiment(first, second)
            )
        )
        document["evidence"]["witness"] = {"rootAssignment": {"X1": 0}, "differences": []}
        assert "need a state as witness" in verify(problem, document).reason

    def test_the_number_of_roots_is_disclosed(self) -> None:
        problem = replace(self.PROBLEM, worlds=(world("00 11"),), constants=True)
        model = BooleanSCM((), {"X1": Function((), 0), "X2": Function(("X1",), 2)})
        lie = build_alternative(problem, HypothesisClass(), model, model)
        assert "0 roots where 1 are disclosed" in verify(problem, plain(lie)).reason

    def test_a_root_set_without_scored_cell_is_no_member(self) -> None:
        """X2 is a target everywhere: {X1} as root set would leave nothing to score."""
        problem = replace(self.PROBLEM, worlds=(world("00 11", "X2"),))
        found = members(problem, None)
        assert found is not None and {model.roots for model in found} == {("X2",)}
        assert accepted(problem, build_local(problem, HypothesisClass()))
        other = BooleanSCM(("X1",), {"X2": Function(("X1",), 2)})
        lie = build_alternative(problem, HypothesisClass(), found[0], other)
        assert "no scored cell" in verify(problem, plain(lie)).reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"roots": ["X1"]}, "partition"),
        ({"roots": ["X1", "X2", "X3"]}, "partition"),
        ({"roots": ["X1", "X3"], "functions": {"X2": {"parents": [], "table": "0"}}}, "disclosed"),
        ({"functions": {"X3": {"parents": ["X1", "X2"], "table": "0111"}}}, "does not replay X3"),
        ({"functions": {"X3": {"parents": ["X2", "X1"], "table": "0110"}}}, "natural order"),
        ({"functions": {"X3": {"parents": ["X1", "X2"], "table": "0101"}}}, "natural order"),
        ({"functions": {"X3": {"parents": ["X1", "X2"], "table": "011"}}}, "table of 4 bits"),
        ({"functions": {"X3": {"parents": ["X3"], "table": "01"}}}, "no admissible parent"),
        ({"functions": {"X3": {"parents": ["X1", "X1"], "table": "0110"}}}, "stands twice"),
        ({"functions": {"X3": 7}}, "not an object"),
    ],
)
def test_models_are_checked(change: dict[str, object], reason: str) -> None:
    problem = small()
    document = plain(build_local(problem, HypothesisClass()))
    document["claim"]["model"].update(change)
    answer = verify(problem, document)
    assert not answer.accepted and reason in answer.reason


def test_a_bound_on_parents_holds_for_the_model_too() -> None:
    problem = small(worlds=(world("000 011"),))
    first = BooleanSCM(("X1", "X2"), {"X3": Function(("X2",), 2)})
    second = BooleanSCM(("X1", "X2"), {"X3": compile_expression(XOR)})
    assert accepted(problem, build_alternative(problem, HypothesisClass(2), first, second))
    made = build_alternative(problem, HypothesisClass(1), first, second)
    assert "2 parents, the class allows 1" in verify(problem, plain(made)).reason


@pytest.mark.parametrize(
    ("experiment", "witness", "reason"),
    [
        ({}, {}, "1 to 3 targets"),
        ({"X1": 0, "X2": 0, "X3": 0, "X4": 0}, {}, "1 to 3 targets"),
        ({"X9": 1}, {}, "unknown variable"),
        ({"X1": 0}, {}, "contradicts do(X1=0)"),
        ({"X1": 1}, {"rootAssignment": {"X1": 1}}, "not complete"),
        ({"X1": 1}, {"differences": []}, "at least one difference"),
        ({"X3": 1}, {}, "that the experiment leaves alone"),
        ({"X1": 1}, {"rootAssignment": {"X1": 1, "X2": 0}}, "X3=1 in the reference and 1 in"),
        ({"X1": 1}, {"state": {}}, "unknown key"),
    ],
)
def test_experiments_and_witnesses_are_checked(
    experiment: dict[str, int], witness: dict[str, object], reason: str
) -> None:
    problem = small(worlds=(world("000 011 101"),))
    either = Operation("or", (X1, X2))
    first, second = (BooleanSCM(("X1", "X2"), {"X3": compile_expression(e)}) for e in (XOR, either))
    shown = best_experiment(first, second)
    document = plain(build_alternative(problem, HypothesisClass(), first, second, shown))
    assert document["evidence"]["witness"]["rootAssignment"] == {"X1": 1, "X2": 1}
    document["evidence"]["experiment"]["assignments"] = experiment
    document["evidence"]["witness"].update(witness)
    answer = verify(problem, document)
    assert not answer.accepted and reason in answer.reason


def test_models_over_the_same_roots_take_a_root_assignment() -> None:
    problem = small(worlds=(world("000 011 101"),))
    either = Operation("or", (X1, X2))
    first, second = (BooleanSCM(("X1", "X2"), {"X3": compile_expression(e)}) for e in (XOR, either))
    shown = best_experiment(first, second)
    document = plain(build_alternative(problem, HypothesisClass(), first, second, shown))
    state = {"state": {"X1": 1, "X2": 1, "X3": 0}, "possible_in": "reference"}
    document["evidence"]["witness"] = state
    assert "need a root assignment" in verify(problem, document).reason


def test_experiments_on_several_targets_are_simulated_too() -> None:
    problem = small(worlds=(world("000 011 101"),))
    either = Operation("or", (X1, X2))
    first, second = (BooleanSCM(("X1", "X2"), {"X3": compile_expression(e)}) for e in (XOR, either))
    shown = compare(first, second, Experiment.do(X1=1, X2=1))
    assert accepted(problem, build_alternative(problem, HypothesisClass(), first, second, shown))


def test_cyclic_models_are_refused() -> None:
    disclosure = Disclosure(Setting.HIDDEN_ORDER, ("X1", "X3", "X4"), ("X1",))
    problem = BooleanProblem("p", disclosure, (world("000 111"),))
    functions = {"X3": Function(("X4",), 2), "X4": Function(("X3",), 2)}
    model = BooleanSCM(("X1",), functions)
    made = build_alternative(problem, HypothesisClass(), model, model)
    assert "cycle" in verify(problem, plain(made)).reason
    assert read_model(Node(CertifiedModel(model).to_dict(), "")).scm == model

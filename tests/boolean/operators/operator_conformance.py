"""What every operator must do, asked of one at a time: be written, read, executed, counted, explained."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

import symcause
from symcause.errors import UsageError
from symcause.families.boolean.baselines.bottom_up_search import SearchLimits, search
from symcause.families.boolean.catalogue import catalogue, clones, depth_bounds
from symcause.families.boolean.files.bnet import read_bnet, write_bnet
from symcause.families.boolean.models import operator_completeness as completeness
from symcause.families.boolean.models.decision_diagrams import (
    dependence_meter,
    dependencies,
    equivalent,
)
from symcause.families.boolean.models.functions import Function, compile_expression, reduce
from symcause.families.boolean.models.mechanism_tables import tabulate
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.release.bundle.repairs import smallest
from symcause.families.boolean.release.scorer.canonical_form import Writings
from symcause.families.boolean.release.scorer.scorer_messages import expression_fault
from symcause.families.boolean.verifier import certificate_question
from symcause.families.boolean.verifier.exports.proof_statement import _operator
from symcause.families.boolean.verifier.expression_lists import read_expression, write_expression
from symcause.grammar import (
    MechanismError,
    parse,
    parse_any,
    parse_infix,
    to_infix,
    to_latex,
    to_sexpr,
)
from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.lark_reader import read as read_by_grammar
from symcause.grammar.mechanisms.mechanism_sympy import from_sympy, python_source, to_sympy
from symcause.kernel.nodes import Node
from symcause.models.expressions import JOINS, Operation, Variable
from symcause.models.mechanism_scanner import BOUNDS, MANY
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import WORDS, is_name
from tests.boolean.operators.second_truth import (
    NAMES,
    TRUTH,
    applied,
    closed,
    columns,
    samples,
    table,
)

ALL = {"operators": WORDS, "constants": True}


def tables_agree(word: str) -> None:
    """The record and the tables that the verifier loads say the same."""
    assert list(OPERATOR) == list(WORDS) and {*JOINS} == {*WORDS} == {*BOUNDS} - {""} == {*TRUTH}
    own, arities = OPERATOR[word], TRUTH[word][0]
    most = arities[-1] if len(arities) == 1 else MANY
    assert BOUNDS[word] == (own.meaning.least, own.meaning.most) == (arities[0], most)
    assert own.word == word and not is_name(word)
    kept = dict(zip("01msa", completeness.POST, strict=True))
    found = completeness.basis((word,), False)
    left = {c for c, keeps in kept.items() if not all(keeps(t, arity) for t, arity in found)}
    assert set(certificate_question._POST[word]) == left


def executed(word: str) -> None:
    """What is executed, what the record denotes, and the truth values one by one."""
    meaning = OPERATOR[word].meaning
    for arity in TRUTH[word][0][:4]:
        every = (1 << (1 << arity)) - 1
        parts = [sum(1 << i for i in range(1 << arity) if i >> j & 1) for j in range(arity)]
        wanted = applied(word, tuple(parts), 1 << arity)
        assert JOINS[word](parts, every) == wanted
        if meaning.gathers:
            first, *rest = parts
            gathered = []
            for gather in meaning.gathers:
                joined = first
                for part in rest:
                    joined = gather(joined, part)
                gathered.append(joined)
            parts = gathered
        assert (parts[0] if meaning.value is None else meaning.value(parts, every)) == wanted


def written_and_read(word: str) -> None:
    """Every notation gives the same expression back, by the scanners and by the grammars."""
    for expression in samples(word):
        text, infix = to_sexpr(expression), to_infix(expression)
        signs = to_infix(expression, symbols=True)
        assert (
            parse(text, **ALL) == expression == read_by_grammar("sexpr", text, Rules(WORDS, True))
        )
        for told in (infix, signs):
            assert parse_infix(told, **ALL) == expression, told
            assert read_by_grammar("infix", told, Rules(WORDS, True)) == expression
            assert parse_any(told, **ALL) == expression
        own, shown = OPERATOR[word], to_latex(expression)
        assert f"({word} " in text and (own.latex in shown or (own.call and own.call in shown))
        lists = write_expression(expression)
        assert read_expression(Node(json.loads(json.dumps(lists)), "here")) == expression


def exported(word: str) -> None:
    """Exports say the same function: networks, sympy, its source; the proofs, or a refusal."""
    import sympy

    for expression in samples(word):
        function = compile_expression(expression)
        roots = tuple(sorted(expression.variables))
        network = write_bnet(BooleanSCM(roots, {"Y": function}))
        assert read_bnet(network).functions["Y"] == function
        from symcause.families.boolean.files.bnet import _spelled

        again = parse_infix(
            _spelled(expression, "Y"), operators=("not", "and", "or"), constants=True
        )
        assert compile_expression(again) == function
        symbolic = to_sympy(expression)
        assert compile_expression(from_sympy(symbolic)) == function
        made: dict[str, dict[object, object]] = {}
        exec(python_source({"Y": expression}, "demo"), made)  # our own text
        difference = sympy.Xor(made["mechanisms"][sympy.Symbol("Y")], symbolic)
        assert sympy.simplify_logic(difference) is sympy.false
    if OPERATOR[word].proof:
        assert _operator(word) is not None
    else:
        with pytest.raises(UsageError, match="do not know"):
            _operator(word)


def evaluated(word: str) -> None:
    """Tables, the quick way from text, dependencies and diagrams against values one by one."""
    found = list(samples(word))
    for expression in found:
        names = tuple(sorted(expression.variables))
        function = reduce(names, table(expression, names))
        assert compile_expression(expression) == function
        assert dependencies(expression, dependence_meter()) == set(function.parents)
        quick = tabulate(to_sexpr(expression), WORDS)
        assert quick is None or quick.function == function
    for left, right in product(found, found):
        same = table(left, NAMES) == table(right, NAMES)
        assert equivalent(left, right, dependence_meter()) == same


def told_apart(word: str) -> None:
    """No operator is taken for another; each is the same as what its plain spelling says."""
    x = tuple(map(Variable, NAMES))
    for other in WORDS:
        for arity in {*TRUTH[word][0][:3]} & {*TRUTH[other][0][:3]}:
            one, two = Operation(word, x[:arity]), Operation(other, x[:arity])
            same = table(one, NAMES) == table(two, NAMES)
            assert equivalent(one, two, dependence_meter()) == same and (not same or word == other)
            writings = Writings()
            assert (writings.form(one) == writings.form(two)) == (word == other)


def canonical(word: str) -> None:
    """Expressions with one form denote one function, and the form in writing denotes it, too."""
    writings = Writings()
    forms: dict[int, int] = {}
    for expression in samples(word):
        form, meant = writings.form(expression), table(expression, NAMES)
        assert forms.setdefault(form, meant) == meant
        text = writings.text(form)
        assert table(parse(text, **ALL), NAMES) == meant
        assert writings.form(parse(text, **ALL)) == form


def _matters(found: int, count: int) -> bool:
    names = [f"x{j}" for j in range(count)]
    return len(reduce(names, found).parents) == count


def sets_with(word: str) -> list[tuple[str, ...]]:
    """Operator sets with an operator, alone and among others."""
    company: tuple[tuple[str, ...], ...] = ((), ("not",), ("and", "or"), ("iff",))
    return [tuple(w for w in WORDS if w in {word, *others}) for others in company]


def catalogued(word: str) -> None:
    """Least sizes within depths, against all expressions there are."""
    for words, constants in product(sets_with(word), (False, True)):
        book = catalogue(words, constants)
        for count, most, depth in ((1, 6, 9), (2, 6, 9), (2, 6, 2), (3, 5, 9)):
            least: dict[int, int] = {}
            for size in range(1, most + 1):
                for found in columns(words, constants, count, size, depth):
                    least.setdefault(found, size)
            wanted = {t: size for t, size in least.items() if _matters(t, count)}
            bound = None if depth == 9 else depth
            pairs = book.fitting_by_size(count, most, 0, 0, max_depth=bound)
            assert {t: size for size, t in pairs} == wanted, (words, constants, count, depth)
            for found, size in list(wanted.items())[:40]:
                function = Function(tuple(f"x{j}" for j in range(count)), found)
                shortest = book.shortest(function, via="x0", max_depth=bound)
                assert shortest is not None and shortest.size == size
                assert table(shortest, function.parents) == found


def generated(word: str) -> None:
    """What can be written at any size, within a depth or not, against sets that are closed."""
    for words, constants in product(sets_with(word), (False, True)):
        for depth in (None, 2, 3):
            known = closed(words, constants, 2, depth)
            tables = (
                clones.generated(words, constants, 2)
                if depth is None
                else depth_bounds.within_depth(words, constants, 2, depth)
            )
            wanted = {t for t in known if _matters(t, 2)}
            assert {int(t) for t in np.ravel(tables)} == wanted, (words, constants, depth)
        every = closed(words, constants, 2, None)
        complete = completeness.expresses_everything(words, constants)
        assert complete == (len(every) == 16), words


def counted(word: str) -> None:
    """Members within an AST size, against a listing of expressions; certificates are accepted."""
    for words, most in zip(sets_with(word), (5, 3, 3), strict=False):
        problem = symcause.problem(
            {
                "format": "symcause.boolean/1",
                "id": "two",
                "variables": ["X1", "X2", "X3"],
                "setting": "ordered",
                "roots": ["X1", "X2"],
                "order": ["X1", "X2", "X3"],
                "operators": list(words),
                "worlds": [{"id": "w", "split": "train", "rows": ["111"]}],
            }
        )
        listed = set[int]().union(*(columns(words, False, 2, s, 9) for s in range(1, most + 1)))
        wanted = sum(found >> 0b11 for found in listed)
        assert symcause.count(problem, max_ast=most).count == wanted, (words, most)
        bounded = symcause.audit(problem, max_ast=most, certificate=True)
        assert symcause.verify(problem, bounded.certificate).accepted
    free = symcause.audit(problem, certificate=True)
    assert symcause.verify(problem, free.certificate).accepted


def searched(word: str) -> None:
    """What searches from below find has the wanted column and the size they say."""
    x = {"X1": 0b1010, "X2": 0b1100}
    for words in sets_with(word)[:2]:
        for wanted in range(16):
            for found in search(x, wanted, 0b1111, words, SearchLimits(5, 50, 5_000)):
                assert table(found.expression, ("X1", "X2")) == wanted
                assert found.expression.size == found.size
            small = [o for o in words if OPERATOR[o].symmetric]
            leaves = {column: Variable(name) for name, column in x.items()}
            repaired = smallest(wanted, leaves, 0b1111, small, False)
            assert repaired is None or table(repaired, ("X1", "X2")) == wanted


def _mistake(text: str, reader: Callable[..., object] = parse, **rules: object) -> MechanismError:
    with pytest.raises(MechanismError) as caught:
        reader(text, **{**ALL, **rules})
    return caught.value


def explained(word: str) -> None:
    """Mistakes name the operator and what it takes; what others call it is recognised."""
    arities, own = TRUTH[word][0], OPERATOR[word]
    few = _mistake(f"({word} {' '.join(NAMES[: arities[0] - 1])})".replace(" )", ")"))
    assert few.mistake == "wrong-arity" and f"{word!r} takes" in str(few)
    if len(arities) == 1:
        longer = f"({word} {' '.join(NAMES[: arities[0] + 1])})"
        many = _mistake(longer)
        assert many.mistake == "wrong-arity" and f"{word!r} takes" in str(many)
        told = f"Operator '{word}' expects at most {arities[0]} args, got {arities[0] + 1}"
        assert expression_fault(longer, WORDS, True, NAMES) == told
    assert _mistake(f"(and X1 {word})").mistake == "operator-as-variable"
    refused = _mistake(f"({word} {' '.join(NAMES[: arities[0]])})", operators=("bogus",))
    assert refused.mistake == "operator-not-allowed" and repr(word) in str(refused)
    for synonym in own.synonyms.split():
        if synonym.isalpha():
            near = _mistake(f"({synonym} X1 X2 X3)")
            assert near.mistake == "unknown-operator" and f"did you mean {word!r}?" in str(near)
    if own.infix == "pair":
        chained = _mistake(f"X1 {word} X2 {word} X3", parse_infix)
        assert chained.mistake == "ambiguous-chain" and f"{word!r} does not chain" in str(chained)
    if own.called:
        wrong = _mistake(f"{word}(X1)", parse_infix)
        assert wrong.mistake == "wrong-arity" and f"{word!r} takes" in str(wrong)
        assert f"{word}(…)" in str(_mistake("X1, X2", parse_infix))
        assert _mistake(f"{word} X1", parse_infix).mistake in ("missing-bracket", "missing-operand")


def asked(word: str) -> None:
    """Prompts say what it means, with an example that can be read; rendered texts are read back."""
    document = {
        "format": "symcause.boolean/1",
        "id": "one",
        "variables": ["X1", "X2", "X3"],
        "setting": "hidden-order",
        "roots": ["X1", "X2"],
        "operators": [*dict.fromkeys(("and", word))],
        "worlds": [{"id": "w", "split": "train", "rows": ["000", "111"]}],
    }
    problem = symcause.problem(document)
    assert OPERATOR[word].sentence in symcause.render_prompt(problem).text
    from symcause.families.boolean.scoring.prompt.answer_form import _example

    for mechanism in _example(problem)["mechanisms"].values():  # type: ignore[attr-defined]
        parse(mechanism, **ALL)
    rendered = symcause.render(problem).text
    assert OPERATOR[word].explained in rendered
    assert symcause.read_rendering(rendered).told["operators"] == [
        w for w in WORDS if w in ("and", word)
    ]


CHECKS = (
    tables_agree,
    executed,
    written_and_read,
    exported,
    evaluated,
    told_apart,
    canonical,
    catalogued,
    generated,
    counted,
    searched,
    explained,
    asked,
)

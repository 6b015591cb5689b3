"""``(if c t e)`` where a problem names it, and constants in brackets: read, counted, written."""

from __future__ import annotations

from itertools import product

import pytest

from benchmarks.interpreting import interpret
from symcause.errors import SymcauseError
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.decision_diagrams import dependence_meter
from symcause.families.boolean.models.functions import compile_expression, projection, reduce
from symcause.families.boolean.models.operator_completeness import expresses_everything
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.grammar import MechanismError, parse, parse_infix, to_infix, to_sexpr
from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.lark_reader import read as by_grammar
from symcause.grammar.mechanisms.mechanism_sympy import python_source, to_sympy
from symcause.models.expressions import evaluate
from symcause.models.variable_names import OPERATORS, WORDS

SETS = (("if",), ("not", "if"), ("xor", "if"), ("and", "iff", "if"), WORDS)


def applied(operators: tuple[str, ...], inner: list[set[int]], ones: int, size: int) -> set[int]:
    """Tables of exactly this size by the plain definition; lists of arguments one by one."""
    found: set[int] = set()
    if "not" in operators:
        found |= {ones ^ table for table in inner[size - 1]}
    if "if" in operators:
        for a, b in product(range(1, size), repeat=2):
            if (c := size - 1 - a - b) > 0:
                found |= {
                    x & y | (ones ^ x) & z for x in inner[a] for y in inner[b] for z in inner[c]
                }
    for operator in set(operators) & {"and", "or", "xor", "iff"}:
        lists: list[set[tuple[int, int, int]]] = [set() for _ in range(size)]  # all, some, parity
        whole: set[tuple[int, int, int]] = set()
        for total in range(1, size):
            lists[total] |= {(t, t, t) for t in inner[total]}
            for last in range(1, total):
                longer = {
                    (x & t, y | t, z ^ t) for x, y, z in lists[total - last] for t in inner[last]
                }
                lists[total] |= longer
                if total == size - 1:
                    whole |= longer
        place = {"and": 0, "or": 1, "xor": 2}
        for every, some, odd in whole:
            table = (
                (every, some, odd)[place[operator]] if operator in place else every | ones ^ some
            )
            found.add(table)
    return found


@pytest.mark.parametrize("constants", [False, True])
@pytest.mark.parametrize("operators", SETS, ids=" ".join)
def test_sizes_against_listing(operators: tuple[str, ...], constants: bool) -> None:
    """Every function of two variables: least sizes, shortest formulas, what can be written at all."""
    count, ones, most = 2, 15, 9
    leaves = {projection(0, count), projection(1, count)} | ({0, ones} if constants else set())
    inner: list[set[int]] = [set(), leaves]
    for size in range(2, most + 1):
        inner.append(applied(operators, inner, ones, size))
    least = {}
    for size in range(most, 0, -1):
        least.update(dict.fromkeys(inner[size], size))
    book = catalogue(operators, constants)
    for table in range(16):
        function = reduce(("X1", "X2"), table)
        size = book.minimal_size(function)
        if table in least:
            assert size == least[table], (operators, constants, bin(table))
            written = book.shortest(function, via="X1")
            assert written is not None and written.size == size
            assert compile_expression(written) == function
            assert book.writable(function, None) and book.writable(function, size)
        else:
            assert size is None or size > most
    if expresses_everything(tuple(operators), constants):
        assert set(least) == set(range(16))
    elif operators == ("if",):
        assert set(least) == {8, 10, 12, 14}  # and, the two names, or: all-0 and all-1 are kept


@pytest.mark.parametrize("operators", [("if",), ("not", "if")], ids=" ".join)
def test_depths_against_listing(operators: tuple[str, ...]) -> None:
    """Depth alone, three variables: one more operator on top, by the plain definition."""
    ones, names = 255, ("a", "b", "c")
    inner = {projection(variable, 3) for variable in range(3)}
    for depth in (1, 2, 3):
        tables = set(catalogue(operators, False).fitting(3, None, 0, 0, max_depth=depth))
        assert tables == {t for t in inner if len(reduce(names, t).parents) == 3}, depth
        deeper = {c & y | (ones ^ c) & n for c, y, n in product(inner, repeat=3)}
        inner |= deeper | ({ones ^ t for t in inner} if "not" in operators else set())


def test_what_it_means() -> None:
    chosen = parse("(if X1 X2 (not X3))", operators=WORDS)
    for a, b, c in product((False, True), repeat=3):
        state = {"X1": a, "X2": b, "X3": c}
        expected = b if a else not c
        assert interpret(chosen, state) is expected
        assert evaluate(chosen, {k: int(v) for k, v in state.items()}, 1) == expected
    wide = parse(f"(if X1 (and X2 {' '.join(f'X{i}' for i in range(4, 20))}) X3)", operators=WORDS)
    assert compile_expression(wide, dependence_meter()).parents[:3] == ("X1", "X2", "X3")
    assert (chosen.size, chosen.depth) == (5, 3)


def test_notations() -> None:
    text = "(if X1 (if X2 X3 X1) (iff X1 X2 X3))"
    chosen = parse(text, operators=WORDS)
    assert to_sexpr(chosen) == text == to_sexpr(by_grammar("sexpr", text, Rules(WORDS)))
    assert to_infix(chosen) == "if(X1, if(X2, X3, X1), iff(X1, X2, X3))"
    assert parse_infix(to_infix(chosen), operators=WORDS) == chosen
    assert str(to_sympy(parse("(if X1 X2 X3)", operators=WORDS))) == "ITE(X1, X2, X3)"
    assert "import And, Equivalent, ITE, Not" in python_source({"X4": chosen}, "demo")


REFUSED = {
    "(if X1 X2)": "'if' takes three arguments: condition, then, else",
    "(if X1 X2 X3 X4)": "'if' takes three arguments: condition, then, else",
    "(if)": "'if' takes three arguments: condition, then, else",
    "(if X1 X2 X3": "a closing bracket is missing",
    "if": "the operator word 'if' stands where",
    "((X1))": "a bracket opens without an operator",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(MechanismError) as refused:
        parse(text, operators=WORDS)
    assert refused.value.stage == "parse"
    if text != "if":
        assert REFUSED[text] in str(refused.value)


def test_only_where_it_is_named() -> None:
    with pytest.raises(MechanismError, match="the operator 'if' is not allowed") as refused:
        parse("(if X1 X2 X3)", operators=OPERATORS)
    assert refused.value.stage == "parse"


@pytest.mark.parametrize("text", ["1", "(1)", "( 0 )", "(and X1 (1))", "(and (1) (0) 1)", "(  1)"])
def test_constants_in_brackets(text: str) -> None:
    read = parse(text, constants=True)
    assert read == by_grammar("sexpr", text, Rules(constants=True))
    with pytest.raises(MechanismError, match=r"the constant . is not allowed") as refused:
        parse(text)
    assert refused.value.stage == "parse"


@pytest.mark.parametrize("text", ["((1))", "(2)", "(-1)", "(1 X1)", "(01)", "(1", "()"])
def test_no_constants(text: str) -> None:
    with pytest.raises(MechanismError) as refused:
        parse(text, constants=True)
    assert refused.value.stage == "parse"


def problem(operators: tuple[str, ...], constants: bool = False) -> dict[str, object]:
    rows = ["0000", "0101", "1011", "1110"]
    return {
        "format": "symcause.boolean/1",
        "id": "choice",
        "variables": ["X1", "X2", "X3", "X4"],
        "setting": "ordered",
        "roots": ["X1", "X2", "X3"],
        "order": ["X1", "X2", "X3", "X4"],
        "operators": list(operators),
        "constants": constants,
        "worlds": [{"id": "w", "split": "train", "rows": rows}],
    }


@pytest.mark.few(1)
@pytest.mark.parametrize(("operators", "constants"), [(s, c) for s in SETS for c in (False, True)])
def test_counting_is_what_the_operators_generate(
    operators: tuple[str, ...], constants: bool
) -> None:
    """All 256 tables of three parents, kept if the closure of the operators holds them and rows agree."""
    ones = 255
    known = {projection(v, 3) for v in range(3)} | ({0, ones} if constants else set())
    while True:
        more = set(known)
        if "not" in operators:
            more |= {ones ^ t for t in known}
        more |= {c & y | (ones ^ c) & n for c in known for y in known for n in known}
        pairs = [(a, b) for a in known for b in known]
        more |= {a & b for a, b in pairs} if "and" in operators else set()
        more |= {a | b for a, b in pairs} if "or" in operators else set()
        more |= {a ^ b for a, b in pairs} if "xor" in operators else set()
        more |= {ones ^ a ^ b for a, b in pairs} if "iff" in operators else set()
        if len(more) in (len(known), 256):  # nothing new, or everything
            known = more
            break
        known = more
    read = read_boolean(problem(operators, constants))
    rows = [(int(row[:3][::-1], 2), int(row[3])) for row in read.worlds[0].rows]
    expected = sum(all(table >> at & 1 == bit for at, bit in rows) for table in known)
    assert BooleanSpace(read, read.default_class()).count() == expected


def test_in_files_and_answers() -> None:
    document = problem(WORDS)
    read = read_boolean(document)
    assert read_boolean(write_boolean(read)) == read
    answer = check(read, '{"mechanisms": {"X4": "(if X1 (not X2) X2)"}}')
    assert (answer.valid, answer.train_exact) == (True, True)
    refused = check(read_boolean(problem(OPERATORS)), '{"mechanisms": {"X4": "(if X1 X2 X3)"}}')
    assert (refused.stage, refused.valid) == ("parse", False)
    with pytest.raises(SymcauseError, match="an operator word cannot name a variable"):
        read_boolean({**document, "variables": ["X1", "X2", "X3", "if"]})


@pytest.mark.parametrize("constants", [False, True])
def test_the_kernel_knows_what_operators_express(constants: bool) -> None:
    """Its own table of Post's classes against the criterion computed from truth tables."""
    for chosen in product((False, True), repeat=len(WORDS)):
        operators = tuple(word for word, used in zip(WORDS, chosen, strict=True) if used)
        read = read_boolean(problem(operators, constants))
        question = CertifiedQuestion(read, read.default_class())
        assert question.expressive == expresses_everything(operators, constants), operators

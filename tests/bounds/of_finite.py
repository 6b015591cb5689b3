"""Bounds of finite problems: what files say, what classes list, and what members are compared on."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import symcause
from symcause.answers import Unknown
from symcause.episodes.rules import Optimum
from symcause.families.finite.catalogue import class_catalogue
from symcause.families.finite.catalogue.class_catalogue import catalogue_of
from symcause.families.finite.catalogue.closure_ledger import Collision
from symcause.families.finite.catalogue.grammar_closure import Closure
from symcause.families.finite.catalogue.named_functions import named_functions
from symcause.families.finite.episode.effort import effort
from symcause.families.finite.files.sheet import sheet_of
from symcause.families.finite.generator import drawn_queries, row_siblings
from symcause.families.finite.generator.gold_worlds import _refuting
from symcause.families.finite.models import table_terms
from symcause.families.finite.models.finite_values import FiniteVariable
from symcause.families.finite.models.term_text import parse_term
from symcause.families.finite.models.term_values import value_of
from symcause.families.finite.models.term_vocabulary import MechanismVocabulary, TermError
from symcause.families.finite.models.terms import Name
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import ValueQuery
from symcause.families.finite.report.evidence_board import board
from symcause.families.finite.report.view import edge_figure
from symcause.families.finite.scoring.answer_check import answer_model
from symcause.families.finite.space.fewest_worlds import fewest_worlds, pool_of
from symcause.families.finite.space.member_existence import _rising, rising_member
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.certificate_reader import _model, _stuck, _value
from symcause.families.finite.verifier.kernel import verify
from symcause.kernel.nodes import Node
from tests.bounds.stops import bounded, refused, stops
from tests.finite.proof_cases import stated
from tests.finite.test_two_answers import lamp


def _document(size: int = 2, values: int = 2, **changes: Any) -> dict[str, Any]:
    """So many variables with so many values, all with their first; all but the last are roots."""
    names = [f"V{i + 1}" for i in range(size)]
    return {
        "format": "symcause.finite/1",
        "id": "small",
        "variables": [{"name": name, "values": list(range(values))} for name in names],
        "setting": "hidden-order",
        "roots": names[:-1],
        "class": {"functions": "any"},
        "worlds": [{"id": "w", "rows": [[0] * size]}],
        **changes,
    }


def _read(size: int = 2, values: int = 2, **changes: Any) -> Any:
    return symcause.problem(_document(size, values, **changes))


def _grammar(**changes: Any) -> dict[str, Any]:
    return {"grammar": {"max_size": 1, "operators": {}, **changes}}


def _wrong(text: str, words: str) -> bool:
    """Is an expression over A refused with these words?"""
    try:
        parse_term(text, MechanismVocabulary({"A": FiniteVariable("A", (0, 1))}))
    except TermError as error:
        assert words in str(error)
        return True
    return False


# language and files
@stops("finite.TERM_TOKENS", 4)
def _(size: int) -> object:
    text = f"(max {'A ' * (size - 3)})"
    return _wrong(text, "at most 4 tokens")


@stops("finite.TERM_BRACKETS", 2)
def _(size: int) -> object:
    text = "(max " * size + "A" + ")" * size
    return _wrong(text, "at most 2 brackets")


@stops("finite.WORD_LENGTH", 4)
def _(size: int) -> object:
    variables = [{"name": "V1", "values": ["w" * size, "on"]}, {"name": "V2", "values": [0, 1]}]
    worlds = [{"id": "w", "rows": [["on", 0]]}]
    return refused(lambda: _read(variables=variables, worlds=worlds), "at most 4")


@stops("finite.FILE_INTEGER", 5)
def _(size: int) -> object:
    variables = [{"name": "V1", "values": [0, -size]}, {"name": "V2", "values": [0, 1]}]
    return refused(lambda: _read(variables=variables), "between -5 and 5")


@stops("finite.VARIABLES", 3)
def _(size: int) -> object:
    return refused(lambda: _read(size), "at most 3")


@stops("finite.VARIABLE_VALUES", 3)
def _(size: int) -> object:
    return refused(lambda: _read(values=size), "at most 3")


@stops("finite.EXPRESSION_SIZE", 3)
def _(size: int) -> object:
    return refused(lambda: _read(**{"class": _grammar(max_size=size)}), "max_size")


@stops("finite.WORLD_ROWS", 3)
def _(size: int) -> object:
    worlds = [{"id": f"w{i}", "rows": [[0, 0]]} for i in range(size)]
    return refused(lambda: _read(worlds=worlds), "at most 3")


@stops("finite.CLASS_FILE_BYTES", 100)
def _(size: int) -> object:
    text = json.dumps({"format": "symcause.finite-class/1", "functions": "any"})
    with TemporaryDirectory() as folder:
        Path(folder, "class.json").write_text(text.ljust(size), encoding="utf-8")
        problem = Path(folder, "problem.json")
        problem.write_text(json.dumps(_document(**{"class": "class.json"})), encoding="utf-8")
        return refused(lambda: symcause.load(problem), "too large for a class file")


@stops("finite.SET_DEPTH", 1)
def _(size: int) -> object:
    stored = {
        "observation_set_id": "s",
        "variables": ["x", "y"],
        "operators": ["AND"],
        "max_depth": size,
        "n_compatible_expressions": 1,
        "observations": [{"inputs": {"x": 0, "y": 1}, "output": 0}],
    }
    return refused(lambda: symcause.problem(stored), "too deep")


@stops("finite.MENTIONED_COMBINATIONS", 2**3, within=3, beyond=4)
def _(size: int) -> object:
    names = " ".join(f"V{i + 1}" for i in range(size))
    problem = _read(6, gold={"mechanisms": {"V6": f"(max {names})"}})
    return "combinations" in str(symcause.audit(problem).to_dict()["gold"])


# classes
@stops("finite.LISTED_FUNCTIONS", 2**4, within=3, beyond=4)
def _(size: int) -> object:
    catalogue, roots = catalogue_of(_read(size)), [f"V{i + 1}" for i in range(size - 1)]
    return refused(lambda: catalogue.functions(f"V{size}", roots), "functions of one parent set")


@stops("finite.LISTED_ENTRIES", 2**3)
def _(size: int) -> object:
    sizes = (2, 2, 2) if size == 2**3 else (3, 3)
    return refused(lambda: named_functions(("parity",), sizes), "too many to list")


@stops("finite.MONOTONE_BELOW", 6, within=3, beyond=4)
def _(size: int) -> object:
    return refused(lambda: named_functions(("monotone",), (2,) * size), "not put together")


@stops("finite.MONOTONE_FUNCTIONS", 6, within=2, beyond=3)
def _(size: int) -> object:
    return refused(lambda: named_functions(("monotone",), (2,) * size), "more than 6 monotone")


# spaces
@stops("finite.COMPARED_MEMBERS", 2**3, within=3, beyond=4)
def _(size: int) -> object:
    return refused(lambda: open_space(_read(size)).ranks(), "more than 8 are not run")


@stops("finite.QUERY_MEMBERS", 2**3, within=3, beyond=4)
def _(size: int) -> object:
    query = {"id": "q", "do": {"V1": 1}, "of": f"V{size}"}
    answer = symcause.audit(_read(size, queries=[query])).to_dict()["queries"][0]
    return answer["status"] == "unknown"


@stops("finite.TERM_INTEGER", 5)
def _(size: int) -> object:
    variable = {"A": FiniteVariable("A", (0, 1))}
    term = parse_term(f"(add {size} A)", MechanismVocabulary(variable))
    return value_of(term, {"A": 0}, {}, variable) is None


@stops("finite.CLOSURE_LOOKS", 16, within=3, beyond=4)
def _(size: int) -> object:
    grammar = _read(**{"class": _grammar(max_size=size, operators={"max": True})}).model_class
    domains = ((0, 1), (0, 1))
    return refused(lambda: Closure(grammar.shared.grammar, (), domains), "outputs to compute")


@stops("finite.EXISTENCE_LOOKS", 2)
def _(size: int) -> object:
    seen = {pattern: min(pattern, 1) for pattern in range(size + 1)}  # one pair for each that is on
    return refused(lambda: _rising(seen, (3, 3)), "too many to compare")


@stops("finite.RISING_PATTERNS", 8, within=3, beyond=4)
def _(objects: int) -> object:
    space = open_space(lamp(objects, [[0] * (objects + 1)], [1] * objects))
    return refused(lambda: rising_member(space.problem, space.tables), "too many to write out")


@stops("finite.KEPT_CATALOGUES", 2)
def _(size: int) -> object:
    class_catalogue._catalogues.clear()
    problems = [_read(values=2 + at) for at in range(size)]
    first = catalogue_of(problems[0])
    for problem in problems[1:]:
        catalogue_of(problem)
    return catalogue_of(problems[0]) is not first


@stops("finite.KEPT_CLOSURES", 2)
def _(size: int) -> object:
    class_catalogue._closures.clear()
    catalogue = catalogue_of(_read(size + 1, **{"class": _grammar(operators={"max": True})}))
    for parents in range(size):
        catalogue.functions("V1", [f"V{2 + at}" for at in range(parents)])
    return len(class_catalogue._closures) < size


@stops("finite.NEXT_CONTEXTS", 2**2, within=3, beyond=4)
def _(size: int) -> object:
    space = open_space(_read(size, worlds=[{"id": "w", "do": {"V1": 1}, "rows": [[1] * size]}]))
    return len(space.contexts) < 2 ** (size - 1)


@stops("finite.POOL_CONTEXTS", 2**2, within=3, beyond=4)
def _(size: int) -> object:
    space: Any = open_space(_read(size))
    observed = pool_of(space, next(iter(space.members())))[0]
    return len(observed.rows) < 2 ** (size - 1)


@stops("finite.QUERY_ROOT_SETS", 3)
def _(size: int) -> object:
    document = _document(size, setting="hidden-roots", root_count=1)  # the last is the root
    document["worlds"] = [{"id": "w", "rows": [[0] * size, [0] * (size - 1) + [1]]}]
    done = {f"V{at + 1}": 1 for at in range(1, size)}
    document["queries"] = [{"id": "q", "do": done, "of": "V1"}]
    del document["roots"]
    with bounded("finite.QUERY_MEMBERS", 0):
        answer = symcause.audit(symcause.problem(document)).to_dict()["queries"][0]
    return "root sets" in (answer["reason"] or "")


@stops("finite.CLOSURE_SEEDS", 3)
def _(size: int) -> object:
    class Unlucky(Closure):
        def _grow(self, seed: int) -> None:
            if seed < size - 1:
                raise Collision
            super()._grow(seed)

    grammar = _read(**{"class": _grammar()}).model_class.shared.grammar
    try:
        Unlucky(grammar, (), ((0, 1),))
    except AssertionError:
        return True
    return False


@stops("finite.REFUTING_TARGETS", 1)
def _(size: int) -> object:
    problem = _read(size + 2, roots=["V1"])  # copies of V1, and what sees that all of them differ
    *copies, last = [f"V{at + 2}" for at in range(size + 1)]
    apart = " ".join(f"(ne V1 {copy})" for copy in copies)
    gold, other = (
        answer_model(
            problem, json.dumps({"mechanisms": dict.fromkeys(copies, "V1") | {last: text}})
        )
        for text in (f"(and {apart})", "0")
    )
    return _refuting(problem, gold, other, "w") is None


@stops("finite.SIBLING_ROWS", 2)
def _(size: int) -> object:
    rows = [[value, 0] for value in range(size + 1)]  # each says what no other says
    problem = _read(values=size + 1, worlds=[{"id": "w", "rows": rows}])
    gold = answer_model(problem, '{"mechanisms": {"V2": "0"}}')
    return isinstance(row_siblings._needed(problem, gold, Random(0)), Unknown)


@stops("finite.QUERY_DRAWS", 1)
def _(size: int) -> object:
    settled, opened = (_read(worlds=[{"id": "w", "rows": rows}]) for rows in _PAIR)
    gold = answer_model(settled, '{"mechanisms": {"V2": "V1"}}')
    tells, idle = (ValueQuery("q", "V2", given={"V1": at}) for at in (1, 0))
    drawn = [idle] * (size - 1) + [tells]
    with mock.patch.object(drawn_queries, "_drawn", lambda *given, **more: iter(drawn)):
        return isinstance(drawn_queries.asked_of_both(settled, opened, gold, Random(0)), Unknown)


_PAIR = [[0, 0], [1, 1]], [[0, 0]]
"""Rows that settle what V2 is where V1 is 1, and rows that do not."""


@stops("finite.EFFORT_MEMBERS", 2)
def _(size: int) -> object:
    rows = [[value, 0] for value in range(size - 1)]  # V2 has one of so many values in the last
    problem = _read(values=size, worlds=[{"id": "w", "rows": rows}])
    return effort(open_space(problem), None) == Optimum()


@stops("finite.LISTED_EDGES", 3)
def _(size: int) -> object:
    return not sheet_of(_document(size)).groups[-1].columns[0].choices


@stops("finite.TERM_STATES", 3)
def _(size: int) -> object:
    variable, rows = FiniteVariable("A", tuple(range(size))), list[int]()

    def column_of(term: Any, columns: Any, number: int, *others: Any) -> Any:
        rows.append(number)
        return usual(term, columns, number, *others)

    usual = table_terms.column_of
    with mock.patch.object(table_terms, "column_of", column_of):
        table_terms.function_of(Name("A"), variable, {"A": variable})
    assert sum(rows) == size
    return len(rows) > 1


@stops("finite.WORLD_CHOICE_ROUNDS", 0)
def _(size: int) -> object:
    rows = [[0, 0], [1, 1]][: 2 - size]  # both leave one member, the first alone leaves two
    space: Any = open_space(_read(worlds=[{"id": "w", "rows": rows}]))
    gold = next(iter(space.members()))
    with bounded("finite.ORDERED_MEMBERS", 0):
        return not fewest_worlds(space, gold).minimal


# verification
@stops("families/finite/verifier/certificate_reader._MAX_NAMES", 3)
def _(size: int) -> object:
    names = [f"V{i}" for i in range(size)]
    return refused(lambda: _stuck(Node(names)), "more than 3")


@stops("families/finite/verifier/certificate_reader._MAX_TEXT", 9)
def _(size: int) -> object:
    model = {"roots": ["A"], "mechanisms": {"B": "A".ljust(size)}}
    return refused(lambda: _model(Node(model)), "9 characters")


@stops("families/finite/verifier/certificate_reader._MAX_ID", 3)
def _(size: int) -> object:
    return refused(lambda: _value(Node("w" * size)), "3 characters")


@stops("families/finite/verifier/member_list.MAX_MEMBERS", 2**3, within=3, beyond=4)
def _(size: int) -> object:
    problem = _read(size)
    certificate = {
        "format": "symcause.certificate/1",
        "family": "finite",
        "claim": "count",
        "digest": fingerprint(problem),
        "count": 2**3,
        "evidence": {"kind": "listing"},
    }
    return verify(problem, certificate).accepted is None


@stops("finite.PROVED_CELLS", 4, within=2, beyond=3)
def _(size: int) -> object:
    """Two parents with so many values each."""
    problem = _read(3, size, **{"class": {"functions": "any", "max_parents": 2}})
    return refused(lambda: stated(problem, "count", "recursion", count=1), "at most 4 cells")


@stops("finite.PROVED_OUTPUTS", 2, within=2, beyond=3)
def _(size: int) -> object:
    """An operator of one argument with so many values."""
    turn = {"arity": 1, "table": [[value, 0] for value in range(size)]}
    declared = {"grammar": {"max_size": 2, "operators": {"turn": turn}}, "max_parents": 1}
    problem = _read(3, size, **{"class": declared})
    return refused(lambda: stated(problem, "count", "recursion", count=1), "at most 2 outputs")


# report
@stops("finite.PIECE_ROWS", 2)
def _(size: int) -> object:
    """One world of equal rows is one piece of evidence."""
    problem = _read(2, worlds=[{"id": "w", "rows": [[0, 0]] * size}])
    with mock.patch("symcause.reports.space_drawing.world_pieces.CUT_ROWS", 1):
        pieces = board(open_space(problem)).pieces
    return any(piece.detail.endswith("…") for piece in pieces)


@stops("finite.DRAWN_VARIABLES", 3)
def _(size: int) -> object:
    problem = _read(size, worlds=[{"id": "w", "rows": [[0] * size, [1] * size]}])
    return edge_figure(symcause.audit(problem), problem) is None

"""``symcause.boolean/1``: round trips, defaults, gold, the canonical form and the JSON Schemas."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from itertools import product
from typing import Any

import jsonschema
import pytest

from symcause.audits.schemas import names, schema_of
from symcause.cli.main import COMMANDS
from symcause.errors import SymcauseError
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.experiments import Difference, Experiment, Witness
from symcause.families.boolean.models.scm import CycleError
from symcause.families.boolean.problem.fingerprint import describe, fingerprint
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer, Answer
from symcause.formats.json_text import read_json
from symcause.formats.pools.problem_writer import layout, one_line
from symcause.grammar import parse, to_sexpr
from symcause.kernel.envelope import canonical
from symcause.models.disclosure import Setting
from symcause.models.expressions import Constant, Operation, Variable, spell
from tests.formats.cases import demo, random_problem

SEEDS = range(150)


@pytest.mark.few(25)
@pytest.mark.few(30)
@pytest.mark.parametrize("seed", SEEDS)
def test_round_trip(seed: int) -> None:
    problem = random_problem(seed)
    document = write_boolean(problem)
    for text in (one_line(document), layout(document)):
        assert read_boolean(read_json(text)) == problem
    assert write_boolean(read_boolean(document)) == document
    jsonschema.Draft202012Validator(schema_of("boolean")).validate(document)


def test_every_setting_occurs_in_the_random_problems() -> None:
    found = {random_problem(seed).setting for seed in SEEDS}
    assert found == set(Setting)


def test_defaults() -> None:
    document = demo(operators=None, constants=None, max_parents=None, gold=None)
    world = {"id": "w", "split": "train", "rows": ["0110"]}
    problem = read_boolean({**document, "worlds": [world]})
    assert problem.operators == ("not", "and", "or", "xor", "iff")
    assert not problem.constants and problem.max_parents is None and problem.gold is None
    assert problem.worlds[0].targets == () and problem.worlds[0].mode == "none"


def test_null_means_absent() -> None:
    given = {**demo(), "gold": None, "reference": None, "max_parents": None, "metadata": None}
    assert read_boolean(given) == read_boolean(demo(gold=None, max_parents=None))


def test_metadata_survives() -> None:
    text = json.dumps(demo(metadata={"note": "x", "deep": [{"rate": 0.25}], "n": 3}))
    problem = read_boolean(read_json(text))
    assert problem.metadata == {"note": "x", "deep": [{"rate": 0.25}], "n": 3}
    assert json.loads(one_line(write_boolean(problem)))["metadata"] == problem.metadata


@pytest.mark.parametrize(
    "mechanisms",
    [
        {"X3": "X4", "X4": "X3"},  # cyclic
        {"X3": "(not X3)", "X4": "X1"},  # mentions itself
        {"X3": "(and X1 X2)", "X4": "X3"},  # does not replay the rows
    ],
)
def test_a_gold_that_is_wrong_still_loads(mechanisms: dict[str, str]) -> None:
    """Whether gold is legal and right is a verdict, not a matter of the format."""
    problem = read_boolean(demo(gold={"mechanisms": mechanisms}))
    assert problem.gold is not None and problem.gold_scm is not None


def test_gold_beyond_the_order_loads() -> None:
    document = demo(setting="ordered", order=["X1", "X2", "X3", "X4"])
    document["gold"] = {"mechanisms": {"X3": "X4", "X4": "X1"}}
    assert read_boolean(document).gold is not None


def test_a_cycle_in_gold_shows_only_when_it_runs() -> None:
    problem = read_boolean(demo(gold={"mechanisms": {"X3": "X4", "X4": "X3"}}))
    assert problem.gold_scm is not None
    with pytest.raises(CycleError):
        _ = problem.gold_scm.order


def test_hidden_roots_take_gold_with_or_without_roots() -> None:
    base = demo(setting="hidden-roots", roots=None, root_count=2)
    stated = read_boolean(base)
    implied = read_boolean({**base, "gold": {"mechanisms": base["gold"]["mechanisms"]}})
    assert stated.gold_scm == implied.gold_scm


def test_the_canonical_form_ignores_id_metadata_spelling_and_layout() -> None:
    plain = read_boolean(demo())
    renamed = read_boolean(demo(id="other", metadata={"a": 1}))
    spaced = demo()
    spaced["gold"]["mechanisms"]["X3"] = "( xor   X1 X2 )"
    defaults = demo(operators=None, constants=None)
    assert len({fingerprint(read_boolean(d)) for d in (demo(), spaced, defaults)}) == 1
    assert fingerprint(renamed) == fingerprint(plain)
    assert fingerprint(plain) == hashlib.sha256(canonical(describe(plain))).hexdigest()
    document = write_boolean(plain)
    del document["id"]
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(describe(plain)) == text.encode()


def test_the_fingerprint_is_pinned() -> None:
    """It stands in certificates: a change would orphan them."""
    assert fingerprint(read_boolean(demo())) == (
        "ae16b3c8c7297f0594c1d1c9bc2773b28271e5a7f90de87004c5ac22e4e01faa"
    )


CHANGES: dict[str, Any] = {
    "max_parents": 3,
    "constants": True,
    "operators": ["not", "and", "or", "xor"],
    "gold": None,
    "reference": {"mechanisms": {"X3": "X1", "X4": "X2"}},
}


@pytest.mark.parametrize("key", CHANGES)
def test_the_fingerprint_sees(key: str) -> None:
    changed = read_boolean(demo(**{key: CHANGES[key]}))
    assert fingerprint(changed) != fingerprint(read_boolean(demo()))


def test_the_fingerprint_sees_rows() -> None:
    problem = read_boolean(demo())
    first = replace(problem.worlds[0], rows=("0110", "1011"))
    assert fingerprint(replace(problem, worlds=(first, *problem.worlds[1:]))) != fingerprint(
        problem
    )


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(50))
def test_canonical_spelling_is_the_printer_s(seed: int) -> None:
    gold = random_problem(seed).gold
    expressions = [] if gold is None else list(gold.mechanisms.values())
    expressions += [Constant(True), Operation("and", (Constant(False), Variable("X1")))]
    for expression in expressions:
        assert spell(expression) == to_sexpr(expression)
        assert parse(spell(expression), constants=True) == expression


def test_alternative_answers_are_written_in_the_published_shape() -> None:
    witness = Witness((("X1", True), ("X2", False)), (Difference("X4", False, True),))
    answer = AlternativeAnswer(Answer({"X3": Variable("X1")}), Experiment.do(X7=0), witness)
    document = write_answer(answer)
    assert document == {
        "alternative": {"mechanisms": {"X3": "X1"}},
        "experiment": {"type": "hard_do", "assignments": {"X7": 0}},
        "witness": {
            "rootAssignment": {"X1": 1, "X2": 0},
            "differences": [{"variable": "X4", "reference": 0, "alternative": 1}],
        },
    }
    jsonschema.validate(document, schema_of("alternative"))
    partial = write_answer(AlternativeAnswer(Answer({"X3": Variable("X1")}), None, None))
    assert list(partial) == ["alternative"]


def test_schemas_are_of_commands_that_there_are() -> None:
    told = [what for what in names().values() if what.startswith("symcause ")]
    assert {what.split(maxsplit=2)[1].rstrip(",") for what in told} <= set(COMMANDS)
    problem = {"symcause": "0", "family": "boolean", "problem": "p"}
    jsonschema.validate({**problem, "accepted": True, "claim": "unique"}, schema_of("verify"))
    jsonschema.validate({"problem": "p", "error": "e"}, schema_of("error"))


def test_no_such_schema() -> None:
    with pytest.raises(SymcauseError, match="did you mean 'boolean'"):
        schema_of("booleans")


def test_the_schema_knows_what_settings_disclose() -> None:
    """Schema and reader agree on every combination of setting and disclosed keys."""
    given = {"roots": ["X1", "X2"], "order": ["X1", "X2", "X3", "X4"], "root_count": 2}
    given["blocks"] = [["X1", "X2"], ["X3"], ["X4"]]
    validator = jsonschema.Draft202012Validator(schema_of("boolean"))
    for setting, chosen in product(Setting, product((False, True), repeat=len(given))):
        disclosed = {key: value for (key, value), c in zip(given.items(), chosen, strict=True) if c}
        document = demo(roots=None, setting=str(setting), gold=None) | disclosed
        try:
            read_boolean(document)
        except SymcauseError:
            assert not validator.is_valid(document), (setting, disclosed)
        else:
            assert validator.is_valid(document), (setting, disclosed)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("variables", ["X1", "and"]),
        ("variables", ["1X"]),
        ("operators", ["nand"]),
        ("setting", "sorted"),
        ("id", ""),
        ("max_parents", -1),
        ("extra", 1),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(key: str, value: object) -> None:
    document = demo(**{key: value})
    assert not jsonschema.Draft202012Validator(schema_of("boolean")).is_valid(document)
    with pytest.raises(SymcauseError):
        read_boolean(document)

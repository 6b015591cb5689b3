"""Whatever stands where in a document, reading it ends in a problem or in an error of ours."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from symcause.errors import SymcauseError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.problem.fingerprint import fingerprint
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_files import read_document
from tests.formats.cases import demo
from tests.formats.test_replayscm import record, verbose

ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    10**30,
    Decimal("0.5"),
    "",
    "X1",
    "\u2603\n",
    "x" * 600,
    [],
    {},
    [[]],
    ["X1", "X1"],
    {"X3": "X1"},
)


def alternative() -> dict[str, Any]:
    document = record()
    document["problem"]["task"]["taskName"] = "CIND_A_SCM_ALT_EXP"
    document["problem"]["goldAnswer"]["scm_alt_exp"] = {
        "referenceMechanisms": {"X1": "X2", "X3": "(not X2)"}
    }
    return document


DOCUMENTS = {
    "boolean": demo(metadata={"a": [1]}, reference={"mechanisms": {"X3": "X1", "X4": "X1"}}),
    "ordered": demo(setting="ordered", order=["X1", "X2", "X3", "X4"]),
    "blocks": demo(setting="block-order", blocks=[["X1", "X2"], ["X3", "X4"]]),
    "hidden roots": demo(setting="hidden-roots", roots=None, root_count=2),
    "compact": alternative(),
    "verbose": verbose(),
}


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from places(part, (*path, index))


def mutated(document: Any, path: tuple[str | int, ...], value: object) -> Any:
    if not path:
        return value
    changed = copy.copy(document)
    changed[path[0]] = mutated(document[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize("name", DOCUMENTS)
def test_odd_values_everywhere(name: str) -> None:
    document = DOCUMENTS[name]
    assert read_document(document)
    read = refused = 0
    for path in places(document):
        for value in ODD:
            try:
                problem = read_document(mutated(document, path, value), "f.json")
            except SymcauseError as error:
                refused += 1
                assert str(error).startswith("f.json: ") and len(str(error)) < 600
                continue
            read += 1
            assert isinstance(problem, BooleanProblem)
            assert read_document(json.loads(json.dumps(write_boolean(problem)))) == problem
            assert fingerprint(problem)
    assert read and refused > 10 * len(ODD)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_missing_keys_everywhere(name: str) -> None:
    document = DOCUMENTS[name]
    for path in places(document):
        if path and isinstance(path[-1], str):
            changed = copy.deepcopy(document)
            inner: Any = changed
            for key in path[:-1]:
                inner = inner[key]
            del inner[path[-1]]
            try:
                assert read_document(changed, "f.json")
            except SymcauseError as error:
                assert str(error).startswith("f.json: ")

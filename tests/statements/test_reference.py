"""The cases of the reference, each as a test; and its worked examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.question import ask
from tests.cli.cases import Shell
from tests.statements.cases import Document, of_dag, problem, shared_cases

CASES = shared_cases()


def _same(expected: object, found: object, key: str) -> None:
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, value in expected.items():
            _same(value, found.get(name), f"{key}.{name}")
    elif isinstance(expected, list) and isinstance(found, list):
        assert len(expected) == len(found), key
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            _same(one, other, f"{key}[{at}]")
    else:
        assert expected == found, key


NOT_KEYS = {"exit", "pairs", "note_sort", "parsed", "names"}
"""What a case says beside the keys of a document."""


@pytest.mark.skipif(not CASES, reason="SYMCAUSE_DATA has no field/cases.jsonl")
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_of_the_reference(case: Document, shell: Shell, tmp_path: Path) -> None:
    path, expected = tmp_path / "case.json", case["expect"]
    told = {key: value for key, value in case["problem"].items() if key != "file"}
    path.write_text(json.dumps(told))
    more: list[object] = []
    for at, answer in enumerate(case.get("answers", [case["answer"]] if "answer" in case else [])):
        beside = tmp_path / f"answer{at}.txt"
        beside.write_text(answer if isinstance(answer, str) else json.dumps(answer))
        more.append(beside)
    code, out, err = shell(case["command"], path, *more, "--json")
    assert code == expected.get("exit", 0), err
    if code == 2:
        assert expected["names"] in err and err.count("\n") == 1
        return
    document = json.loads(out)
    for key, value in expected.items():
        if key not in NOT_KEYS:
            _same(value, document[key], key)
    if "pairs" in expected:
        assert [part["holds"] for part in document["alternatives"]] == [True, False]
    if "parsed" in expected:
        _parsed(expected["parsed"], shell, path)


def _parsed(expected: dict[str, Any], shell: Shell, path: Path) -> None:
    _, out, _ = shell("convert", path, "--to", "statements")
    document = json.loads(out)
    assert document["hypothesis"]["relation"] == expected["relation"]
    assert document["hypothesis"]["of"] == expected["of"]
    assert len(document["independent"]) == expected["independent"]
    assert document["reading"] == expected.get("reading", "path")


WORKED: list[tuple[str, int, str, str, dict[str, tuple[int, int, str]]]] = [
    ("AC BC", 3, "parent", "AC", {"path": (1, 1, "entailed")}),
    ("AB BC", 3, "parent", "AB", {"path": (3, 1, "open")}),
    ("AB BC", 3, "ancestor", "AC", {"path": (3, 1, "open")}),
    ("AB BC", 3, "confounder", "AC", {"path": (3, 1, "open")}),
    (
        *("AB AC BC", 3, "ancestor", "AC"),
        {"path": (6, 1, "open"), "strict": (6, 0, "impossible"), "any": (6, 3, "open")},
    ),
    ("AC BC CD", 4, "ancestor", "AD", {"path": (1, 1, "entailed")}),
    (
        *("AC BC CD", 4, "confounder", "CD"),
        {"path": (1, 0, "impossible"), "any": (1, 1, "entailed")},
    ),
    ("AB AC AD BC BD", 4, "collider", "AB", {"path": (10, 10, "entailed")}),
    ("AC AE BE CD DE", 5, "parent", "AE", {"path": (3, 3, "entailed")}),
    ("AB AC AD AE BC BD BE CD", 5, "collider", "AB", {"path": (32, 32, "entailed")}),
    ("AC AD AE AF BD BE CD DE DF EF", 6, "confounder", "CD", {"path": (2, 1, "open")}),
    (
        *("AB AD AE AF BC CE CF DE", 6, "ancestor", "AE"),
        {"path": (4, 4, "entailed"), "strict": (4, 0, "impossible")},
    ),
]
"""The examples 1 to 12: a DAG stands for its class."""


@pytest.mark.parametrize(
    ("dag", "size", "relation", "of", "expected"),
    WORKED,
    ids=[f"example {number}" for number in range(1, 13)],
)
def test_worked_examples(
    dag: str, size: int, relation: str, of: str, expected: dict[str, tuple[int, int, str]]
) -> None:
    for reading, (count, holds, verdict) in expected.items():
        found: Any = ask("audit", of_dag(dag, size, relation, of, reading))
        assert (found.count, found.holds_in, found.verdict) == (count, holds, verdict)


def test_the_complete_graph_of_six() -> None:
    """Example 13."""
    found: Any = ask("count", problem(6, ()))
    assert (found.count, found.status) == (720, "exact")


NONE = frozenset[int]()


@pytest.mark.parametrize(
    ("size", "independent", "kind"),
    [
        (3, [(0, 2, NONE), (0, 2, frozenset((1,)))], "mixed"),
        (4, [(0, 2, NONE), (1, 3, NONE)], "conflict"),
        (4, [(0, 2, frozenset((1, 3))), (1, 3, frozenset((0, 2)))], "no orientation"),
    ],
)
def test_contradictions(size: int, independent: list[Any], kind: str) -> None:
    """The examples 14 to 16."""
    found: Any = ask("audit", problem(size, independent))
    assert (found.verdict, found.count, found.reason_kind) == ("inconsistent", 0, kind)
    assert found.settled is False and found.label is None and found.reason


@pytest.mark.parametrize(
    ("size", "independent", "dependent", "relation", "of", "expected"),
    [
        (3, [], [(0, 1, NONE)], "parent", "AB", (19, 8, "open")),
        (3, [(0, 2, NONE)], [(0, 1, NONE), (1, 2, NONE)], "collider", "AC", (1, 1, "entailed")),
        (4, [(0, 1, NONE)], [(0, 1, frozenset((2,)))], "collider", "AB", (23, 21, "open")),
    ],
)
def test_incomplete_statements(
    size: int,
    independent: list[Any],
    dependent: list[Any],
    relation: str,
    of: str,
    expected: tuple[int, int, str],
) -> None:
    """The examples 17 to 19."""
    asked = problem(size, independent, relation, of, dependent=dependent, complete=False)
    found: Any = ask("audit", asked)
    assert (found.count, found.holds_in, found.verdict) == expected


def test_what_to_do_next() -> None:
    """Example 20."""
    found: Any = ask("next", of_dag("AB BC", 3, "parent", "AB"))
    told = [
        (one.experiment["do"], one.outcomes, one.worst, one.worst_open, one.expected, one.settles)
        for one in found.experiments
    ]
    assert told == [
        ("B", 3, 1, 0, "1", True),
        ("A", 2, 2, 0, "5/3", True),
        ("C", 2, 2, 2, "5/3", False),
    ]


def test_what_tells_two_members_apart() -> None:
    """Example 21."""
    first, second = '{"edges": ["A->B", "B->C"]}', '{"edges": ["B->A", "B->C"]}'
    asked = of_dag("AB BC", 3, "parent", "AB")
    found: Any = ask("separate", asked, first=first, second=second)
    assert found.separates == ("A", "B") and found.experiment == {"do": "A"}


def test_two_members_that_differ() -> None:
    """Example 22."""
    found: Any = ask("alternatives", of_dag("AB BC", 3, "parent", "AB"))
    assert found.changed_edges == 1 and found.code == 1
    assert [part.holds for part in found.alternatives] == [True, False]

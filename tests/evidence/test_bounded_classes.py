"""Verdicts, checks and counts in classes that bound how functions are written: single cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.members import Members
from symcause.errors import SymcauseError
from symcause.families.boolean.space.holes import behaviour_search, list_search
from symcause.formats.problems import read_document
from tests.cli.cases import Shell
from tests.evidence.latent_cases import behaves

NEEDED = {
    "format": "symcause.boolean/2",
    "id": "needed",
    "variables": ["A", "B"],
    "setting": "hidden-order",
    "roots": ["A"],
    "operators": ["and", "or"],
    "constants": False,
    "worlds": [{"id": "w", "split": "train", "rows": ["01", "11"]}],
    "knowledge": {"forbid": ["B->A"]},
}
"""B is always 1, which nobody can write: inconsistent by the bound alone."""

ERRING = {
    **{key: value for key, value in NEEDED.items() if key != "knowledge"},
    "id": "erring",
    "errors": 1,
    "worlds": [{"id": "w", "split": "train", "rows": ["01", "01", "11", "01"]}],
}
"""So is this one: a copy of A is wrong in three cells."""

PARITY = {
    "format": "symcause.boolean/2",
    "id": "parity",
    "variables": ["A", "B", "C"],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "operators": ["and", "or", "not"],
    "worlds": [{"id": "w", "split": "train", "rows": ["000", "011", "101", "110"]}],
    "knowledge": {"forbid": ["C->A"]},
}
"""C is A or B and not both, which takes more words than the class has."""

PLAIN = {
    "format": "symcause.boolean/1",
    "id": "plain",
    "variables": ["A", "B", "C"],
    "setting": "hidden-order",
    "roots": ["A"],
    "worlds": [{"id": "w", "split": "train", "rows": ["000", "111"]}],
}
WIDE = {
    **PLAIN,
    "id": "wide",
    "variables": ["A", "B", "C", "D"],
    "roots": ["A", "B"],
    "worlds": [{"id": "w", "split": "train", "rows": ["0000", "0101", "1111"]}],
}
HOLED = {
    **PLAIN,
    "format": "symcause.boolean/2",
    "id": "holed",
    "worlds": [{"id": "w", "split": "train", "rows": ["0?0", "11?"]}],
}
LATENT = {
    **HOLED,
    "id": "latent",
    "latent": ["B"],
    "worlds": [{"id": "w", "split": "train", "rows": ["0?0", "1?1"]}],
}
CHAIN = '{"mechanisms": {"B": "A", "C": "B"}}'


def saved(document: dict[str, Any], folder: Path) -> Path:
    path = folder / f"{document['id']}.json"
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize(
    ("document", "options"),
    [(NEEDED, ()), (ERRING, ()), (PARITY, ("--max-ast", "3")), (PARITY, ("--max-depth", "1"))],
)
def test_a_verdict_that_rests_on_the_bound_has_no_certificate(
    document: dict[str, Any],
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    proof, asked = tmp_path / "proof.json", ("audit", saved(document, tmp_path), *options)
    code, out, err = Shell(capsys)(*asked, "--certificate", proof, "--json")
    told = json.loads(out)
    assert told["verdict"] == "inconsistent" and told["certificate"] is None
    assert code == 2 and not proof.exists() and told["certificate_reason"] in err
    assert "without the bounds on how functions are written" in err


@pytest.mark.parametrize(
    ("document", "options"),
    [
        (HOLED, ("--max-ast", "3")),
        (HOLED, ("--max-depth", "1")),
        (HOLED, ("--max-ast", "3", "--identity", "behaviour")),
        ({**HOLED, "operators": ["and", "or"]}, ()),
        (LATENT, ("--max-ast", "3")),
        (PLAIN, ("--max-ast", "3", "--identity", "behaviour")),
        ({**PLAIN, "operators": ["and", "or"]}, ("--identity", "behaviour")),
    ],
)
def test_an_answer_is_placed_in_such_a_class(
    document: dict[str, Any],
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(CHAIN)
    code, out, err = Shell(capsys)("check", saved(document, tmp_path), answer, *options, "--json")
    told = json.loads(out)
    assert not err and code in (0, 1, 3)
    assert told["valid"] and told["in_class"] is True
    assert (told["unique"] is None) == ("?" in str(document["worlds"]))


def test_nobody_asks_a_space_whether_it_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Truth is a search that may not end: who wants it asks for a member."""

    def refused(self: object) -> bool:
        raise AssertionError("a space was asked for its truth value")

    monkeypatch.setattr(Members, "__bool__", refused)
    for document in (HOLED, LATENT, PLAIN, {**PLAIN, "format": "symcause.boolean/2", "errors": 1}):
        problem = read_document(dict(document))
        for answer in (CHAIN, '{"cannot_tell": true}'):
            symcause.check(problem, answer)
        symcause.audit(problem, certificate=True)
        symcause.count(problem)


@pytest.mark.parametrize(
    ("options", "count"), [({"max_ast": 3}, 7), ({"max_depth": 1}, 3), ({}, 7)]
)
def test_reasons_speak_of_what_is_there(
    options: dict[str, Any], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without ``?`` nothing is said of unobserved cells."""
    for search in (behaviour_search, list_search):
        monkeypatch.setattr(search, "BEHAVIOUR_MODELS", 500)
    problem = read_document(dict(PLAIN))
    assert symcause.count(problem, identity="behaviour", **options).count == count
    found = symcause.audit(problem, identity="behaviour", **options)
    assert found.verdict == "ambiguous" and found.count == count
    assert found.beyond_reach and "observed" not in json.dumps(found.beyond_reach)
    wide = {**PLAIN, "variables": [f"X{i}" for i in range(12)], "roots": ["X0"]}
    wide["worlds"] = [{"id": "w", "split": "train", "rows": ["0" * 12]}]
    told = symcause.count(read_document(wide), identity="behaviour", **options)
    assert told.count is not None or "observed" not in str(told.reason)


@pytest.mark.parametrize("bounds", [("--max-ast", "3"), ("--max-depth", "2")])
@pytest.mark.parametrize("document", [PLAIN, WIDE], ids=lambda known: known["id"])
def test_behaviours_are_counted_on_the_command_line(
    document: dict[str, Any],
    bounds: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = {bounds[0].removeprefix("--").replace("-", "_"): int(bounds[1])}
    models = symcause.space(read_document(document), **given, identity="functions+roots")
    kinds = {behaves(model, ()) for model in models.members()}
    assert len(kinds) > 1
    asked = ("count", saved(document, tmp_path), "--identity", "behaviour", *bounds)
    code, told = Shell(capsys).one(*asked)
    assert (code, told["count"], told["identity"]) == (0, len(kinds), "behaviour")


def test_counts_name_their_unit() -> None:
    problem = read_document(dict(LATENT))
    found = symcause.audit(problem)
    own = next(entry for entry in found.profile if entry.max_parents == 2)
    assert found.identity == "behaviour" and found.count != own.count
    assert found.profile_identity == found.spectrum_identity == "functions+roots"
    counted = symcause.count(problem)
    assert counted.identity == "behaviour" and counted.spectrum_identity == "functions+roots"
    plain = symcause.audit(problem, identity="functions+roots").to_dict()
    assert plain["count"] == own.count and "profile_identity" not in plain
    with pytest.raises(SymcauseError):
        read_document({**LATENT, "latent": ["A", "B", "C"]})

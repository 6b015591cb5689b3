"""`verify` says in which class it accepts, and whether the claim holds for the problem as it states itself.

Where a certificate of another class is called *as stated*, the claim is compared with a listing of all
members of the problem's own class.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.problem.fingerprint import fingerprint
from symcause.families.boolean.verifier.kernel import verify
from symcause.models.disclosure import Setting
from tests.boolean.certificate_cases import cases, members, plain
from tests.boolean.forgeries import KINDS, certificate_of
from tests.cli.cases import Shell, write

COPY: dict[str, Any] = {
    "format": "symcause.boolean/1",
    "id": "copy",
    "variables": ["X1", "X2", "X3"],
    "setting": "hidden-order",
    "roots": ["X1"],
    "max_parents": 2,
    "worlds": [
        {"id": "w0", "split": "train", "rows": ["000", "111"]},
        {
            "id": "w1",
            "split": "train",
            "mode": "constant",
            "targets": ["X2"],
            "rows": ["011", "111"],
        },
    ],
}
CRYSTALS: dict[str, Any] = {
    "format": "symcause.linear/1",
    "id": "crystals",
    "variables": ["a", "b", "t"],
    "target": "t",
    "controllable": ["a"],
    "family": "linear",
    "semantics": "set",
    "rounding": "0",
    "coefficients": {"domain": "rational"},
    "records": [
        {"id": "r0", "values": {"a": 1, "b": 5, "t": 7}},
        {"id": "r1", "values": {"a": 2, "b": 5, "t": 9}},
        {"id": "r2", "values": {"a": 4, "b": 5, "t": 13}},
    ],
}
SHAPES: dict[str, Any] = {
    "format": "symcause.shapeworld/1",
    "id": "shapes",
    "shapes": ["circle", "square", "triangle"],
    "question": {"cause": "circle", "effect": "triangle"},
    "initial": [],
    "transcript": [{"action": "move", "shape": "circle", "moving": ["circle", "square"]}],
}


def certified(
    shell: Shell, folder: Path, document: dict[str, Any], *options: object
) -> tuple[Path, Path]:
    problem, proof = write(folder / "p.json", document), folder / "c.json"
    proof.unlink(missing_ok=True)
    shell("audit", problem, "--certificate", proof, *options)
    return problem, proof


def test_a_narrower_class_is_named(shell: Shell, tmp_path: Path) -> None:
    files = certified(shell, tmp_path, COPY, "--max-parents", 1)
    code, out, _ = shell("verify", *files)
    assert code == 0 and out.startswith("accepted (unique): ")
    assert "(at most 1 parent; hidden-order)" in out
    assert "accepted for at most 1 parent; the problem states at most 2 parents" in out
    code, document = shell.one("verify", *files)
    assert code == 0 and document["as_stated"] is False
    assert document["class"] == {"max_parents": 1, "max_ast": None, "max_depth": None}
    assert document["setting"] == "hidden-order"
    code, document = shell.one("verify", *files, "--as-stated")
    assert code == 1 and document["accepted"] is False
    assert (
        document["reason"] == "it holds for at most 1 parent; the problem states at most 2 parents"
    )


def test_the_own_class_is_as_stated(shell: Shell, tmp_path: Path) -> None:
    files = certified(shell, tmp_path, COPY)
    code, document = shell.one("verify", *files, "--as-stated")
    assert code == 0 and document["as_stated"] is True and document["accepted"] is True


def test_members_of_a_wider_class_may_not_be_of_the_problems_own(
    shell: Shell, tmp_path: Path
) -> None:
    files = certified(shell, tmp_path, {**COPY, "max_parents": 1}, "--max-parents", 2)
    code, document = shell.one("verify", *files)
    assert (code, document["claim"], document["as_stated"]) == (0, "ambiguous", False)
    assert "X3 has 2 parents, the class allows 1" in document["reason"]


@pytest.mark.parametrize(
    ("document", "options", "words"),
    [
        (CRYSTALS, ("--max-parents", "1"), "at most 1 parent; the problem states any number"),
        (CRYSTALS, ("--coefficients", "-3..3"), "integers -3..3; the problem states rationals"),
        (CRYSTALS, ("--semantics", "do"), "semantics do; the problem states set"),
        (
            {**CRYSTALS, "target_may_cause": True, "max_parents": 1},
            ("--max-parents", "2"),
            "a class wider than the problem's own",
        ),
        (SHAPES, ("--class", "rooted"), "the class rooted; the problem states all"),
    ],
)
def test_other_families(
    shell: Shell, tmp_path: Path, document: dict[str, Any], options: tuple[str, ...], words: str
) -> None:
    files = certified(shell, tmp_path, document, *options)
    if not files[1].exists():
        pytest.fail("there is no certificate to look at")
    code, found = shell.one("verify", *files)
    assert code == 0 and found["as_stated"] is False and words in found["reason"]
    assert shell("verify", *files, "--as-stated")[0] == 1
    files = certified(shell, tmp_path, document)
    code, found = shell.one("verify", *files, "--as-stated")
    assert code == 0 and found["as_stated"] is True and found["class"]


def test_from_python() -> None:
    answer = symcause.verify(symcause.load("examples/unique.json"), {})
    assert answer.accepted is False and not answer.as_stated


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", KINDS)
def test_as_stated_is_true_of_the_problems_own_members(kind: str) -> None:
    """Certificates of wider and narrower classes and of weaker settings, against listing."""
    stated = other = 0
    for seed, (problem, hypothesis, _) in enumerate(cases(61, 40, most=4)):
        for setting in Setting:
            if setting.rank < problem.setting.rank:
                continue
            weaker = problem.in_setting(setting)
            found = members(weaker, hypothesis.max_parents)
            if found is None:
                continue
            made = certificate_of(kind, weaker, hypothesis, found, seed)
            for bound in (1, 2, None) if made is not None else ():
                assert made is not None
                own = replace(problem, max_parents=bound)
                answer = verify(own, plain(replace(made, sha256=fingerprint(own))))
                assert answer.accepted
                if not answer.as_stated:
                    other += 1
                    continue
                stated += 1
                listed = members(own, bound)
                if listed is None:
                    continue
                count = len(listed)
                assert {
                    "unique": count == 1,
                    "inconsistent": count == 0,
                    "ambiguous": count > 1,
                    "count": made.claim.count == count,
                }.get(made.claim.name, True)
    assert stated > 5 and other > 2

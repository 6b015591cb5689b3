"""Forgeries hold up every check: none of a verifier could be missing without a test that notices."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.house.check_sites import ROOT, Check, checks
from tests.house.forgery_record import TABLES

UNREACHED: dict[tuple[str, str], str] = {
    (
        "boolean/verifier/separation_clauses.py",
        "question.problem.setting is Setting.HIDDEN_ROOTS",
    ): (
        "the verifier takes other clauses where roots are hidden; whoever builds certificates is told"
    ),
    ("boolean/verifier/expression_lists.py", "expression.depth > MAX_LEVELS"): (
        "nothing deeper is read; gold may be, and has no certificate then"
    ),
    ("scenario/verifier/exact_terms.py", "arm is None"): (
        "a case that says nothing about a value is refused when the scenario is read"
    ),
    ("scenario/verifier/bounds/range_terms.py", "arm is None"): (
        "a case that says nothing about a value is refused when the scenario is read"
    ),
    ("scenario/verifier/bounds/range_terms.py", "raise Beyond(f'{op} has no bounds here')"): (
        "every operator has bounds; one that is added has none until somebody writes them"
    ),
    ("linear/verifier/kernel.py", "parents is None"): (
        "a claim of uniqueness is read with its parents; this is for the type checker"
    ),
    ("cpt/verifier/kernel.py", "parents[name]"): (
        "a problem without evidence about a source is refused when it is made"
    ),
    ("cpt/verifier/kernel.py", "one not in (0, 1)"): (
        "a problem whose tables are not deterministic is refused when it is made"
    ),
    ("cpt/verifier/kernel.py", "low <= value <= high"): (
        "every network lies in a range that is proved: this tests the proofs, not the certificate"
    ),
    ("cpt/verifier/programme_proof.py", "0 < low < 1"): (
        "a network whose treatment has no share has no correlation, which is asked first"
    ),
    ("cpt/verifier/query_replay.py", "raise Rejected(f'a query without a value: {kind}')"): (
        "every other type of query is looked at before"
    ),
}
"""Checks that no certificate reaches, by file and text, and why they stay."""

TOGETHER = [
    ["boolean", "linear"],
    ["cpt", "finite", "statements", "shapeworld", "textgraph"],
    ["scenario"],
]
"""The families whose forgeries are recorded in one go; the kernel's are among the first."""


def record(families: list[str]) -> dict[str, str]:
    """What :mod:`.forgery_record` says, from a process in which nothing was loaded before."""
    order = [sys.executable, "-m", "tests.house.forgery_record", *families]
    done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def excuse(check: Check) -> str | None:
    found = (why for (file, text), why in UNREACHED.items() if (file, text) == named(check))
    return next(found, None)


def named(check: Check) -> tuple[str, str]:
    return check.file.removeprefix("symcause/").removeprefix("families/"), check.text


@pytest.mark.parametrize("families", TOGETHER, ids=" ".join)
def test_every_check_of_a_verifier_has_a_forgery(families: list[str]) -> None:
    places = [f"symcause/families/{name}/" for name in families]
    if families == TOGETHER[0]:
        places.append("symcause/kernel/")
    met = record(families)
    own = [check for check in checks() if check.file.startswith(tuple(places))]
    assert own
    without = [str(check) for check in own if check.key not in met and not excuse(check)]
    assert not without, "\n".join(without)
    idle = [str(check) for check in own if check.key in met and excuse(check)]
    assert not idle, f"reached after all: {idle}"


def test_every_family_and_every_excuse_is_there() -> None:
    everything = list(checks())
    families = {check.file.split("/")[2] for check in everything if "families" in check.file}
    assert families == set(TABLES) == {name for group in TOGETHER for name in group}
    assert set(UNREACHED) <= {named(check) for check in everything}

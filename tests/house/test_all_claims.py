"""Every claim of every family, of examples and of generated pools: what is written is accepted.

Where nothing is written, the document says why. ``verify`` reads problem and certificate from their files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from attack.bounded import drawn
from symcause.audits.question import options
from symcause.registry import families, family, load
from tests.amounts import EXHAUSTIVE, amount, some
from tests.cli.cases import EXAMPLES, Document, Shell, write

POOLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "boolean": (
        ("--preset", "hs_n6_easy_calibration", "--pool-size", "100", "--setting", "all"),
        ("--preset", "hs_n6_easy_calibration", "--pool-size", "100", "--level", "certified"),
        ("--preset", "hs_n6_easy_calibration", "--pool-size", "100", "--noise", "1"),
        ("--preset", "hs_n6_easy_calibration", "--pool-size", "100", "--hide", "0.05"),
    ),
    "linear": (
        ("--level", "original"),
        ("--level", "certified", "--integer-class"),
        ("--level", "original", "--semantics", "hold"),
        ("--quadratic", "--variables", "3"),
    ),
    "cpt": ((), ("--query", "nde")),
    "finite": (("--template", str(EXAMPLES / "finite" / "template.json")),),
    "shapeworld": (("--level", "original"), ("--level", "certified"), ("--siblings",)),
    "statements": ((), ("--siblings", "--variables", "5")),
    "scenario": tuple(("--template", name) for name in ("altitude", "assigned", "survivors")),
}
"""What is generated of each family that has a generator and certificates."""

OF_PAIRS = (("twin",), ("both",), ("budget",))
"""Claims about two scenarios."""

AUDITED = [known.name for known in families() if known.verifier is not None]


def claims(name: str) -> list[tuple[str, ...]]:
    """The options that ask for each claim of a family."""
    declared = options(load(family(name).questions["audit"]))
    choices = declared["claim"].choices if "claim" in declared else ()
    return [("--claim", word) for word in choices] or [()]


def settle(shell: Shell, pool: Path, folder: Path, *asked: str) -> tuple[int, int]:
    """How many certificates were written, all of them accepted, and how many reasons were given."""
    _, out, err = shell("audit", pool, *asked, "--certificate", f"{folder}/", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert told, err
    written = {d["problem"] for d in told if d["certificate"] is not None}
    for document in told:
        assert document["certificate"] is not None or document["certificate_reason"], document
        assert "kernel does not accept" not in str(document.get("certificate_reason"))
    if written:
        _, out, err = shell("verify", pool, folder, *(asked if "--twin" in asked else ()), "--json")
        judged = {d["problem"]: d for d in map(json.loads, out.splitlines())}
        for name in written:
            assert judged[name]["accepted"] is True, (judged[name], err)
    return len(written), len(told) - len(written)


def examples(name: str) -> list[Path]:
    found = []
    for path in sorted([*EXAMPLES.glob("*.json"), *EXAMPLES.glob("finite/lock*.json")]):
        known = json.loads(path.read_text())
        if known.get("format") in family(name).formats:
            found.append(path)
    return found


def test_every_family_is_asked() -> None:
    assert set(POOLS) | {"textgraph"} == set(AUDITED)


@pytest.mark.parametrize("name", [name for name in AUDITED if name != "textgraph"])
def test_examples(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shell, written = Shell(capsys), 0
    chosen = examples(name) if EXHAUSTIVE else examples(name)[-1:]
    assert chosen
    for path in chosen:
        for number, asked in enumerate(claims(name)):
            if asked[1:] not in OF_PAIRS:
                written += settle(shell, path, tmp_path / f"{path.stem}-{number}", *asked)[0]
    assert written


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "given"),
    [(name, given) for name, listed in POOLS.items() for given in listed],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_generated_pools(
    name: str, given: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell, pool = Shell(capsys), tmp_path / "pool"
    count = ("--count", str(amount(1, 5)), "--seed", "7")
    target = pool if name == "scenario" else tmp_path / "pool.jsonl"
    code, _, err = shell("generate", name, *given, *count, "--out", target, "--quiet")
    assert code == 0, err
    if name == "scenario":
        for path in pool.glob("*.certificate.json"):
            path.unlink()
    for number, asked in enumerate(claims(name)):
        if asked[1:] not in OF_PAIRS:
            settle(shell, target, tmp_path / str(number), *asked)


def test_random_problems_by_the_commands_of_a_user(tmp_path: Path) -> None:
    """Classes bounded by writing, a process for each command; the 30th problem has knowledge and errors."""
    written = 0
    for number in range(100) if EXHAUSTIVE else (30,):
        document, options_of_class, _ = drawn(Random(f"typed {number}"))
        problem = write(tmp_path / f"{number}.json", document)
        typed = [word for key, value in options_of_class.items() for word in _option(key, value)]
        for claim in some(("verdict", "count", "inseparable", "entailed"), 2):
            proof = tmp_path / f"{number}-{claim}.json"
            asked = ("--claim", claim, "--certificate", proof, "--json", *typed)
            done = _typed("audit", problem, *asked)
            told: Document = json.loads(done.stdout)
            if proof.exists():
                written += 1
                assert told["certificate"] == json.loads(proof.read_text())
                found = _typed("verify", problem, proof)
                assert found.returncode == 0 and found.stdout.startswith("accepted"), found.stdout
            else:
                assert told["certificate_reason"] and told["certificate"] is None
                assert str(told["certificate_reason"]) in done.stderr
    assert written


def _option(key: str, value: object) -> tuple[str, str]:
    return f"--{key.replace('_', '-')}", str(value)


def _typed(*words: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "symcause", *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, check=False)

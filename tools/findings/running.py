"""Running claims: each command in one folder with the others, its output beside what is expected."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from tools.findings.claims import DIFFERS, HOLDS, NOT_RUN, ROOT, Claim
from tools.findings.outputs import ERRATA, READINGS

_VARIABLE = re.compile(r"\$([A-Z_]+)")
_PROGRAMS = {"symcause": ("-m", "symcause"), "python": ()}
_KNOWN = (0, 1)
"""Exit codes of a command that answered, whatever it found."""


@dataclass(frozen=True)
class Outcome:
    """What came of a claim: the values that it is about, and why it was not run where it was not."""

    claim: Claim
    status: str
    got: Mapping[str, Any]
    seconds: float = 0.0
    reason: str | None = None


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder in which commands find examples and benchmarks, and leave what later ones need."""
    with tempfile.TemporaryDirectory() as name:
        for part in ("examples", "benchmarks"):
            (Path(name) / part).symlink_to(ROOT / part)
        yield Path(name)


def run(
    claims: Sequence[Claim], folder: Path, known: Mapping[str, str] = os.environ
) -> Iterator[Outcome]:
    """Run claims in their order."""
    for claim in claims:
        reason = _missing(claim, folder, known)
        if reason is not None:
            yield Outcome(claim, NOT_RUN, {}, reason=reason)
            continue
        yield _ran(claim, folder, known)


def _missing(claim: Claim, folder: Path, known: Mapping[str, str]) -> str | None:
    """Why a claim cannot be run here; None: it can."""
    for need in claim.needs:
        unset = [name for name in _VARIABLE.findall(need) if not known.get(name)]
        if unset:
            return f"{unset[0]} is not set"
        if not (folder / _filled(need, known)).exists():
            return f"{need} is not there"
    return None


def _filled(text: str, known: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda found: known.get(found[1], found[0]), text)


def _ran(claim: Claim, folder: Path, known: Mapping[str, str]) -> Outcome:
    program, *arguments = (_filled(word, known) for word in shlex.split(claim.command))
    command = [sys.executable, *_PROGRAMS[program], *arguments]
    (folder / ERRATA).unlink(missing_ok=True)
    start = monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    seconds = monotonic() - start
    if done.returncode not in _KNOWN:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        reason = f"exit code {done.returncode}: {said}"
        return Outcome(claim, DIFFERS, {}, seconds, reason)
    try:
        found = READINGS[claim.reading](done.stdout, folder)
    except (OSError, ValueError, KeyError) as error:
        return Outcome(claim, DIFFERS, {}, seconds, f"its output cannot be read: {error!r}")
    got = {key: _plain(found.get(key, 0)) for key in claim.expected}
    same = got == {key: _plain(value) for key, value in claim.expected.items()}
    return Outcome(claim, HOLDS if same else DIFFERS, got, seconds)


def _plain(value: Any) -> Any:
    """A value as JSON has it: lists and tuples are alike."""
    return json.loads(json.dumps(value))


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Claim, expected, got, seconds, and whether that is the same; one line each."""
    words = {HOLDS: "ok", DIFFERS: "differs", NOT_RUN: "not run"}
    for one in outcomes:
        told = f"{one.claim.id:<34} {words[one.status]:<8} {one.seconds:7.1f} s"
        if one.reason is not None:
            told += f"  {one.reason}"
        yield told
        if one.status != NOT_RUN:
            yield f"    expected {_shown(one.claim.expected)}"
            yield f"    got      {_shown(one.got)}"


def _shown(values: Mapping[str, Any]) -> str:
    return "; ".join(f"{key} {json.dumps(value)}" for key, value in values.items())

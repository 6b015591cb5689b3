"""A case that can be run again: the command line, the files as they were, and what happened."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from attack.faults import Outcome, judge
from attack.running import run


@dataclass(frozen=True)
class Case:
    """One command on damaged files; *origin* says by which seed and damage it came about."""

    arguments: tuple[str, ...]
    files: Mapping[str, bytes]
    origin: str = ""

    def tried(self) -> tuple[Outcome, str | None]:
        """How it ends, and what is wrong with that."""
        outcome = run(self.arguments, self.files)
        return outcome, judge(self.arguments, outcome)

    def save(self, folder: Path, told: str, outcome: Outcome) -> Path:
        """Write it down; the same case has the same name."""
        document = {
            "arguments": self.arguments,
            "origin": self.origin,
            "fault": told,
            "code": outcome.code,
            "stderr": outcome.errors.decode("utf-8", "replace")[-2_000:],
            "trace": outcome.trace,
            "files": {name: b64encode(data).decode() for name, data in self.files.items()},
        }
        text = json.dumps(document, indent=1)
        digest = sha256(json.dumps([self.arguments, document["files"]]).encode()).hexdigest()[:12]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.arguments[0]}-{digest}.json"
        path.write_text(text + "\n", encoding="utf-8")
        return path


def saved(path: Path) -> Case:
    """A case that was written down."""
    document = json.loads(path.read_text(encoding="utf-8"))
    files = {name: b64decode(data) for name, data in document["files"].items()}
    return Case(tuple(document["arguments"]), files, document["origin"])


def plain(arguments: Sequence[str]) -> str:
    """A command line for people."""
    return " ".join(["symcause", *arguments])

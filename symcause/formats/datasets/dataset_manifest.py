"""The manifest of a dataset: its files, counts of its problems, and what people state about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

FORMAT = "symcause.dataset/1"
PROBLEMS, PROMPTS, COMPLETE, CERTIFICATES, IDS = (
    "public/problems.jsonl",
    "public/prompts.jsonl",
    "evaluator/problems.jsonl",
    "evaluator/certificates.jsonl",
    "evaluator/ids.jsonl",
)


CERTIFIED, UNIQUE = "certified", "unique"
"""What the tallies call problems with a certificate, and those that are certified unique."""


EXACT = "exact and complete"
"""What the tallies call observations without disturbed and unobserved cells."""


@dataclass(frozen=True)
class About:
    """What only people know about a dataset; empty: not stated."""

    name: str = ""
    description: str = ""
    license: str = ""
    url: str = ""
    creator: str = ""
    date: str = ""
    version: str = "1.0.0"
    citation: str = ""


@dataclass(frozen=True)
class Proof:
    """A certificate that the verifier has accepted, and what it proves."""

    claim: str
    certificate: Mapping[str, object]
    unique: bool = False  # one explanation, or one answer, in the class that the problem states


@dataclass(frozen=True)
class FileEntry:
    """One file of the dataset."""

    path: str
    bytes: int
    sha256: str
    records: int

    def to_dict(self) -> dict[str, object]:
        return {
            "path": self.path,
            "bytes": self.bytes,
            "sha256": self.sha256,
            "records": self.records,
        }


@dataclass(frozen=True)
class Dataset:
    """A written dataset: its files and what its problems are like."""

    folder: str
    about: About
    files: tuple[FileEntry, ...]
    tallies: Mapping[str, Mapping[str, int]]
    contradicted: Mapping[str, str] = field(default_factory=dict)
    """Problems whose gold does not explain their evidence, by id, and how."""

    @property
    def problems(self) -> int:
        return next(entry.records for entry in self.files if entry.path == PROBLEMS)

    @property
    def certified_unique(self) -> int:
        """Problems with the proof that their evidence leaves one explanation."""
        return self.tallies.get(CERTIFIED, {}).get(UNIQUE, 0)

    @property
    def claims(self) -> str:
        """How many problems are certified, claim by claim, in words."""
        counts = self.tallies.get(CERTIFIED, {})
        return ", ".join(f"{number} certified {claim}" for claim, number in counts.items())

    @property
    def without_heldout(self) -> int:
        """Problems that could have held-out worlds and have none."""
        return self.tallies.get("heldout_worlds", {}).get("0", 0)

    def manifest(self) -> dict[str, object]:
        # How it does so would tell a part of gold, which everybody may not see.
        wrong = {"contradicted": list(self.contradicted)} if self.contradicted else {}
        return {
            "format": FORMAT,
            "name": self.about.name,
            "version": self.about.version,
            "problems": self.problems,
            "tallies": {key: dict(counts) for key, counts in self.tallies.items()},
            "files": [entry.to_dict() for entry in self.files],
            **wrong,
        }

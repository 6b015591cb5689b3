"""The manifest of a suite: what it was made of, what is in its parts, and every file of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from symcause.formats.datasets.dataset_manifest import FileEntry
from symcause.formats.structs import Struct
from symcause.suites.folder.suite_layout import MANIFEST


class FileRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a suite."""

    path: str
    bytes: int
    sha256: str
    records: int


class PartRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is in a part: numbers that anybody may know."""

    name: str
    capability: str
    primary: str
    problems: int
    asked: int
    classes: int  # different up to names and order
    latents: int
    abstain: bool
    splits: dict[str, int]
    labels: dict[str, int]
    claims: dict[str, int]
    drawn: int
    rejected: dict[str, int]


class ManifestDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The manifest of a suite, and that of its public part, which has no parts of evaluators."""

    format: str
    name: str
    version: str
    symcause: str
    open: bool
    canary: str
    recipe_sha256: str
    key_sha256: str
    public_digest: str
    gold_in_two_splits: int
    parts: tuple[PartRecord, ...]
    files: tuple[FileRecord, ...]


@dataclass(frozen=True)
class Contents:
    """What a part holds, as it was counted."""

    drawn: int
    rejected: Mapping[str, int]


def entry_of(path: str, data: bytes) -> FileEntry:
    """A file as manifests list it; its records are its lines, where it has a line for each."""
    records = data.count(b"\n") if path.endswith((".jsonl", ".csv")) else 1
    return FileEntry(path, len(data), sha256(data).hexdigest(), records)


def public_digest(entries: Iterable[FileEntry]) -> str:
    """The fingerprint of a public part: of its files, but for the manifest that says it."""
    lines = sorted(f"{one.path} {one.sha256}\n" for one in entries if one.path != MANIFEST)
    return sha256("".join(lines).encode()).hexdigest()

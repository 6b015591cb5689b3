"""The verified source: problems and certificates of a dataset, of a folder, or as they are named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import file_digest
from inspect import signature
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.datasets.dataset_manifest import CERTIFICATES, COMPLETE, FORMAT
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.pools.pool_folders import PROOF, is_folder
from symcause.formats.pools.problem_files import Item
from symcause.formats.problems import Problem
from symcause.formats.storage.byte_streams import read_bytes
from symcause.registry import family_of, load

MANIFEST = "manifest.json"
"""What a dataset describes its files in."""


@dataclass(frozen=True)
class Source:
    """Where the problems are, and where their certificates; None: in their metadata."""

    problems: str
    certificates: str | None


def source_of(problems: str, certificates: str | None) -> Source:
    """What two paths of the command line mean.

    A dataset is its evaluator's part, after its files were compared with its manifest; a folder with
    certificates beside the problems holds both.
    """
    if not is_folder(problems):
        return Source(problems, certificates)
    folder = Path(problems)
    manifest = _manifest(folder / MANIFEST)
    if manifest is not None:
        _compare(folder, manifest)
        held = folder / CERTIFICATES
        own = str(held) if certificates is None and held.is_file() else certificates
        return Source(str(folder / COMPLETE), own)
    beside = certificates is None and any(p.name.endswith(PROOF) for p in folder.iterdir())
    return Source(problems, problems if beside else certificates)


def _manifest(path: Path) -> Mapping[str, object] | None:
    """The manifest of a dataset; None where there is none."""
    if not path.is_file():
        return None
    try:
        manifest = read_json(decode_text(read_bytes(path)))
    except SymcauseError:
        return None
    return manifest if isinstance(manifest, dict) and manifest.get("format") == FORMAT else None


def _compare(folder: Path, manifest: Mapping[str, object]) -> None:
    """Raises where a file of a dataset is missing or another than its manifest says."""
    if not (folder / COMPLETE).is_file():
        raise UsageError(
            "the evaluator's part of this dataset is not here: certificates are in it",
            file=str(folder),
            remedy=f"verify a folder with {COMPLETE}",
        )
    files, own = manifest.get("files"), str(folder / MANIFEST)
    if not isinstance(files, list) or not files:
        raise ProblemError("the manifest lists no files", file=own, place="files")
    for at, entry in enumerate(files):
        path, place = entry.get("path") if isinstance(entry, dict) else None, f"files[{at}]"
        if not isinstance(path, str):
            raise ProblemError("an entry names no file", file=own, place=place)
        file = folder / path
        if not file.resolve().is_relative_to(folder.resolve()):
            raise ProblemError("a file outside of the folder", file=own, place=place, value=path)
        if not file.is_file():
            raise ProblemError("the manifest names a file that is missing", file=str(file))
        with file.open("rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
        if digest != entry.get("sha256"):
            raise ProblemError(
                "the file was changed after the manifest was written", file=str(file)
            )


Kin = Mapping[str, Problem]
"""Problems by their digests, for certificates about two of them."""


def kin_of(items: Iterable[Item]) -> dict[str, Problem]:
    """The problems of families whose certificates may be about two."""
    found: dict[str, Problem] = {}
    for item in items:
        if item.problem is None:
            continue
        family = family_of(item.problem)
        if family.verifier is None or family.digest is None:
            continue
        if "other" in signature(load(family.verifier)).parameters:
            found[load(family.digest)(item.problem)] = item.problem
    return found

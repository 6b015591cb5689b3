"""File digests in the checks of suites: every listed file is there, unchanged, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from symcause.errors import Complaint, SymcauseError
from symcause.formats.datasets.dataset_manifest import FileEntry
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_manifest import FileRecord, ManifestDocument, public_digest

_RESTORE = "get it again from the suite's publisher, or make the suite again"


def digests_checked(folder: SuiteFolder) -> CheckResult:
    """Compare a folder with its manifest, and the manifest of its public part with that."""
    complaints = [*_files(folder, folder.manifest), *_fingerprint(folder, folder.manifest)]
    inner = SuiteFolder(folder.place / paths.PUBLIC)
    if inner.data(paths.MANIFEST) is not None:
        complaints += _inner(folder.manifest, inner)
    complaints += _recipe(folder)
    return CheckResult(1, complaints, counts={"files": len(folder.present)})


def _files(folder: SuiteFolder, manifest: ManifestDocument) -> Iterator[Complaint]:
    own = folder.file(paths.MANIFEST)
    listed: dict[str, FileRecord] = {}
    for at, record in enumerate(manifest.files):
        place = f"files[{at}]"
        if record.path in listed:
            yield Complaint("a file that is listed twice", own, place, record.path, _RESTORE)
        parts = record.path.split("/")
        if record.path.startswith("/") or ".." in parts or "\\" in record.path:
            yield Complaint("a file outside of the folder", own, place, record.path, _RESTORE)
            continue
        listed[record.path] = record
        yield from _file(folder, record)
    if not listed:
        yield Complaint("the manifest lists no files", own, "files", None, _RESTORE)
    for path in folder.present:
        if path != paths.MANIFEST and path not in listed:
            remedy = "remove it: no part of the suite has been checked for what is in it"
            yield Complaint(
                "a file that the manifest does not list", folder.file(path), None, None, remedy
            )


def _file(folder: SuiteFolder, record: FileRecord) -> Iterator[Complaint]:
    file, data = folder.file(record.path), folder.data(record.path)
    if data is None:
        yield Complaint("a file that the manifest lists is missing", file, None, None, _RESTORE)
        return
    digest = sha256(data).hexdigest()
    if digest != record.sha256:
        text = "the file is not the one that the manifest lists"
        yield Complaint(text, file, "sha256", digest, _RESTORE)
    elif len(data) != record.bytes:
        text = "the manifest says another number of bytes"
        yield Complaint(text, file, "bytes", str(record.bytes), _RESTORE)


def _fingerprint(folder: SuiteFolder, manifest: ManifestDocument) -> Iterator[Complaint]:
    start = f"{paths.PUBLIC}/"
    inside = [one for one in manifest.files if one.path.startswith(start)]
    start = start if inside else ""
    entries = [
        FileEntry(one.path.removeprefix(start), one.bytes, one.sha256, one.records)
        for one in inside or manifest.files
    ]
    digest = public_digest(entries)
    if digest != manifest.public_digest:
        own = folder.file(paths.MANIFEST)
        text = f"the digest of the public part is {digest}"
        yield Complaint(text, own, "public_digest", manifest.public_digest, _RESTORE)


_SAME = ("name", "version", "symcause", "open", "canary", "recipe_sha256", "key_sha256")


def _inner(manifest: ManifestDocument, inner: SuiteFolder) -> Iterator[Complaint]:
    """The manifest of the public part says the same."""
    try:
        own = inner.manifest
    except SymcauseError as error:
        yield error.complaint
        return
    for key in (*_SAME, "public_digest"):
        if getattr(own, key) != getattr(manifest, key):
            text = "the manifest of the public part says something else than that of the suite"
            shown = str(getattr(own, key))
            yield Complaint(text, inner.file(paths.MANIFEST), key, shown, _RESTORE)


def _recipe(folder: SuiteFolder) -> Iterator[Complaint]:
    source = folder.data(paths.RECIPE)
    if source is not None:
        digest = sha256(source).hexdigest()
        if digest != folder.manifest.recipe_sha256:
            text = "this is not the recipe that the suite was made of"
            yield Complaint(text, folder.file(paths.RECIPE), "sha256", digest, _RESTORE)

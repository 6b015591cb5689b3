"""Leaks in the checks of suites: gold, held-out rows, seeds, certificates in what everybody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from symcause.errors import Complaint, shorten
from symcause.formats.json_text import decode_text, read_json
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.public_record import KEYS, texts_in
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.folder.suite_folder import Lines, SuiteFolder
from symcause.suites.folder.suite_manifest import ManifestDocument

_TOLD = re.compile(r'"(gold|certificate|metadata|seed|latent|split|heldout\w*)"\s*:')
"""Keys of complete problems; no prompt has them."""

_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
_SHORTEST = 4  # characters: shorter words are in every prompt

_WITHDRAW = "withdraw the file, and make the suite again under another key"


def leaks_checked(
    folder: SuiteFolder, suite: Suite | None = None, made: Mapping[str, bytes] | None = None
) -> CheckResult:
    """Look through the public tables of a suite, or of a folder with the public part alone.

    What the evaluator's part holds is looked for where that is there: it may stand nowhere but where the
    prompts, *made* again, have it.
    """
    inner = folder if suite is None else SuiteFolder(folder.place / paths.PUBLIC)
    manifest = folder.manifest
    entries = {entry.id: entry for entry in suite.entries} if suite is not None else {}
    complaints, number = list[Complaint](), 0
    seen: set[str] = set()
    for path in inner.present:
        if not path.endswith(".jsonl"):
            continue
        lines, last = Lines(inner, path), ""
        again = _again(inner, path, made)
        for line, record in lines:
            number += 1
            id = str(record.get("id"))
            place = f"line {line} ({id})"
            complaints += [
                Complaint(text, inner.file(path), where, value, _WITHDRAW)
                for text, where, value in (
                    *_form(record, path, manifest, place),
                    *_order(id, last, seen, place),
                    *_words(record, place),
                    *_told_of(record, entries.get(id), again.get(id), place),
                )
            ]
            last = id
            seen.add(id)
        complaints += lines.complaints
    if not number:
        text, remedy = "there is no public record", "get the public part again"
        complaints.append(Complaint(text, str(inner.place), None, None, remedy))
    return CheckResult(4, complaints, counts={"records": number})


Found = tuple[str, str, str | None]
"""What is wrong, where, and the value."""


def _form(
    record: Mapping[str, Any], path: str, manifest: ManifestDocument, place: str
) -> Iterator[Found]:
    """A record has its keys and no other; the canary; an id that says nothing."""
    for key in record:
        if key not in KEYS:
            yield "a key that no public record has", f"{place}: {key}", shorten(record[key])
    for key in KEYS:
        if key not in record:
            yield "a key is missing", f"{place}: {key}", None
    if record.get("canary") != manifest.canary:
        yield "not the canary of the suite", f"{place}: canary", shorten(record.get("canary"))
    if record.get("part") != path.split("/")[0]:
        yield "a record of another part", f"{place}: part", shorten(record.get("part"))
    prefix = manifest.name.rpartition("-")[2]
    if re.fullmatch(rf"{re.escape(prefix)}-[0-9a-f]{{10}}", str(record.get("id"))) is None:
        yield "not an opaque id", f"{place}: id", shorten(record.get("id"))


def _order(id: str, last: str, seen: set[str], place: str) -> Iterator[Found]:
    if id in seen:
        yield "an id that another record has", f"{place}: id", id
    elif id < last:
        yield "not in the order of the ids, so the order tells something", place, None


def _words(record: Mapping[str, Any], place: str) -> Iterator[Found]:
    """Keys of complete problems and digests, wherever they come from."""
    for key, value in record.items():
        if key == "canary":
            continue
        for text in texts_in(value):
            for pattern, what in ((_TOLD, "a key of complete problems"), (_DIGEST, "a digest")):
                if (match := pattern.search(text)) is not None:
                    yield f"{what} in a public text", f"{place}: {key}", match[0]


def _told_of(
    record: Mapping[str, Any], entry: Entry | None, again: str | None, place: str
) -> Iterator[Found]:
    """What only evaluators know about the problem, and the prompt does not say by itself."""
    if entry is None or again is None:
        return
    text = "\n".join(texts_in(record))
    if text == again:
        return
    for what, secret in _secrets(entry):
        if len(secret) >= _SHORTEST and text.count(secret) > again.count(secret):
            yield f"{what} is in a public text", place, secret


def _again(inner: SuiteFolder, path: str, made: Mapping[str, bytes] | None) -> dict[str, str]:
    """The texts of the records of a table as they are made of what is public."""
    data = (made or {}).get(paths.public(path))
    if data is None:
        return {}
    records = [read_json(decode_text(line)) for line in data.splitlines()]
    return {str(one["id"]): "\n".join(texts_in(one)) for one in records if isinstance(one, dict)}


def _secrets(entry: Entry) -> Iterator[tuple[str, str]]:
    """What only evaluators know: gold, held-out rows, the id with its seed and index, the proof."""
    one = entry.whole
    yield "the id that its maker gave it", one.id
    for key in ("gold", "truth", "answer", "tables"):
        for text in texts_in(one.document.get(key)):
            yield f"{key}", text
    worlds = one.document.get("worlds")
    for world in worlds if isinstance(worlds, list) else ():
        if isinstance(world, Mapping) and world.get("split") == "heldout":
            for row in texts_in(world.get("rows")):
                yield "a held-out row", row
    for text in texts_in((one.certificate or {}).get("claim")):
        yield "a part of its certificate", text
    for text in texts_in(one.metadata):
        yield "a part of its metadata", text

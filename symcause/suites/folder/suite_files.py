"""The suite files in the folder of suites, byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from symcause.formats.datasets.dataset_manifest import FileEntry
from symcause.formats.datasets.opaque_ids import PUBLISHED
from symcause.formats.pools.problem_writer import layout, one_line
from symcause.suites.draws.label_balance import cells_of
from symcause.suites.draws.split_shares import gold_in_two_splits, grouped
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.number_files import number_files
from symcause.suites.folder.public_record import public_record, twins_among
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.folder.suite_manifest import entry_of, public_digest
from symcause.suites.folder.suite_papers import card, croissant_of, datasheet
from symcause.suites.folder.suite_tables import balance_table, facts_of, shortcut_table
from symcause.suites.recipe.recipe import Part

Ticking = Callable[[], None]


def public_tables(suite: Suite, tick: Ticking = lambda: None) -> Iterator[tuple[str, bytes]]:
    """The tables that systems see, from the folder ``public``."""
    twins = twins_among(entry.whole for entry in suite.entries)
    for part in suite.recipe.parts:
        for split, entries in suite.tables(part).items():
            lines = []
            for entry in entries:
                one = entry.whole
                record = public_record(one, entry.id, part, suite.canary, twins.get(one.digest))
                lines.append(dict(record))
                tick()
            yield paths.table(part.name, split), _lines(lines)


def public_files(suite: Suite, tables: Mapping[str, bytes]) -> dict[str, bytes]:
    """All of the folder ``public``: its tables, what describes them, and its manifest."""
    files = {path: tables[path] for path in sorted(tables)}
    listed = [entry_of(path, data) for path, data in files.items()]
    files[paths.CARD] = card(suite, listed, "").encode()
    files[paths.CROISSANT] = croissant_of(suite, listed).encode()
    files[paths.RECIPE] = suite.recipe.source
    files |= number_files(suite, tables)
    entries = [entry_of(path, data) for path, data in files.items()]
    files[paths.MANIFEST] = _manifest(suite, entries, public_digest(entries), whole=False)
    return files


def evaluator_files(suite: Suite) -> dict[str, bytes]:
    """What evaluators alone see."""
    files: dict[str, bytes] = {}
    for part in suite.recipe.parts:
        own = suite.by_part[part.name]
        files[paths.complete(part.name)] = _lines(_complete(entry) for entry in own)
        held = {one_line(dict(c)): c for e in own if (c := e.whole.certificate) is not None}
        files[paths.certificates(part.name)] = _lines(dict(c) for c in held.values())
    entries = [entry for part in suite.recipe.parts for entry in suite.by_part[part.name]]
    files[paths.IDS] = _lines(_named(entry) for entry in entries)
    files[paths.CANONICAL] = _lines(_canonical(entry) for entry in entries)
    if suite.answers:
        parts = {entry.id: entry.whole.part for entry in entries}
        files[paths.ANSWERS] = _lines({"part": parts[a.id], **vars(a)} for a in suite.answers)
    if suite.secret is not None:
        files[paths.KEY] = suite.secret
    return files


def outer_files(suite: Suite, inner: Mapping[str, bytes]) -> dict[str, bytes]:
    """What lies above both: recipe, tables, papers, and the manifest of everything."""
    shared = [
        entry_of(path, data)
        for path, data in inner.items()
        if path.startswith(f"{paths.PUBLIC}/") and path.endswith(".jsonl")
    ]
    files = {
        paths.RECIPE: suite.recipe.source,
        paths.BALANCE: balance_table(suite),
        paths.CARD: card(suite, shared, f"{paths.PUBLIC}/").encode(),
        paths.CROISSANT: croissant_of(suite, shared).encode(),
        paths.DATASHEET: datasheet(suite).encode(),
        paths.SHORTCUTS: shortcut_table(suite),
    }
    entries = [entry_of(path, data) for path, data in sorted({**inner, **files}.items())]
    files[paths.MANIFEST] = _manifest(suite, entries, _digest_of(entries), whole=True)
    return files


def suite_files(suite: Suite, tick: Ticking = lambda: None) -> dict[str, bytes]:
    """Every file of a suite."""
    shown = public_files(suite, dict(public_tables(suite, tick)))
    inner = {paths.public(path): data for path, data in shown.items()} | evaluator_files(suite)
    return inner | outer_files(suite, inner)


def _digest_of(entries: Iterable[FileEntry]) -> str:
    """The fingerprint of the public part, from the files of the suite."""
    start = f"{paths.PUBLIC}/"
    inside = [one for one in entries if one.path.startswith(start)]
    named = [FileEntry(e.path.removeprefix(start), e.bytes, e.sha256, e.records) for e in inside]
    return public_digest(named)


def _lines(documents: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(one_line(one) + "\n" for one in documents).encode()


def _complete(entry: Entry) -> dict[str, Any]:
    """A problem that knows its public id, so that answers are scored under it."""
    known = {**entry.whole.metadata, PUBLISHED: {"id": entry.id}}
    return {**entry.whole.document, "metadata": known}


def _named(entry: Entry) -> dict[str, str]:
    one = entry.whole
    return {"id": entry.id, "part": one.part, "split": entry.split, "problem": one.id}


def _canonical(entry: Entry) -> dict[str, str | None]:
    one = entry.whole
    digests = {"problem": one.canonical, "gold": one.canonical_gold}
    return {"id": entry.id, "part": one.part, **digests}


def _manifest(suite: Suite, entries: list[FileEntry], digest: str, *, whole: bool) -> bytes:
    recipe, key = suite.recipe, suite.key
    problems = [entry.whole for entry in suite.entries]
    splits = [entry.split for entry in suite.entries]
    document = {
        "format": paths.FORMAT,
        "name": recipe.name,
        "version": recipe.version,
        "symcause": suite.version,
        "open": key.is_open,
        "canary": suite.canary,
        "recipe_sha256": sha256(recipe.source).hexdigest(),
        "key_sha256": key.sha256,
        "public_digest": digest,
        "gold_in_two_splits": len(gold_in_two_splits(problems, splits)),
        "parts": [part_record(suite, part) for part in recipe.parts] if whole else [],
        "files": [entry.to_dict() for entry in entries],
    }
    return (layout(document) + "\n").encode()


def part_record(suite: Suite, part: Part) -> dict[str, object]:
    """What the manifest says of a part."""
    own, contents = suite.by_part[part.name], suite.contents[part.name]
    cells = [cell for cell in cells_of(part.balance, facts_of(suite, part)) if not cell.value]
    claims = Counter(_claim(entry) for entry in own)
    return {
        "name": part.name,
        "capability": part.capability,
        "primary": part.primary,
        "problems": len(own),
        "asked": part.problems,
        "classes": len({entry.whole.canonical for entry in own}),
        "latents": len(set(grouped([entry.whole for entry in own], gold=False))),
        "abstain": part.abstain,
        "splits": {name: len(entries) for name, entries in suite.tables(part).items()},
        "labels": dict(cells[0].labels) if cells else {},
        "claims": dict(sorted(claims.items())),
        "drawn": contents.drawn,
        "rejected": dict(sorted(contents.rejected.items())),
    }


def _claim(entry: Entry) -> str:
    certificate = entry.whole.certificate or {}
    claim = certificate.get("claim")
    return str(claim.get("name")) if isinstance(claim, Mapping) else "none"

"""Outputs of commands, read: what a claim expects is looked up under the same names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, InvalidOperation
from pathlib import Path
from typing import Any

ERRATA = "errata.jsonl"
"""What ``audit --errata`` is told to write, in the folder in which the command runs."""


def lines(out: str, folder: Path) -> dict[str, Any]:
    """JSON lines, each called by its first value: ``4: items`` is ``items`` of the line of 4."""
    found = dict[str, Any]()
    for line in out.splitlines():
        told = json.loads(line)
        first = next(iter(told.values()))
        found |= {f"{first}: {key}": value for key, value in told.items()}
    return found


def audits(out: str, folder: Path) -> dict[str, Any]:
    """Documents of audits: how many, of how many files, how often each value of some keys occurs.

    One document alone has its ``sentence``, too.
    """
    found: Counter[str] = Counter()
    files, sentences = set(), list[str]()
    for line in out.splitlines():
        told = json.loads(line)
        found["items"] += 1
        files.add(told["asked"]["problem"])
        sentences.append(told["sentence"])
        for key in ("verdict", "gold_right", "start_conflicts", "contradicts_key"):
            if told.get(key) is not None:
                found[f"{key}: {json.dumps(told[key]).strip(chr(34))}"] += 1
    alone = {"sentence": sentences[0]} if len(sentences) == 1 else {}
    return {**found, **alone, "files": len(files)}


def errata(out: str, folder: Path) -> dict[str, Any]:
    """What an audit lists, by kind; with ``--json`` how many items and files there are as well.

    One document alone has its values, too, each bound with four digits: ``optimum.upper``.
    """
    told = map(json.loads, (folder / ERRATA).read_text(encoding="utf-8").splitlines())
    kinds = Counter(one["kind"] for one in told)
    every = ("wrong", "ill-posed", "open", "inconsistent", "reading", "start")
    found = {kind: kinds[kind] for kind in every}
    if not out.startswith("{"):
        return found
    documents = audits(out, folder)
    alone = document(out, folder) if documents["items"] == 1 else {}
    return {**{key: _bound(key, value) for key, value in alone.items()}, **documents, **found}


_OUTWARD = {"low": ROUND_FLOOR, "high": ROUND_CEILING, "upper": ROUND_CEILING}


def _bound(key: str, value: Any) -> Any:
    """A bound with four digits, below what it bounds from below and above what it bounds from above."""
    outward = _OUTWARD.get(key.rpartition(".")[2])
    if outward is None or not isinstance(value, str):
        return value
    try:
        return str(Decimal(value).quantize(Decimal("0.0001"), outward))
    except InvalidOperation:  # a fraction is exact
        return value


def listed(out: str, folder: Path) -> dict[str, Any]:
    """What an audit lists, by item: kind, what is stored, what follows, what is shown."""
    found = {}
    for line in (folder / ERRATA).read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        for key in ("kind", "stored", "derived", "reason", "shown"):
            found[f"{told['item']}: {key}"] = told.get(key)
    return found


def document(out: str, folder: Path) -> dict[str, Any]:
    """One document, every value under the way to it: ``threshold.value``, ``claims.0.status``."""
    found = dict[str, Any]()

    def walk(place: str, value: Any) -> None:
        found[place] = value
        parts = (
            value.items()
            if isinstance(value, dict)
            else enumerate(value)
            if isinstance(value, list)
            else ()
        )
        for key, part in parts:
            walk(f"{place}.{key}" if place else str(key), part)

    walk("", json.loads(out))
    return found


def last_rows(out: str, folder: Path) -> dict[str, Any]:
    """The last row of every table of a ``score --json``, cell by cell: ``annotators: edge FP``."""
    tables = json.loads(out.splitlines()[-1])["summary"]["tables"]
    return {
        f"{table['key']}: {column}": cell
        for table in tables
        if table["rows"]
        for column, cell in zip(table["columns"], table["rows"][-1], strict=True)
    }


READINGS: dict[str, Callable[[str, Path], dict[str, Any]]] = {
    "lines": lines,
    "audits": audits,
    "errata": errata,
    "listed": listed,
    "document": document,
    "last rows": last_rows,
}
"""Every way to read an output, by its name in the file of claims."""

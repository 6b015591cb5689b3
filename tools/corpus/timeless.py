"""What a command said, without what may differ between two runs: how long something took."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from typing import Any

from symcause.audits.document_json import TIMES

_SCRIPT = re.compile(
    r'(<script type="application/(json|x-deflate)" id="[^"]*">)(.*?)(</script>)', re.DOTALL
)
_SECONDS = re.compile(r"\b\d+\.\d+ s\b")
_TIMED = re.compile(r"(time( taken)?|seconds)$")  # what a fact about time is called
_PER_PROBLEM = "seconds per problem"  # a figure of times


def timeless(text: str) -> str:
    """Documents, pages or words for people, without times."""
    if text.lstrip()[:15].lower().startswith(("<!doctype html", "<html")):
        return _page(text)
    return "".join(_line(line) for line in text.splitlines(keepends=True))


def _line(line: str) -> str:
    if line[:1] not in "{[":
        return _words(line)
    try:
        found = json.loads(line)
    except ValueError:
        return _words(line)
    return json.dumps(without_times(found), ensure_ascii=False) + "\n"


def _words(line: str) -> str:
    """A line for people: a table says ``time  0.02 s``, a summary ``median 0.02 s``."""
    return _SECONDS.sub("… s", line) if re.search(r"\btime\b|\bmedian\b", line) else line


def without_times(value: Any) -> Any:
    """A JSON value without the keys and columns that tell how long something took."""
    if isinstance(value, dict) and "columns" in value and "shown" in value:
        timed = [at for at, name in enumerate(value["columns"]) if name.startswith("CPU s")]
        value = {
            key: [[x for at, x in enumerate(row) if at not in timed] for row in part]
            if key in ("rows", "shown")
            else part
            for key, part in value.items()
        }
    if isinstance(value, dict):
        return {key: without_times(part) for key, part in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(part) for part in value]
    return value


def _page(text: str) -> str:
    def shown(match: re.Match[str]) -> str:
        opened, kind, body, closed = match.groups()
        unpacked = body if kind == "json" else zlib.decompress(base64.b64decode(body)).decode()
        told = json.dumps(_view(json.loads(unpacked)), ensure_ascii=False, indent=0)
        return f"{opened}\n{told}\n{closed}"

    return _SCRIPT.sub(shown, text)


def _view(value: Any) -> Any:
    """What a page shows, without times: of tables the column, facts called so, figures of them."""
    if isinstance(value, dict):
        if _PER_PROBLEM in str(value.get("svg", "")):
            return _PER_PROBLEM
        table = _columnless(value) if "columns" in value and "items" in value else value
        return {key: _view(part) for key, part in table.items() if key not in TIMES}
    if isinstance(value, list):
        if len(value) == 2 and isinstance(value[0], str) and _TIMED.search(value[0]):
            return [value[0], "… s"]
        return [_view(part) for part in value]
    return value


def _columnless(table: dict[str, Any]) -> dict[str, Any]:
    timed = {place for place, name in enumerate(table["columns"]) if name in TIMES}
    kept: Callable[[list[Any]], list[Any]] = lambda row: [  # noqa: E731
        None if place in timed else value for place, value in enumerate(row)
    ]
    return {**table, "items": [kept(row) for row in table["items"]]}

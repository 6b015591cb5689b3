"""Further worlds for people: each with its intervention and rows, and what stays open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.reports.terminal import heading, styled, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]


def disambiguation_text(document: Document) -> str:
    """The report of ``symcause disambiguate``."""
    return to_text(_parts(document))


def _parts(d: Document) -> Iterator[RenderableType]:
    if d["count_after"] is None:
        yield styled(f"{d['problem']} · {d['setting']} · not settled", "bold")
        yield f"  stopped: {d['stopped']}"
        return
    models = f"{shown(d['count_before'])} → {shown(d['count_after'])} models"
    yield styled(f"{d['problem']} · {d['setting']} · {models}", "bold")
    yield f"  {_claim(d)}"
    if d.get("stopped"):
        yield f"  stopped: {d['stopped']}"
    for world in d["worlds"]:
        targets = f" on {', '.join(world['targets'])}" if world["targets"] else ""
        yield heading(f"{world['id']} · {world['mode']}{targets}")
        yield "  " + " ".join(world["rows"])
    if d["remaining"]:
        yield heading("What stays open with all candidates")
        for entry in d["remaining"]:
            yield f"  {entry['variable']}: {shown(entry['mechanisms'])} mechanisms; {entry['reason']}"
            for pattern in entry["patterns"]:
                yield "    " + " ".join(
                    f"{v}={b}" for v, b in zip(pattern["inputs"], pattern["pattern"], strict=True)
                )
            if entry["more_patterns"]:
                yield f"    and {entry['more_patterns']} more patterns"
    if d["example"]:
        changes = "; ".join(f"{v} = {text}" for v, text in d["example"]["mechanisms"].items())
        yield f"  another model that is left: {changes}"


def _claim(d: Document) -> str:
    """How many worlds, and how good that is."""
    number = d["added"]
    worlds = "1 further world" if number == 1 else f"{number} further worlds"
    if d["level"] != "certified":
        return f"{worlds} (recipe: {d['level']})"
    if not number:
        return "no further world is needed" if d["count_after"] == 1 else "no candidate helps"
    pool = f"of a pool of {d['pool_size']}"
    if d["minimal"]:
        return f"{worlds} {pool}; no fewer of this pool do it"
    return f"{worlds} {pool}; at least {d['lower_bound']} are needed"

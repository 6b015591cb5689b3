"""Alternatives for people: each a diff of mechanisms with its experiment and witness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.reports.terminal import heading, styled, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]


def alternatives_text(document: Document) -> str:
    """The report of ``symcause alternatives``."""
    return to_text(_parts(document))


def _parts(d: Document) -> Iterator[RenderableType]:
    total = d["total"]
    number = "unknown how many" if total is None else shown(total)
    yield styled(f"{d['problem']} · {d['setting']} · other explanations: {number}", "bold")
    yield f"  class: {HypothesisClass.named(d['class'])}"
    if d.get("reason"):
        yield f"  {d['reason']}"
    for i, found in enumerate(d["alternatives"], 1):
        yield heading(f"Alternative {i}")
        yield from describe(found, d["against"])


def describe(found: Document, before: Mapping[str, str]) -> Iterator[str]:
    """One alternative as a diff against the mechanisms *before*, with its experiment."""
    yield f"  {len(found['changed'])} of {len(found['mechanisms'])} mechanisms changed"
    for name in found["changed"]:
        yield f"  {name}"
        yield f"    - {before.get(name) or 'a root'}"
        yield f"    + {found['mechanisms'].get(name) or 'a root'}"
        if name in found["corners"]:
            yield f"    differs at {named_corners(found['corners'][name])}"
    if found["experiment"] is None:
        told = "not tried: too many roots" if found["separable"] is None else "none tells it apart"
        yield f"  experiment: {told}"
        return
    do = ", ".join(f"{v}={b}" for v, b in found["experiment"]["assignments"].items())
    rate = found["pair_disagreement_rate"]
    share = "" if rate is None else f", differs in {float(rate):.1%} of root contexts"
    yield f"  experiment: do({do}){share}"
    yield f"  witness: {_witness(found['witness'])}"


def named_corners(facts: Document, first: str = "-", second: str = "+") -> str:
    """The input patterns on which two mechanisms differ, and what each of the two gives there."""
    named = [
        " ".join(f"{v}={b}" for v, b in zip(facts["inputs"], p["pattern"], strict=True))
        + f" ({first} {p['reference']}, {second} {p['alternative']})"
        for p in facts["patterns"][:3]
    ]
    more = facts["number"] - len(named)
    rest = f" and at {more} more pattern{'' if more == 1 else 's'}" if more else ""
    return "; ".join(named) + rest


def _witness(witness: Document) -> str:
    if "state" in witness:
        state = " ".join(f"{v}={b}" for v, b in witness["state"].items())
        return f"the state {state} is possible only in the {witness['possibleIn']}"
    roots = " ".join(f"{v}={b}" for v, b in witness["rootAssignment"].items())
    cells = (
        f"{c['variable']} (- {c['reference']}, + {c['alternative']})"
        for c in witness["differences"]
    )
    return f"with roots {roots} the models differ in {', '.join(cells)}"

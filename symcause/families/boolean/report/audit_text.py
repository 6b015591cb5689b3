"""The audit for people: verdict in one sentence, then what it rests on and what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.report.alternatives_text import describe
from symcause.families.boolean.report.audit_tables import (
    LEGEND,
    percent,
    plural,
    profile_sparks,
    profile_table,
    variable_rows,
    variables_table,
)
from symcause.reports.terminal import heading, styled, table, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]

STYLES = {
    "unique": "bold green",
    "ambiguous": "bold yellow",
    "unknown": "bold magenta",
}


def audit_text(document: Document) -> str:
    """The report of one problem, from the document of ``symcause audit --json``."""
    return to_text(_parts(document))


def _parts(d: Document) -> Iterator[RenderableType]:
    yield styled(f"{d['problem']} · {d['setting']}", "bold")
    yield styled(
        f"{str(d['verdict']).upper()}: {d['sentence']}", STYLES.get(d["verdict"], "bold red")
    )
    yield from _notes(d)
    if d["gold"] is not None:
        yield from _gold(d["gold"])
    rows = variable_rows(d)
    if rows:
        yield heading("Variables")
        yield variables_table(d, rows)
        yield styled(LEGEND, "dim")
    if d["profile"]:
        yield heading("Profile: how many models explain the worlds, by class")
        yield f"  {profile_sparks(d['profile'])}"
        yield profile_table(d)
    if d["alternatives"]:
        yield heading(f"Nearest alternative to {'gold' if _gold_is_member(d) else 'that model'}")
        yield from describe(d["alternatives"][0], _reference(d))
    if d["coordinated_pairs"]:
        names = "; ".join(f"{' and '.join(p['variables'])}" for p in d["coordinated_pairs"][:4])
        yield heading("Coordinated pairs")
        yield f"  mechanisms that can only change together: {names}"
    yield from _evidence(d)
    yield from _certificate(d)
    yield heading("What to do next")
    yield from (f"  {step}" for step in next_steps(d))


def _notes(d: Document) -> Iterator[str]:
    """What is missing from the answer, and why."""
    if d.get("stopped"):
        yield f"  stopped early: {d['stopped']}; what is shown was known by then"
    if d.get("reason") and d["reason"] != d.get("stopped"):
        what = "why" if d["verdict"] == "unknown" else "the number is not known"
        yield f"  {what}: {d['reason']}"
    for name, why in (d.get("beyond_reach") or {}).items():
        yield f"  {name} beyond reach: {why}"
    if d["verdict"] == "ambiguous" and d["separable"] is False:
        yield "  No single-variable experiment tells these models apart: they differ where none leads."
    elif d.get("separable_reason"):
        yield f"  whether an experiment tells them apart is not known: {d['separable_reason']}"


def _gold_is_member(d: Document) -> bool:
    return d["gold"] is not None and d["verdict"] in ("unique", "ambiguous")


def _reference(d: Document) -> Mapping[str, str]:
    """The mechanisms that alternatives were compared with."""
    model = (d["gold"] if _gold_is_member(d) else d["member"]) or {}
    mechanisms: Mapping[str, str] = model.get("mechanisms", {})
    return mechanisms


def _certificate(d: Document) -> Iterator[RenderableType]:
    if d.get("certificate_file"):
        yield heading("Certificate")
        yield f"  written to {d['certificate_file']}"
    elif d.get("certificate_reason"):
        yield heading("Certificate")
        yield f"  none: {d['certificate_reason']}"


def _gold(gold: Document) -> Iterator[str]:
    if gold["illegal"]:
        yield f"  gold is illegal: {gold['illegal']}"
    elif not gold["train_exact"]:
        yield "  gold does not replay the training worlds"
    elif gold["heldout_exact"] is False:
        yield "  gold replays the training worlds but not the held-out ones"
    for name, parents in gold["inactive_parents"].items():
        yield f"  gold mentions {', '.join(parents)} in {name} without effect"
    for name in gold["constant"]:
        yield f"  gold's {name} is constant"


def _evidence(d: Document) -> Iterator[RenderableType]:
    support, redundancy = d["support"], d["redundancy"]
    if support is not None or redundancy is not None:
        yield heading("Evidence")
    if support is not None:
        missing = plural(len(support["missing"]), "input set")
        full = "full" if support["full"] else f"{missing} incomplete"
        yield f"  mean local coverage {percent(support['mean_coverage'])} ({full})"
        for name, facts in support["parents"].items():
            if facts["missing"]:
                yield f"  {name}: never shown at {_unseen(facts)}"
    if redundancy is not None:
        yield f"  {_needed(redundancy)}"


def _needed(redundancy: Document) -> str:
    """How many of the training worlds the result rests on."""
    size, total = redundancy["size"], len(redundancy["without"])
    if size == total and redundancy["optimal"]:
        return "every training world is needed for this result"
    least = "no fewer" if redundancy["optimal"] else f"at least {redundancy['lower_bound']}"
    are = "is" if size == 1 else "are"
    return f"{size} of {total} training worlds {are} enough for this result ({least})"


def _unseen(facts: Document) -> str:
    """The corners of a mechanism that the rows never query."""
    named = [
        " ".join(f"{v}={b}" for v, b in zip(facts["inputs"], pattern, strict=True))
        for pattern in facts["missing"][:4]
    ]
    more = len(facts["missing"]) - len(named)
    return "; ".join(named) + (f" and {more} more" if more else "")


def next_steps(d: Document) -> list[str]:
    """What a benchmark builder would do with this verdict."""
    verdict = d["verdict"]
    if verdict == "unique":
        if d.get("certificate_file"):
            return ["have it re-checked: symcause verify PROBLEM CERTIFICATE"]
        return ["keep the proof: symcause audit PROBLEM --certificate FILE, then symcause verify"]
    if verdict == "ambiguous":
        return _more_evidence(d)
    if verdict == "gold-outside-class":
        return ["widen the class (--max-parents, --max-ast) until it holds gold"]
    if verdict == "inconsistent":
        return ["widen the class, or check the rows: no acyclic model of the class fits them"]
    if verdict == "invalid":
        return [
            "repair gold (symcause check PROBLEM ANSWER names the first wrong cell)",
            "or remove it to audit the evidence alone",
        ]
    return ["allow more time (--timeout), or ask about a smaller class (--max-parents K)"]


def _more_evidence(d: Document) -> list[str]:
    steps = ["see other explanations: symcause alternatives PROBLEM --limit 10"]
    if d["gold"]:
        steps.insert(0, "strengthen the evidence: symcause disambiguate PROBLEM --out FILE")
    else:
        steps = ["take the simplest explanation: symcause solve PROBLEM"]
    if d["separable"] is False:
        steps.append("set several variables at once: symcause audit PROBLEM --targets 3")
    return steps


def pool_summary(documents: list[dict[str, object]]) -> str:
    """The last lines for a pool: verdicts, median and worst time."""
    verdicts = Counter(str(d.get("verdict", "failed")) for d in documents)
    seconds = [float(s) for d in documents if isinstance(s := d.get("seconds"), float | int)]
    rows = [(verdict, str(n), percent(n / len(documents))) for verdict, n in verdicts.most_common()]
    parts: list[RenderableType] = [
        heading(f"{len(documents)} problems"),
        table(("verdict", "problems", "share"), rows, right=(1, 2)),
    ]
    if seconds:
        parts.append(
            f"time per problem: median {median(seconds):.2f} s, worst {max(seconds):.2f} s"
        )
    return to_text(parts)

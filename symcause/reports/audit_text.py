"""The audit for people: verdict in one sentence, then what it rests on and what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from symcause.audits.verdicts import shown
from symcause.reports.alternatives_text import describe
from symcause.reports.sparks import bar, sparkline
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
    for key in ("reason", "stopped"):
        if d.get(key):
            yield f"  {key}: {d[key]}"
    if d["gold"] is not None:
        yield from _gold(d["gold"])
    if d["variables"]:
        yield heading("Variables")
        yield _variables(d)
    if d["profile"]:
        yield heading("Profile: how many models explain the worlds, by class")
        yield f"  {_sparks(d['profile'])}"
        yield _profile(d)
    if d["alternatives"]:
        yield heading("Nearest alternative")
        yield from _alternative(d)
    if d["coordinated_pairs"]:
        names = "; ".join(f"{' and '.join(p['variables'])}" for p in d["coordinated_pairs"][:4])
        yield heading("Coordinated pairs")
        yield f"  mechanisms that can only change together: {names}"
    yield from _evidence(d)
    yield heading("What to do next")
    yield from (f"  {step}" for step in next_steps(d))


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


def _variables(d: Document) -> RenderableType:
    gold = (d["gold"] or {}).get("mechanisms") or {}
    member = (d["member"] or {}).get("mechanisms") or {}
    coverage = (d["support"] or {}).get("parents") or {}
    exposure = (d["exposure"] or {}).get("variables") or {}
    strong = d["local_alternatives"][-1]["counts"] if d["local_alternatives"] else {}
    rows = []
    for name, facts in d["variables"].items():
        if name not in gold and name not in member and not facts["mechanisms"]:
            continue
        count = facts["mechanisms"]
        rows.append(
            (
                name,
                gold.get(name) or member.get(name) or "(root in this member)",
                _covered(coverage.get(name, {}).get("coverage")),
                str(exposure.get(name, {}).get("scored_cells", "–")),
                _number((d["shortcuts"] or {}).get(name)),
                _number(strong.get(name)),
                _number(count),
                "settled" if count == 1 else "open" if count else "none",
            )
        )
    first = "gold mechanism" if gold else "a fitting mechanism"
    headers = (
        "variable",
        first,
        "support",
        "cells",
        "shortcuts",
        "local alt.",
        "mechanisms",
        "status",
    )
    return table(headers, rows, right=(2, 3, 4, 5, 6))


def _profile(d: Document) -> RenderableType:
    rows = []
    for entry in d["profile"]:
        bound = (
            f"AST at most {entry['max_ast']}"
            if "max_ast" in entry
            else f"at most {entry['max_parents']} parents"
        )
        count = entry["count"]
        rows.append((bound, "unknown" if count is None else shown(count), _bar(count)))
    return table(("class", "models", ""), rows, right=(1,))


def _sparks(entries: Sequence[Document]) -> str:
    """The whole profile in two words."""
    groups = (
        ("parents", [e["count"] for e in entries if "max_ast" not in e]),
        ("AST size", [e["count"] for e in entries if "max_ast" in e]),
    )
    return "   ".join(f"by {name} {sparkline(counts)}" for name, counts in groups if counts)


def _bar(count: int | None) -> str:
    """A bar on a logarithmic scale: one mark a factor of ten."""
    return "" if not count else "▏" + "▇" * min(len(str(count)) - 1 if count < 10**400 else 40, 40)


def _alternative(d: Document) -> Iterator[str]:
    gold = (d["gold"] or {}).get("mechanisms")
    yield from describe(d["alternatives"][0], gold or d["member"]["mechanisms"])


def _evidence(d: Document) -> Iterator[RenderableType]:
    support, redundancy = d["support"], d["redundancy"]
    if support is not None:
        yield heading("Evidence")
        full = "full" if support["full"] else f"{len(support['missing'])} input sets incomplete"
        yield f"  mean local coverage {_percent(support['mean_coverage'])} ({full})"
        for name, facts in support["parents"].items():
            if facts["missing"]:
                yield f"  {name}: never shown at {_unseen(facts)}"
    if redundancy is not None:
        least = (
            "smallest possible"
            if redundancy["optimal"]
            else f"at least {redundancy['lower_bound']}"
        )
        total = len(redundancy["without"])
        yield f"  {redundancy['size']} of {total} training worlds give the same space ({least})"


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
        return ["keep the certificate: symcause audit PROBLEM --certificate FILE, symcause verify"]
    if verdict == "ambiguous":
        steps = (
            ["strengthen the evidence: symcause disambiguate PROBLEM --out FILE"]
            if d["gold"]
            else []
        )
        steps.append("see other explanations: symcause alternatives PROBLEM --limit 10")
        if d["separable"] is False:
            steps.append("no single-variable experiment separates the models; try --targets 3")
        return steps
    if verdict == "gold-outside-class":
        return ["widen the class (--max-parents, --max-ast) until it holds gold"]
    if verdict == "inconsistent":
        return ["widen the class, or check the rows: no acyclic model of the class fits them"]
    if verdict == "invalid":
        return ["repair gold, or remove it to audit the evidence alone"]
    return ["allow more time (--timeout) or a smaller class (--max-parents)"]


def pool_summary(documents: list[dict[str, object]]) -> str:
    """The last lines for a pool: verdicts, median and worst time."""
    verdicts = Counter(str(d.get("verdict", "failed")) for d in documents)
    seconds = [float(s) for d in documents if isinstance(s := d.get("seconds"), float | int)]
    rows = [
        (verdict, str(n), _percent(n / len(documents))) for verdict, n in verdicts.most_common()
    ]
    parts: list[RenderableType] = [
        heading(f"{len(documents)} problems"),
        table(("verdict", "problems", "share"), rows, right=(1, 2)),
    ]
    if seconds:
        parts.append(
            f"time per problem: median {median(seconds):.2f} s, worst {max(seconds):.2f} s"
        )
    return to_text(parts)


def _percent(value: object) -> str:
    from fractions import Fraction

    return f"{float(value):.1%}" if isinstance(value, int | float | Fraction) else "–"


def _covered(value: object) -> str:
    from fractions import Fraction

    if not isinstance(value, int | float | Fraction):
        return "–"
    return f"{bar(float(value))} {_percent(value):>6}"


def _number(value: object) -> str:
    return shown(value) if isinstance(value, int) else "–"

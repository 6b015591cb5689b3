"""The words of a page: facts, notes and figures as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem

Document = Mapping[str, Any]


def boolean_facts(document: Document, problem: BooleanProblem) -> list[list[str]]:
    """The figures beside the verdict: (label, value) pairs."""
    return [list(fact) for fact in _facts(document, problem)]


def _facts(d: Document, problem: BooleanProblem) -> Iterator[tuple[str, str]]:
    yield "models", "unknown" if d["count"] is None else shown(d["count"])
    yield "separable", {True: "yes", False: "no", None: "unknown"}[d["separable"]]
    yield "setting", str(d["setting"])
    yield "class", class_words(d["class"])
    if d["gold"] is not None:
        yield "gold", gold_words(d["gold"])
    support = d["support"]
    if support is not None and support["mean_coverage"] is not None:
        yield "local coverage", f"{float(support['mean_coverage']):.1%}"
    heldout = sum(w.split is Split.HELDOUT for w in problem.worlds)
    yield "worlds", f"{len(problem.worlds) - heldout} training, {heldout} held-out"
    if d["seconds"] is not None:
        yield "time", f"{float(d['seconds']):.2f} s"


def class_words(bounds: Mapping[str, Any]) -> str:
    """The hypothesis class in words, with where it came from."""
    named = [
        (bounds.get("max_parents"), "at most {} parents"),
        (bounds.get("max_ast"), "AST size at most {}"),
        (bounds.get("max_depth"), "depth at most {}"),
    ]
    parts = [words.format(bound) for bound, words in named if bound is not None]
    return f"{', '.join(parts) or 'all mechanisms'} ({bounds['source']})"


def gold_words(gold: Document) -> str:
    """How gold fares, in a few words."""
    if gold.get("illegal"):
        return "illegal"
    if not gold["train_exact"]:
        return "does not replay the training worlds"
    if gold["heldout_exact"] is False:
        return "replays the training worlds only"
    return "replays all worlds"


def boolean_notes(d: Document) -> list[str]:
    """Remarks that a builder of the problem should read."""
    return list(_notes(d))


def _notes(d: Document) -> Iterator[str]:
    for key in ("reason", "stopped", "separable_reason"):
        if d.get(key):
            yield f"Not everything is known: {d[key]}."
    for section, reason in (d.get("beyond_reach") or {}).items():
        yield f"Beyond reach, {section}: {reason}."
    gold = d["gold"]
    if gold is not None:
        if gold["illegal"]:
            yield f"Gold is illegal: {gold['illegal']}."
        for name, parents in gold["inactive_parents"].items():
            yield f"Gold mentions {', '.join(parents)} in {name} without effect."
        for name in gold["constant"]:
            yield f"Gold’s {name} is constant."
    for pair in (d["coordinated_pairs"] or [])[:4]:
        first, second = pair["variables"]
        number = pair["count"]
        ways = "1 way" if number == 1 else f"{shown(number)} ways"
        yield f"{first} and {second} can change together in {ways}, though not each alone."
    redundancy = d["redundancy"]
    if redundancy is not None and redundancy["size"] < len(redundancy["without"]):
        least = "no fewer do" if redundancy["optimal"] else f"at least {redundancy['lower_bound']}"
        yield (
            f"{redundancy['size']} of {len(redundancy['without'])} training worlds give the same "
            f"version space ({least})."
        )
    support = d["support"]
    if support is not None and not support["full"]:
        number = len(support["missing"])
        sets = "1 set of inputs is" if number == 1 else f"{number:,} sets of inputs are"
        yield f"{sets} not shown in all patterns ({support['probes']:,} were probed)."

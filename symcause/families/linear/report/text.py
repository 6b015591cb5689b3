"""The audit of a linear or quadratic problem, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.reports.terminal import heading, styled, table, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]

SENTENCES = {
    "unique": "Exactly one graph explains the evidence in the class: {scope}.",
    "ambiguous": "{number} graphs explain the evidence in the class: {scope}.",
    "gold-outside-class": "Gold explains the evidence but is not in the class: {scope}.",
    "inconsistent": "No model explains the evidence in the class: {scope}.",
    "invalid": "Gold is illegal or does not explain the evidence.",
    "unknown": "Not settled in the class: {scope}.",
}
STYLES = {"unique": "bold green", "ambiguous": "bold yellow", "unknown": "bold magenta"}


def linear_audit_text(document: Document) -> str:
    """The report of one problem, from the document of ``symcause audit --json``."""
    return to_text(_parts(document))


def _parts(d: Document) -> Iterator[RenderableType]:
    yield styled(f"{d['problem']} · {d['setting']} · {d['semantics']}", "bold")
    verdict, count = str(d["verdict"]), d["graphs"]
    number = shown(count) if isinstance(count, int) else "an unknown number of"
    sentence = SENTENCES[verdict].format(number=number, scope=class_text(d["class"]))
    yield styled(f"{verdict.upper()}: {sentence}", STYLES.get(verdict, "bold red"))
    if d.get("reason"):
        yield f"  why: {d['reason']}"
    if isinstance(d.get("models"), int):
        yield f"  {shown(d['models'])} models with integer coefficients"
    if d.get("edges") and set(d["edges"].values()) != {"never"}:
        yield heading("Edges")
        yield from _edges(d)
    if d["target"]["entailed"] is not None:
        yield heading("Reactor")
        yield f"  target between {d['target']['low']} and {d['target']['high']}: " + (
            "entailed" if d["target"]["entailed"] else "not entailed"
        )
    if d.get("profile"):
        yield heading("Profile: how many graphs explain the evidence, by class")
        rows = [
            (
                f"at most {e['max_parents']} parent{'' if e['max_parents'] == 1 else 's'}",
                "unknown" if e["count"] is None else shown(e["count"]),
            )
            for e in d["profile"]
        ]
        yield table(("class", "graphs"), rows, right=(1,))
    if d.get("alternatives"):
        yield heading("Another explanation")
        yield from _alternative(d["alternatives"][0])
    if d.get("steps"):
        yield heading("Episode, step by step")
        yield _steps(d["steps"])
        yield from _habits(d)
    if d.get("misfit"):
        yield heading("Why nothing fits")
        yield from _misfit(d["misfit"])
    if d.get("certificate_reason"):
        yield heading("Certificate")
        yield f"  none: {d['certificate_reason']}"


def class_text(bounds: Document) -> str:
    """The class of models in a few words."""
    words = [f"{bounds['domain']} coefficients"]
    if "min" in bounds:
        words[0] += f" from {bounds['min']} to {bounds['max']}"
    if "min_effect" in bounds:
        words.append(f"effects of at least {bounds['min_effect']}")
    if bounds["max_parents"] is not None:
        words.append(f"at most {bounds['max_parents']} parents")
    return f"{', '.join(words)} ({bounds['source']})"


def _misfit(misfit: Document) -> Iterator[str]:
    conflict, hidden = misfit["conflict"], misfit["hidden_disturbance"]
    if conflict is not None:
        size = "a smallest set" if conflict["minimum"] else "perhaps fewer would do"
        yield f"  rows that cannot all hold ({size}): {', '.join(conflict['rows'])}"
    if hidden is not None:
        told = {True: "would", False: "would not", None: "may or may not"}[hidden["explains"]]
        values = ", ".join(hidden["values"])
        yield f"  a hidden disturbance with values {values} {told} explain them"
    for name in misfit["explained_by"]:
        yield f"  a weaker assumption would explain them: {name}"


def _steps(steps: Sequence[Document]) -> RenderableType:
    rows = []
    for step in steps:
        target, metrics = step["target"] or {}, step["metrics"] or {}
        rows.append(
            (
                str(step["step"]),
                str(step["interventions"]),
                "unknown" if step["graphs"] is None else shown(step["graphs"]),
                str(step["imec"] or "–"),
                {True: "yes", False: "no", None: "–"}[target.get("entailed")],
                {True: "yes", False: "no", None: "–"}[step["fits"]],
                f"{metrics['edge_f1']:.3f}" if "edge_f1" in metrics else "–",
                step["error"] or "",
            )
        )
    headers = ("step", "interventions", "graphs", "IMEC", "entailed", "fits", "edge F1", "record")
    return table(headers, rows, right=(0, 1, 2, 3, 6))


def _habits(d: Document) -> Iterator[str]:
    """Wasted interventions and commitments that came too early."""
    wasted = [i for i in d["interventions"] if i.get("wasted")]
    if wasted:
        yield f"  {len(wasted)} of {len(d['interventions'])} interventions settled nothing new"
    commitment = d.get("commitment")
    if commitment and commitment.get("premature"):
        reasons = "; ".join(commitment.get("reasons") or ())
        yield f"  committed too early at step {commitment['step']}: {reasons}"


def _edges(d: Document) -> Iterator[str]:
    for status, label in (("always", "in every model"), ("open", "in some models")):
        found = [edge for edge, s in d["edges"].items() if s == status]
        if found:
            yield f"  {label}: {', '.join(found)}"
    for edge, why in (d.get("why") or {}).items():
        size = "a smallest set of rows" if why["minimum"] else "rows"
        yield f"  {edge} is forced by {size}: {', '.join(why['rows'])}"


def _alternative(found: Document) -> Iterator[str]:
    for name, equation in (found.get("equations") or {}).items():
        mark = "*" if name in (found.get("changed") or ()) else " "
        yield f"  {mark} {name} = {equation}"
    experiment = found.get("experiment")
    if experiment:
        do = ", ".join(f"{v}={value}" for v, value in experiment["assignments"].items())
        reads = ", ".join(f"{v} = {value}" for v, value in (found.get("reads") or {}).items())
        yield f"  after do({do}) it reads {reads}"

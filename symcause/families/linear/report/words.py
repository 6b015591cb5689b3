"""The words of a linear problem's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.text import SENTENCES, class_text

Document = Mapping[str, Any]


def sentence(d: Document) -> str:
    """The verdict in one sentence."""
    count = d.get("graphs")
    number = shown(count) if isinstance(count, int) else "an unknown number of"
    scope = class_text(d["class"]) if d.get("class") else "the problem's own"
    return SENTENCES[str(d["verdict"])].format(number=number, scope=scope)


def linear_facts(d: Document, problem: LinearProblem) -> list[list[str]]:
    """The figures beside the verdict."""
    return [list(fact) for fact in _facts(d, problem)]


def _facts(d: Document, problem: LinearProblem) -> Iterator[tuple[str, str]]:
    count, models = d.get("graphs"), d.get("models")
    yield "graphs", shown(count) if isinstance(count, int) else "unknown"
    if isinstance(models, int):
        yield "models", shown(models)
    told = (d.get("target") or {}).get("entailed")
    if told is not None:
        yield "reactor’s target", "entailed" if told else "not entailed"
    yield "separable", {True: "yes", False: "no", None: "unknown"}[d.get("separable")]
    yield "family", f"{problem.family}, interventions by “{problem.semantics}”"
    yield "class", _class(d.get("class") or problem.class_document())
    gold = d.get("gold")
    if gold is not None:
        good = gold["train_exact"] and gold["in_class"]
        yield "gold", "a member" if good else "no member"
    counts = ((len(problem.records), "record"), (len(problem.interventions), "intervention"))
    yield "evidence", ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts)
    if d.get("seconds") is not None:
        yield "time", f"{float(d['seconds']):.2f} s"


def _class(bounds: Mapping[str, Any]) -> str:
    if bounds["domain"] == "integer":
        text = f"integers {bounds['min']} to {bounds['max']}"
    else:
        text = "rational coefficients"
        if bounds.get("min_effect"):
            text += f" of size at least {bounds['min_effect']}"
    if bounds.get("max_parents") is not None:
        text += f", at most {bounds['max_parents']} parents"
    return text + (", the target may cause others" if bounds.get("target_may_cause") else "")


def linear_notes(d: Document) -> list[str]:
    """Remarks that a builder of the problem should read."""
    return list(_notes(d))


def _notes(d: Document) -> Iterator[str]:
    for key in ("reason", "models_reason"):
        if d.get(key):
            yield f"Not everything is known: {d[key]}."
    misfit = d.get("misfit") or {}
    if misfit.get("conflict"):
        rows = ", ".join(misfit["conflict"]["rows"])
        least = (
            "A smallest set of rows that conflict"
            if misfit["conflict"]["minimum"]
            else "Rows that conflict"
        )
        yield f"{least}: {rows}."
    hidden = misfit.get("hidden_disturbance")
    if hidden and hidden.get("explains"):
        nodes = ", ".join(hidden["nodes"])
        yield f"A hidden disturbance of {nodes} would explain the evidence."
    for assumption in misfit.get("explained_by") or ():
        yield f"With “{assumption}” the evidence could be explained."


def linear_steps(d: Document) -> list[str]:
    """What to do with this verdict."""
    verdict = d["verdict"]
    if verdict == "ambiguous" and d.get("alternatives"):
        do = d["alternatives"][0]["experiment"]["assignments"]
        told = ", ".join(f"{name} = {value}" for name, value in do.items())
        return [f"intervene next: set {told}, and the two models below part"]
    if verdict == "inconsistent":
        return ["check the readings, or weaken the assumptions named above"]
    if verdict == "unknown":
        return ["allow more time (--timeout) or a smaller class (--max-parents)"]
    return []

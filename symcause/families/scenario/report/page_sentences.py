"""The page sentences of scenario audits: a headline by contrast, what the history hides, and few facts."""

from __future__ import annotations

from symcause.families.scenario.audits.audit_sentences import WORDS, ScenarioVerdict
from symcause.families.scenario.documents.question_documents import Bounds, ScenarioAudit
from symcause.families.scenario.report.plot_bounds import ends
from symcause.families.scenario.report.value_phrases import brief, exact, number_text
from symcause.models.number_phrases import joined_names

Fact = tuple[str, str, str]
"""A label, a number for people and the exact one."""

MISLEADING = ("proven", "spurious", "masked")
"""Traps in which what the data show is not what setting the variable does."""


def headline(document: ScenarioAudit) -> str | None:
    """The best against the threshold and the default; None without a verdict."""
    word, best, part = document.verdict, best_value(document), document.threshold
    if not word or not document.sentence:
        return None
    words = WORDS[ScenarioVerdict(word)]
    if part is None or best is None or not words.headline:
        told_ = document.sentence.rstrip(".")
        return f"{word[0].upper()}{word[1:]}: {told_[0].lower()}{told_[1:]}"
    goal = number_text(part.value, 2)
    values = {"best": brief(best, 2, part.value), "goal": goal, "default": ""}
    if document.default is not None:
        values["default"] = f", the default {brief(document.default, 2, part.value)}"
    return f"{words.title}: {words.headline.format(**values)}"


def sentence(document: ScenarioAudit) -> str:
    """What the history shows against what is so, of the variables that it misleads about."""
    traps = {n: t for n, t in document.traps.items() if t.status in MISLEADING}
    if not traps:
        return ""
    name, trap = min(traps.items(), key=lambda item: MISLEADING.index(item[1].status))
    others = [other for other in traps if other != name]
    text = f"The history misleads about {joined_names([name, *others])}"
    if trap.pair is None or trap.effect is None or trap.association is None:
        return f"{text}."
    pair = f"from {spoken(trap.pair[0])} to {spoken(trap.pair[1])}"
    seen, done = signed(trap.association, 2), signed(trap.effect, 2)
    first = f"{pair} of {name}" if others else pair
    hidden = " (which no player can read)" * (trap.data == "population")
    return f"{text}: {first} it shows {seen}{hidden}; setting it does {done}."


def facts(document: ScenarioAudit) -> list[Fact]:
    """At most five figures."""
    goal = None if document.threshold is None else document.threshold.value
    best = best_value(document)
    found = [("space", document.space, ""), ("stage of the evaluation", document.stage, "")]
    if document.default is not None:
        worth = brief(document.default, 2, goal)
        found.append(("value of the default", worth, exact(document.default)))
    if best is not None:
        found.append(("value of the best design", brief(best, 2, goal), exact(best)))
    if document.win.optimum is not None:
        won = document.win.optimum
        found.append(("P(win) with the best known design", brief(won, 2), exact(won)))
    return found


def best_value(document: ScenarioAudit) -> Bounds | None:
    """What the best design is worth, between what is known and what is proven."""
    optimum = document.optimum
    return None if optimum is None else Bounds(low=optimum.low, high=optimum.upper)


def spoken(value: object) -> str:
    """A value of a variable in a sentence."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def signed(bounds: Bounds, digits: int = 3) -> str:
    """A difference with its sign, between two where they do not agree."""
    pair = ends(bounds)
    places = digits if max(map(abs, pair)) >= 10**-digits else 6
    low, high = (f"{end:+.{places}f}".replace("-", "−") for end in pair)
    return low if low == high else f"{low} to {high}"

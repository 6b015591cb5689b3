"""The story of an episode, step by step: what was done, what it taught, and what would have been best."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

from symcause.audits.story import Grid, Right, Section, Story, Tone
from symcause.bounds.episodes_bounds import ROUNDED_LENGTH
from symcause.episodes.judgement.episode_document import EpisodeDocument, JudgedStep
from symcause.episodes.judgement.outcome_sentences import (
    after,
    balance,
    fortune,
    ground,
    noun_of,
    outcome,
    stood,
    words_of,
)
from symcause.models.number_phrases import fixed, plural, whole
from symcause.scoring.abstention_rule import JUSTIFIED, UNSUPPORTED


def episode_story(document: EpisodeDocument) -> Story:
    """The story of an episode."""
    sections = [_steps(document)] if document.steps else []
    numbers = measured(document)
    if numbers:
        sections.append(Section("The answer", (Grid(("", ""), numbers),)))
    if document.entailed or (document.steps and document.steps[-1].entailed):
        last = document.steps[-1].entailed if document.steps else document.entailed
        sections.append(Section("What follows from what was seen", last))
    return Story(
        title=f"{document.problem}, played by {document.agent}",
        sentence=_sentence(document),
        verdict=outcome(document),
        tone=_tone(document),
        facts=_facts(document),
        notes=(*remarks(document), *_fortune(document)),
        sections=tuple(sections),
    )


def measured(document: EpisodeDocument) -> tuple[tuple[str, str], ...]:
    """The family's own numbers about the answer, those that are short enough for a line."""
    pairs, words = [], words_of(document)
    for key, value in document.details.items():
        name = words.get(key, key.replace("_", " "))
        if isinstance(value, dict) and set(value) == {"low", "high"}:
            value = _span(str(value["low"]), str(value["high"]))
        if isinstance(value, float):
            value = f"{value:.3f}"
        if isinstance(value, str):
            value = _decimal(value)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if name and isinstance(value, str | int):
            pairs.append((name, str(value)))
    return tuple(pairs)


def _span(low: str, high: str) -> str:
    """Bounds in a few digits; an exact value as it is.

    >>> _span("0.002869989624", "0.002869989625"), _span("14/25", "14/25")
    ('0.00287', '14/25')
    >>> _decimal("14/25"), _decimal("67/120"), _decimal("hull")
    ('0.56', '0.5583 (67/120)', 'hull')
    """
    if low == high:
        return low
    if max(len(low), len(high)) > ROUNDED_LENGTH:
        return f"{low} to {high}"
    ends = [f"{float(Fraction(end)):.4g}" for end in (low, high)]
    return " to ".join(dict.fromkeys(ends))


def _decimal(text: str) -> str:
    """A fraction as people read it; as it is beside that, where it is none of few digits."""
    top, slash, bottom = text.partition("/")
    if (
        not slash
        or len(text) > ROUNDED_LENGTH
        or not (top.lstrip("-").isdecimal() and bottom.isdecimal() and int(bottom))
    ):
        return text
    value = Fraction(text)
    short = f"{float(value):.4g}"
    return short if Fraction(short) == value else f"{short} ({text})"


def _sentence(document: EpisodeDocument) -> str:
    """What follows the verdict: why, how many steps it took, and where the question stood then."""
    why = ground(document)
    steps = plural(document.acted, "step") if document.acted else after(document)
    text = f"{why} ({steps})." if why else f"the episode ended {after(document)}."
    return " ".join(part for part in (text, stood(document)) if part)


def _fortune(document: EpisodeDocument) -> tuple[str, ...]:
    """How lucky the steps were, all together, as a note."""
    text = fortune(document.regret_low, document.regret_high) if document.acted else None
    if text is None:
        return ()
    parts = balance(step.regret for step in document.steps)
    return (f"{text[0].upper()}{text[1:]}{parts}.",)


def _tone(document: EpisodeDocument) -> Tone:
    if document.abstained and document.support is not None:
        return Tone.GOOD if document.support == JUSTIFIED else Tone.BAD
    if not document.answered or document.right is None:
        return Tone.UNKNOWN
    if not document.right:
        return Tone.BAD
    return Tone.SOME if document.support == UNSUPPORTED else Tone.GOOD


def _facts(document: EpisodeDocument) -> tuple[tuple[str, str], ...]:
    surplus = f", {document.surplus} after it was settled" if document.surplus else ""
    facts = [("steps", f"{document.acted} of {document.budget}{surplus}")]
    if document.members is not None and document.count is not None:
        text = f"{whole(document.members)} → {whole(document.count)}"
        facts.append((f"{noun_of(document)}s left", text))
    if document.gain is not None and document.acted:
        facts.append(("gain", f"{fixed(document.gain, 1)} bits"))
    told_regret = fortune(document.regret_low, document.regret_high) if document.acted else None
    if told_regret is not None:
        facts.append(("regret", told_regret))
    if document.worst_case is not None:
        facts.append(("the best plan needs", f"at most {plural(document.worst_case, 'step')}"))
    if document.shortest_proof is not None:
        facts.append(("shortest proof", plural(document.shortest_proof, "step")))
    return tuple(facts)


def remarks(document: EpisodeDocument) -> list[str]:
    """What is wrong with the answer, and why something is not known."""
    found = []
    if isinstance(document.answer_reason, str):
        found.append(document.answer_reason)
    if document.right and document.support == UNSUPPORTED:
        found.append("The answer is right, but others fit what was seen as well: it was a guess.")
    if document.reason is not None and document.reason not in document.sentence:
        found.append(document.reason)
    return found


def _steps(document: EpisodeDocument) -> Section:
    members = any(step.members is not None for step in document.steps)
    columns: tuple[str, ...] = (
        *("step", "action", "kind"),
        *map(Right, ("left", "gain", "best would leave", "regret")),
    )
    rows = [_row(step) for step in document.steps]
    if not members:
        columns = ("step", "action", "seen")
        rows = [(*_row(step)[:2], _seen(step)) for step in document.steps]
    return Section("Steps", (Grid.of(columns, rows),))


def _row(step: JudgedStep) -> tuple[str, ...]:
    best = ""
    if step.best is not None and step.best.worst is not None:
        mark = "" if step.best.status == "exact" else "≤ "
        best = f"{mark}{step.best.worst:,}"
        if step.best.action is not None and (step.regret_low or 0) > 0:
            best += f": {action_line(step.best.action)}"
    return (
        str(step.step),
        action_line(step.action)
        if step.refused is None
        else f"{action_line(step.action)}: {step.refused}",
        step.kind or "",
        "" if step.members is None else f"{step.members:,}",
        "" if step.gain is None else f"{step.gain:.2f}",
        best,
        _regret(step),
    )


def _seen(step: JudgedStep) -> str:
    """What an observation says in a few numbers or words."""
    observation = step.observation or {}
    return (
        action_line({k: v for k, v in observation.items() if isinstance(v, str | int | float)})
        if observation
        else ""
    )


def _regret(step: JudgedStep) -> str:
    if step.regret is not None:
        return f"{step.regret:.2f}"
    if step.regret_low is not None and step.regret_high is not None:
        return f"{step.regret_low:.2f} to {step.regret_high:.2f}"
    return ""


def action_line(action: object, limit: int = 60) -> str:
    """An action in one short line.

    >>> action_line({"do": {"X3": 1}, "rows": 4})
    'do X3=1, rows 4'
    >>> action_line({"action": "hold", "shape": "circle"})
    'hold circle'
    """
    text = _spoken(action) if isinstance(action, dict) and action else _bare(action)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def spelled_out(answer: object, limit: int) -> str:
    """An answer in lines, one a mechanism, equation or setting that it names.

    >>> print(spelled_out({"equations": {"a": "1", "b": "2*a"}, "prediction": 3}, 99))
    a = 1
    b = 2*a
    prediction 3
    """
    if not isinstance(answer, dict) or not any(isinstance(part, dict) for part in answer.values()):
        return action_line(answer, limit)
    lines: list[str] = []
    for key, value in answer.items():
        if isinstance(value, dict):
            lines += [f"{name} = {_bare(part)}" for name, part in value.items()]
        else:
            lines.append(f"{key} {_bare(value)}")
    text = "\n".join(lines)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _spoken(action: Mapping[str, object]) -> str:
    verb, *rest = action
    if verb == "action" and len(rest) == 1 and isinstance(action[rest[0]], str):
        return f"{_bare(action[verb])} {_bare(action[rest[0]])}"
    parts = []
    for key, value in action.items():
        if isinstance(value, dict):
            inner = " ".join(f"{name}={_bare(part)}" for name, part in value.items())
            parts.append(f"{key} {inner}".rstrip())
        else:
            parts.append(_bare(value) if key == "action" else f"{key} {_bare(value)}")
    return ", ".join(parts)


def _bare(value: object) -> str:
    """A value as JSON without quotation marks."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "), default=str)
    return text.replace('"', "")

"""Check sentences for the page of a Boolean answer: headline, main figures and notes."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Tone
from symcause.families.boolean.bounds import SENTENCE_VARIABLES
from symcause.families.boolean.documents.check_document import BooleanCheck, SplitPart
from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.report.story.check_story import (
    alike,
    claim_lines,
    root_lines,
    too_many,
)
from symcause.models.number_phrases import fixed, plural, whole


def compared_with(d: BooleanCheck) -> str:
    """What the answer is held against."""
    return "the reference" if d.is_alternative else "gold"


def headline(d: BooleanCheck) -> str:
    """What came of it, in one line."""
    train, heldout = d.replayed.get("train"), d.replayed.get("heldout")
    if d.is_alternative and d.train_exact:
        return _claimed(d)
    if d.disturbs_too_many:
        text = too_many(d)
        return f"{text[0].upper()}{text[1:]}"
    if not d.train_exact and not d.within:
        return f"Wrong in {_failed(train, 'training')}"
    text = "every training world"
    if not d.train_exact:
        text += f" but for {plural(d.disturbed or 0, 'disturbed cell')}"
    if not d.right:
        return f"Explains {text}, fails in {_failed(heldout, 'held-out')}"
    if isinstance(d.beside, AlternativePart):
        return f"Explains {'every world' if heldout else text}, and is not gold"
    if d.unique:
        only = "models that behave like this one explain" if alike(d) else "this model explains"
        return f"Right: only {only} {text}"
    right = "Right" if d.beside is None else f"Explains {text}"
    if d.count is not None and d.count > 1 and d.in_class:
        return f"{right}, but so far a guess: {_others(d)} as much"
    return right


def _claimed(d: BooleanCheck) -> str:
    """How far an exact answer to an Alternative-SCM task comes: another model, an experiment, a witness."""
    if d.right:
        return "Right: another explanation, and what tells it apart"
    if not d.details.distinct:
        return "The same functions as the reference: no other explanation"
    if not d.experiment:
        return "Another explanation, but no admissible experiment"
    if not d.pair_separates:
        return "Another explanation, but the experiment does not tell it apart"
    return "Another explanation that is told apart, but the witness is wrong"


def _failed(split: SplitPart | None, name: str) -> str:
    if split is None:
        return f"the {name} worlds"
    wrong = split.worlds - split.exact_worlds
    return f"{wrong} of {plural(split.worlds, f'{name} world')}"


def _others(d: BooleanCheck) -> str:
    """The other explanations; there are some."""
    count = d.count or 0
    if count == 2:
        return f"1 other model{alike(d)} explains"
    return f"{whole(count - 1)} other models{alike(d)} explain"


def tone(d: BooleanCheck) -> Tone:
    """Right and proven, right so far, or wrong."""
    if not d.right:
        return Tone.BAD
    other = isinstance(d.beside, AlternativePart)
    return Tone.GOOD if d.is_alternative or (d.unique and not other) else Tone.SOME


def sentence(d: BooleanCheck) -> str:
    """Where the answer and gold part, and how many models explain the training worlds."""
    said = []
    if isinstance(d.beside, AlternativePart):
        verb = "differs" if len(d.beside.changed) == 1 else "differ"
        said.append(f"{_names(d.beside.changed)} {verb} from {compared_with(d)}.")
    if d.in_class is False:
        outside = "The answer lies outside the class" if d.train_exact else ""
        inside = "" if d.count is None else f"{_explaining(d.count)} the training worlds"
        joined = "; ".join(filter(None, (outside, inside)))
        said.append(f"{joined[0].upper()}{joined[1:]}." if joined else "")
    elif d.count is not None and d.count > 1 and (not d.right or d.beside is not None):
        said.append(f"{_others(d)} the training worlds as well.")
    elif d.count is None and isinstance(d.count_reason, str):
        said.append(f"How many models explain the training worlds is not known: {d.count_reason}.")
    return " ".join(filter(None, said))


def _explaining(count: int) -> str:
    if count < 2:
        return f"{'1' if count else 'no'} model of the class explains"
    return f"{whole(count)} models of the class explain"


def _names(names: tuple[str, ...]) -> str:
    if len(names) > SENTENCE_VARIABLES:
        first = names[: SENTENCE_VARIABLES - 1]
        return f"{', '.join(first)} and {len(names) - len(first)} other variables"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def facts(d: BooleanCheck) -> Iterator[tuple[str, str]]:
    """Figures, the main ones first."""
    for name, key in (("training", "train"), ("held-out", "heldout")):
        split = d.replayed.get(key)
        if split is None:
            continue
        if split.cells is None:
            yield f"{name} worlds right", f"{split.exact_worlds} of {split.worlds}"
        else:
            yield f"{name} cells right", f"{split.right_cells} of {split.cells}"
    if d.within and not d.train_exact:
        yield "disturbed training cells", str(d.disturbed)
    if d.local_match is not None and d.mechanisms and not d.is_alternative:
        same = round(d.local_match * len(d.mechanisms))
        yield "mechanisms as in gold", f"{same} of {len(d.mechanisms)}"
    if d.count is not None:
        yield "models that explain the training worlds", whole(d.count)
    yield "class", str(d.scope)
    yield "setting", d.setting
    if d.parent_f1 is not None:
        yield "parent F1", fixed(d.parent_f1, 3)
        yield "SHD", str(d.parent_shd)
    if d.details.total_ast is not None:
        gold = "" if d.details.gold_ast is None else f" (gold {d.details.gold_ast})"
        yield "AST", f"{d.details.total_ast}{gold}"


def notes(d: BooleanCheck) -> Iterator[str]:
    """What no picture shows."""
    yield from root_lines(d)
    if d.violations:
        yield f"against the knowledge: {'; '.join(d.violations)}"
    if d.is_alternative:
        yield from (line for line in claim_lines(d) if not line.startswith("alternative:"))
    if d.early:
        yield f"stopped early: {d.early}"

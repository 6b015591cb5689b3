"""The check story of a Boolean report: how one answer fares, for people."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from symcause.audits.story import Section, Story, Tone
from symcause.families.boolean.documents.check_document import (
    BooleanCheck,
    Mismatch,
    NearestPart,
    WitnessCounts,
)
from symcause.families.boolean.documents.scope_part import aside
from symcause.families.boolean.report.story.alternatives_story import (
    describe,
    named_corners,
)
from symcause.families.boolean.space.exclusion import row_words
from symcause.models.number_phrases import plural, whole

_SPLITS = (("training", "train"), ("held-out", "heldout"))


def check_text(d: BooleanCheck) -> str:
    """A few lines: the answer by itself, then where its model stands."""
    from symcause.reports.terminal_layout import to_text

    lines = [f"{d.problem}: {_verdict(d)}", *(f"  {line}" for line in _lines(d))]
    if d.valid and not d.is_identification:
        lines.append(to_text(standing_lines(d)))
    return "\n".join(lines)


def check_story(d: BooleanCheck) -> Story:
    """The same for pages and notebooks."""
    if not d.valid:
        why, *notes = _lines(d)
        facts = (("setting", d.setting), ("class", str(d.scope)))
        return Story(d.problem or "", why, _verdict(d), Tone.BAD, facts, tuple(notes))
    around = tuple(standing_lines(d)) if d.valid and not d.is_identification else ()
    return Story(
        d.problem or "",
        _verdict(d),
        tone=Tone.GOOD if d.right else Tone.SOME if d.train_exact else Tone.BAD,
        facts=(("setting", d.setting), ("class", str(d.scope))),
        notes=tuple(_lines(d)),
        sections=(Section("Among all explanations", around),) if around else (),
    )


def _verdict(d: BooleanCheck) -> str:
    """The outcome in a few words."""
    if not d.valid:
        return "not valid"
    if d.is_identification:
        return {True: "right", False: "not what gold says", None: "gold says nothing"}[d.right]
    if d.is_alternative:
        return (
            "joint success (another explanation, and what tells it apart)"
            if d.right
            else "valid, but no joint success"
        )
    if d.within and not d.train_exact:
        text = f"explains the training worlds with {plural(d.disturbed or 0, 'disturbed cell')}"
        return text if d.right else f"{text}, not the held-out ones"
    if d.disturbs_too_many:
        return f"valid, but {too_many(d)}"
    if not d.train_exact:
        return "valid, but not exact on the training worlds"
    if d.heldout_exact is False:
        return "exact on the training worlds, not on the held-out ones"
    return "exact"


def too_many(d: BooleanCheck) -> str:
    """What is wrong with a model that disturbs more cells than the class lets it."""
    cells = plural(d.disturbed or 0, "training cell")
    return f"disturbs {cells}, more than the {d.scope.errors} that may be"


def _lines(d: BooleanCheck) -> Iterator[str]:
    yield from _judged_lines(d)
    if isinstance(d.disputed, str):
        yield d.disputed


def _judged_lines(d: BooleanCheck) -> Iterator[str]:
    if not d.valid:
        yield f"{d.reason} (stage: {str(d.stage).replace('_', ' ')})"
        if d.roots is not None:
            yield from root_lines(d)
        return
    if d.is_identification:
        yield from _certified(d)
        return
    yield from _replayed(d)
    yield from root_lines(d)
    if d.violations:
        yield f"against the knowledge: {'; '.join(d.violations)}"
    if d.parent_f1 is not None and d.local_match is not None:
        yield (
            f"against gold: parent F1 {d.parent_f1:.3f}, SHD {d.parent_shd}, local functions "
            f"right {d.local_match:.3f}, AST {d.details.total_ast} (gold {d.details.gold_ast})"
        )
    if d.is_alternative:
        yield from claim_lines(d)


def _certified(d: BooleanCheck) -> Iterator[str]:
    yield f"says {d.certification}, gold says {d.gold_certification or 'nothing'}"
    if isinstance(d.certification_true, str):
        yield f"the space itself: {d.certification_true}"
    if isinstance(d.witnesses, WitnessCounts):
        w = d.witnesses
        yield (
            f"witnesses: {w.given} given, {w.valid} valid, {w.train_exact} exact on the training "
            f"worlds, {w.distinct_as_written} different as written, {w.distinct} different models"
        )
    if isinstance(d.remark, str):
        yield d.remark


def _replayed(d: BooleanCheck) -> Iterator[str]:
    wrong = {"train": d.details.first_train_mismatch, "heldout": d.details.first_heldout_mismatch}
    for name, key in _SPLITS:
        if key not in d.replayed:
            continue
        split, first = d.replayed[key], wrong[key]
        run = ", run from the roots" if key == "train" and d.scope.noisy and d.disturbed else ""
        line = f"{name}{run}: {split.exact_worlds} of {plural(split.worlds, 'world')} exact"
        if split.cells is not None:
            line += f", {split.right_cells} of {plural(split.cells, 'cell')} right"
        if isinstance(first, Mismatch):
            line += (
                f"; first error: {row_words(first.world, first.row)}, {first.variable} is "
                f"{first.predicted} instead of {first.expected}"
            )
        yield line


def root_lines(d: BooleanCheck) -> Iterator[str]:
    """How the named roots fare, where roots are hidden and gold's are known."""
    precision, recall = d.details.root_precision, d.details.root_recall
    if isinstance(precision, UnsetType) or isinstance(recall, UnsetType):
        return
    if d.root_exact:
        yield "roots: exactly gold's"
    else:
        yield f"roots: not gold's (precision {precision:.3f}, recall {recall:.3f})"


def claim_lines(d: BooleanCheck) -> Iterator[str]:
    """What an Alternative-SCM answer claims, and what of it holds."""
    details = d.details
    if not details.distinct:
        yield "alternative: computes the same functions as the reference"
        return
    changed = () if isinstance(details.changed, UnsetType) else details.changed
    yield f"alternative: differs from the reference in {', '.join(changed)}"
    if d.experiment is None:
        yield f"experiment: not admissible, {details.experiment_reason}"
        return
    line = f"experiment: {d.experiment}"
    rate = d.pair_disagreement_rate
    if isinstance(rate, float):
        word = "separates" if d.pair_separates else "does not separate"
        best = f", the best is {details.best_experiment}" if details.best_experiment else ""
        line += f" {word} (disagreement rate {rate:.3f}{best})"
    yield line
    if isinstance(d.witness_valid, bool):
        yield f"witness: {'right' if d.witness_valid else details.witness_reason}"


def standing_lines(d: BooleanCheck) -> Iterator[str]:
    """The class, whether the answer is in it, and the nearest other explanation."""
    corners = {} if isinstance(d.gold_corners, UnsetType) else d.gold_corners or {}
    for name, facts in corners.items():
        yield f"{name} differs from gold at {named_corners(facts, 'gold', 'answer')}"
    scope = f"class: {d.scope}"
    if d.in_class is None or (d.unique is None and d.count is None and d.in_class):
        yield f"whether another model explains the training worlds is unknown: {d.count_reason}"
        yield f"  {scope}"
    elif not d.in_class:
        if d.train_exact:
            yield f"explains the training worlds but lies outside the class: {d.scope}"
        yield _members(d, "" if d.train_exact else scope)
    elif d.unique or d.count == 1:
        yield f"the only model{alike(d)} that explains the training worlds ({scope})"
    else:
        number = "at least one" if d.count is None else whole(d.count - 1)
        one = d.count is None or d.count == 2
        others = f"other model{'' if one else 's'}{alike(d)} {'explains' if one else 'explain'}"
        yield f"not the only explanation: {number} {others} the training worlds ({scope})"
        if isinstance(d.nearest_alternative, NearestPart):
            yield "nearest alternative:"
            yield from describe(d.nearest_alternative, d.nearest_alternative.against)


def alike(d: BooleanCheck) -> str:
    """Behind "model" where those that behave alike count as one."""
    return aside(d.identity)


def _members(d: BooleanCheck, scope: str) -> str:
    """How many models do explain the training worlds, when the answer is not one of them.

    The class is told, unless the line before has it.
    """
    if d.count is None:
        return f"how many models do explain the training worlds is unknown: {d.count_reason}"
    models = f"{plural(d.count, 'model')}{alike(d)}{'' if scope else ' of the class'}"
    text = f"{models} {'explains' if d.count == 1 else 'explain'} the training worlds"
    if not d.count:
        text = "no model of the class explains the training worlds"
    return f"{text} ({scope})" if scope else text

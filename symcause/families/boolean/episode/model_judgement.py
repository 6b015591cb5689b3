"""Judgement of the model answered in a Boolean episode, against gold and against the evidence."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.episodes.rules import Judged
from symcause.errors import LimitError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check import funnel
from symcause.families.boolean.scoring.check.abstention import answer_stance as said_in
from symcause.families.boolean.scoring.check.answer_writer import answer_text
from symcause.families.boolean.scoring.check.mechanism_cache import read as read_mechanism
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.disclosure import Setting
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED, Said
from symcause.scoring.answer_extraction import Shape, extract, hidden_roots_shape, plain_shape


def judged(truth: BooleanProblem | None, known: BooleanProblem, answer: object) -> Judged:
    """An answer, whatever it is."""
    found = judged_answer(known, answer)
    facts: dict[str, object] = {"stage": str(found.stage)}
    if found.scm is None:
        return Judged(None if truth is None else False, REFUTED, found.reason, facts)
    return _placed(truth, known, found.scm, facts)


def heard(known: BooleanProblem, answer: object) -> Said:
    """Does an answer claim a model, or abstain?"""
    try:
        text = answer_text(known, answer)
    except TypeError:
        return Said()
    return said_in(known, text, extract(text, _shape(known)).found)


def _shape(known: BooleanProblem) -> Shape:
    return hidden_roots_shape if known.setting is Setting.HIDDEN_ROOTS else plain_shape


def judged_answer(known: BooleanProblem, answer: object) -> funnel.Judged:
    """The model of an answer, in the published shape or in a text that holds it, however it is written."""
    try:
        text = answer_text(known, answer)
    except TypeError as error:
        return funnel.Judged(funnel.Stage.SCHEMA, str(error))
    extracted = extract(text, _shape(known))
    if extracted.found is None:
        return funnel.Judged(funnel.Stage.EXTRACTED_JSON, extracted.reason)
    return funnel.judge(known, extracted.found, infix=True)


def mistakes(known: BooleanProblem, answer: object) -> dict[str, str]:
    """Mechanisms that cannot be read or look at what they may not, by variable."""
    texts = answer.get("mechanisms") if isinstance(answer, dict) else None
    found: dict[str, str] = {}
    for name, text in texts.items() if isinstance(texts, dict) else ():
        if name not in known.variables:
            found[str(name)] = "no such variable"
            continue
        read = read_mechanism(str(text), known.operators, known.constants, True)
        if isinstance(read, str):
            found[name] = read
            continue
        strange = read.expression.variables - frozenset(known.disclosure.admissible(name))
        if strange:
            found[name] = f"{', '.join(sorted(strange))} cannot be among the parents of {name}"
    return found


def _placed(
    truth: BooleanProblem | None, known: BooleanProblem, model: BooleanSCM, facts: dict[str, object]
) -> Judged:
    gold = None if truth is None else truth.gold_scm
    right = reason = support = None
    try:
        if gold is not None:
            right = model == gold
            facts["wrong_mechanisms"] = list(model.changed(gold))
        facts["edges"] = sorted([cause, effect] for cause, effect in model.edges)
        support, reason = _support(known, model)
    except LimitError as error:
        reason = str(error)
    return Judged(right, support, reason, facts)


def _support(known: BooleanProblem, model: BooleanSCM) -> tuple[str | None, str | None]:
    """What the members say of a model, and why that is not known or not so."""
    if model.undecided:
        return (
            None,
            f"the mechanism of {model.undecided[0]} is too large to know what it depends on",
        )
    space = open_space(known)
    objections = space.objections(model)
    if objections:
        return REFUTED, str(objections[0])
    count = space.count()
    if isinstance(count, int):
        return (JUSTIFIED if count == 1 else UNSUPPORTED), None
    other = next(space.others(model), None)
    if isinstance(other, Unknown):
        return None, other.reason
    return (JUSTIFIED if other is None else UNSUPPORTED), None

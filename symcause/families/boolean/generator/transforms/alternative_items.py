"""Alternative items: a Boolean model is given, another one that explains the worlds is asked for.

The pair is gold and a member of the version space that a single-variable experiment separates from it,
so a solution is known to exist; either of the two is the reference. Alternatives come from the exact
space, nearest first, or from stored answers of systems; the item then keeps which systems gave it, so
that an evaluation can leave a system's own answers out.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from symcause.families.boolean.audits.alternatives.alternative_models import (
    ShownAlternative,
    alternatives,
    show,
)
from symcause.families.boolean.bounds import CHOSEN_ALTERNATIVES, ITEM_ALTERNATIVES
from symcause.families.boolean.models.experiments import PairSeparation, best_experiment
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.fingerprint import describe_answer
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.member_answers import written


@dataclass(frozen=True)
class StoredAnswer:
    """An answer of a system to a problem."""

    system: str
    answer: Answer


def alternative_item(
    problem: BooleanProblem, rng: random.Random, id: str | None = None
) -> BooleanProblem | None:
    """An item from the exact space; None if no near alternative is separated from gold."""
    gold = problem.gold_scm
    assert gold is not None and problem.gold is not None
    space = ExactSpace.of(problem)
    found = islice(alternatives(space, gold), ITEM_ALTERNATIVES)
    choice = list(islice((a for a in found if a.separation is not None), CHOSEN_ALTERNATIVES))
    if not choice:
        return None
    picked = rng.choice(choice)
    return _item(problem, picked, written(problem, picked.model), None, rng, id)


def items_from_answers(
    problem: BooleanProblem, answers: Iterable[StoredAnswer], rng: random.Random
) -> list[BooleanProblem]:
    """One item for each different model among the stored answers that explains the worlds.

    Answers must be executable, replay the training worlds, differ from gold in some local function
    and be separated from it by a single-variable experiment.
    """
    gold = problem.gold_scm
    assert gold is not None
    sources: dict[BooleanSCM, list[StoredAnswer]] = {}
    for stored in answers:
        if illegality(problem, stored.answer) is not None:
            continue
        model = problem.compiled(stored.answer)
        if model != gold and replays_exactly(model, problem.training, problem.variables):
            sources.setdefault(model, []).append(stored)
    items: list[BooleanProblem] = []
    for model, given in sources.items():
        shown = show(problem, gold, model)
        if shown.separation is not None:
            id = f"{problem.id}-alternative-{len(items):02d}"
            items.append(_item(problem, shown, given[0].answer, given, rng, id))
    return items


def _item(
    problem: BooleanProblem,
    shown: ShownAlternative,
    alternative: Answer,
    sources: Sequence[StoredAnswer] | None,
    rng: random.Random,
    id: str | None,
) -> BooleanProblem:
    assert problem.gold is not None and shown.separation is not None
    gold_is_reference = rng.random() < 0.5
    gold = Answer(problem.gold.mechanisms, alternative.roots)
    reference, other = (gold, alternative) if gold_is_reference else (alternative, gold)
    record = {
        "reference_role": "gold" if gold_is_reference else "alternative",
        "other": describe_answer(other),
        "changed": list(shown.changed),
        **_experiment(shown.separation, shown, gold_is_reference),
        "source": "exact" if sources is None else "answers",
        "systems": [] if sources is None else sorted({stored.system for stored in sources}),
    }
    metadata = {**problem.metadata, "alternative": record}
    return replace(problem, id=id or problem.id, reference=reference, metadata=metadata)


def _experiment(
    separation: PairSeparation, shown: ShownAlternative, gold_is_reference: bool
) -> dict[str, object]:
    """The best experiment and its witness, told from the reference's side."""
    if not gold_is_reference:
        turned = best_experiment(shown.model, shown.reference)
        assert turned is not None, "what separates a pair separates it the other way round"
        separation = turned
    assert separation.witness is not None, "a best experiment separates"
    rate = separation.pair_disagreement_rate
    return {
        "experiment": separation.experiment.to_dict(),
        "witness": separation.witness.to_dict(),
        "pair_disagreement_rate": None if rate is None else float(rate),
    }

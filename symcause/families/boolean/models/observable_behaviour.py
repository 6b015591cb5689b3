"""Observable behaviour of Boolean models: what they show where some variables are latent.

The *behaviour* of a model is, under observation and under every ``do(V=b)`` of a variable that is not
latent, the set of states that the variables which are not latent can be in. Two models of one behaviour
cannot be told apart by such an experiment, whatever their mechanisms are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from symcause.families.boolean.models.experiments import (
    Contexts,
    Experiment,
    PairSeparation,
    StateWitness,
    experiments,
)
from symcause.families.boolean.models.scm import BooleanSCM

OBSERVING = Experiment(())
"""Nothing is set."""


def shown_states(
    model: BooleanSCM, latent: Collection[str], experiment: Experiment = OBSERVING
) -> frozenset[tuple[str, ...]]:
    """The states of the variables that are not latent, as bits in their natural order.

    Raises LimitError where the model has too many roots to try all their values.
    """
    contexts = Contexts(model.roots)
    columns, width = contexts.run(model, experiment), 1 << len(model.roots)
    shown = [format(columns[v], f"0{width}b") for v in model.variables if v not in latent]
    return frozenset(zip(*shown, strict=True)) if shown else frozenset(((),))


def behaviour(model: BooleanSCM, latent: Collection[str]) -> bytes:
    """A fingerprint that two models share iff they behave alike."""
    from hashlib import sha256  # loaded when it is needed

    found = sha256()
    readable = [v for v in model.variables if v not in latent]
    for experiment in (OBSERVING, *experiments(readable, 1)):
        states = sorted("".join(state) for state in shown_states(model, latent, experiment))
        found.update(f"{','.join(states)};".encode())
    return found.digest()


def first_experiment(
    reference: BooleanSCM, alternative: BooleanSCM, latent: Collection[str], targets: int = 1
) -> PairSeparation | None:
    """The first of :func:`telling_experiments`; None if not even observing tells the models apart."""
    return next(telling_experiments(reference, alternative, latent, targets), None)


def telling_experiments(
    reference: BooleanSCM, alternative: BooleanSCM, latent: Collection[str], targets: int = 1
) -> Iterator[PairSeparation]:
    """Every experiment that shows a state of only one of two models: fewest targets first.

    Observing comes last.
    """
    readable = [v for v in reference.variables if v not in latent]
    for experiment in (*experiments(readable, targets), OBSERVING):
        first, second = (shown_states(m, latent, experiment) for m in (reference, alternative))
        if apart := sorted(first ^ second):
            side = "reference" if apart[0] in first else "alternative"
            state = tuple((v, bit == "1") for v, bit in zip(readable, apart[0], strict=True))
            yield PairSeparation(experiment, None, None, StateWitness(state, side))

"""The text of an intervention, written one way wherever a person reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def intervention_text(done: Mapping[str, object] | Iterable[str]) -> str:
    """What was set, to what where that is known.

    >>> intervention_text({"X3": 1, "X4": 0}), intervention_text(["income"]), intervention_text({})
    ('do(X3=1, X4=0)', 'do(income)', 'observing')
    """
    if isinstance(done, Mapping):
        parts = [f"{name}={value}" for name, value in done.items()]
    else:
        parts = list(done)
    return f"do({', '.join(parts)})" if parts else "observing"

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


def done_words(spelled: str) -> str:
    """What was done, from the spelling of those who do it.

    >>> done_words("density := 60"), done_words("a := 1, b := 2, c released"), done_words("c released")
    ('do(density=60)', 'do(a=1, b=2), c released', 'c released')
    """
    parts = spelled.split(", ") if spelled else []
    done = dict(part.split(" := ", 1) for part in parts if " := " in part)
    others = [part for part in parts if " := " not in part]
    return ", ".join([*([intervention_text(done)] if done else []), *others])

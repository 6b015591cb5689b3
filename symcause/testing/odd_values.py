"""Odd values that a confused agent might say: of every kind, nested, now and then a legal action."""

from __future__ import annotations

import json
from random import Random


def odd_action(chance: Random, legal: list[dict[str, object]]) -> object:
    """Something that a confused agent might say; now and then it is legal."""
    what = chance.randrange(10)
    if what == 0:
        return odd_value(chance, 3)
    action: dict[str, object] = dict(chance.choice(legal))
    if what == 1:
        return [action]
    if what == 2:
        return json.dumps(action)
    if what <= 6:
        key = chance.choice([*action, "do", "look", "gold", "rows", "roots", "count"])
        action[key] = odd_value(chance, 2)
    elif what == 7 and action:
        action.pop(chance.choice(list(action)))
    return action


def odd_value(chance: Random, depth: int) -> object:
    """A plain value of any kind, at most this deep."""
    plain: list[object] = [
        None,
        True,
        False,
        -1,
        0,
        2,
        10**30,
        1.5,
        -0.0,
        "",
        "X1",
        "gold",
        "\ud800",
    ]
    what = chance.randrange(len(plain) + 2)
    if what < len(plain) or depth == 0:
        return plain[what % len(plain)]
    if what == len(plain):
        return [odd_value(chance, depth - 1) for _ in range(chance.randrange(4))]
    keys = ["X1", "X2", "do", "", "gold", "intervene"]
    return {chance.choice(keys): odd_value(chance, depth - 1) for _ in range(chance.randrange(4))}

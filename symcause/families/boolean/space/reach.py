"""The reach of a Boolean space: how its members are reached, and so what can be known of them."""

from __future__ import annotations

from enum import Enum


class Reach(Enum):
    """What couples the mechanisms of a model, and so what can be known of all models together."""

    MECHANISMS = "exact rows: each mechanism is in or out by itself, members are products of them"
    LEVELS = "disturbed cells: members come by how many cells their mechanisms disturb together"
    MEMBERS = "unobserved cells, or what models show: members are searched for one after the other"

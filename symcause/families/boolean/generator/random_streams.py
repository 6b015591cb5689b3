"""Random streams of the Boolean generator: one for each instance, the same in any process.

>>> stream(7, "demo", 3).random() == stream(7, "demo", 3).random()
True
"""

from __future__ import annotations

import random
from hashlib import sha256


def stream(*parts: object) -> random.Random:
    """A generator that depends on the parts alone (by the SHA-256 of their spelling)."""
    text = "/".join(map(str, parts))
    return random.Random(int.from_bytes(sha256(text.encode()).digest(), "big"))

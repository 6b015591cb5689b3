"""The suite key in draws of suites: seeds and orders that nobody can tell without it.

Everything that is drawn follows from recipe and key alone. A publisher's key is secret; its SHA-256 is in
the manifest, so that whoever gets it later can rebuild the suite, byte for byte. Without one the key
follows from the recipe: such a suite is open, anybody can make its gold again.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256

from symcause.suites.recipe.recipe import FORMAT, Recipe

DIGITS = 10  # hexadecimal digits
SEED_BYTES = 6


@dataclass(frozen=True)
class SuiteKey:
    """A key, for one recipe."""

    recipe: Recipe
    secret: bytes

    @classmethod
    def of(cls, recipe: Recipe, secret: bytes | None = None) -> SuiteKey:
        """The key of a publisher; without one that of everybody."""
        return cls(recipe, _open_key(recipe) if secret is None else secret)

    @property
    def is_open(self) -> bool:
        """Can anybody make it?"""
        return self.secret == _open_key(self.recipe)

    @property
    def sha256(self) -> str:
        """What commits to it."""
        return sha256(self.secret).hexdigest()

    @property
    def commitment(self) -> Commitment:
        """What everybody may know of it."""
        return Commitment(self.sha256, self.is_open)

    def seed(self, *parts: str) -> int:
        """A seed for what is named so; that of one major version."""
        return int.from_bytes(self._digest("seed", *parts)[:SEED_BYTES])

    def id(self, part: str, problem: str, variant: str) -> str:
        """The public id of a problem of this canonical digest."""
        return f"{self.recipe.prefix}-{self._digest('id', part, problem, variant).hex()[:DIGITS]}"

    def order(self, *parts: str) -> bytes:
        """What things are sorted by, so that their order says nothing."""
        return self._digest("order", *parts)

    @property
    def guid(self) -> str:
        """A number for a canary, in the usual writing."""
        text = self._digest("canary").hex()
        return "-".join((text[:8], text[8:12], f"4{text[13:16]}", f"8{text[17:20]}", text[20:32]))

    def _digest(self, *parts: str) -> bytes:
        about = (self.recipe.name, self.recipe.major, str(self.recipe.seed), *parts)
        return hmac.digest(self.secret, "\0".join(about).encode(), "sha256")


@dataclass(frozen=True)
class Commitment:
    """What a manifest says of a key: its digest, and whether anybody can make it."""

    sha256: str
    is_open: bool


def _open_key(recipe: Recipe) -> bytes:
    about = "\0".join((FORMAT, recipe.name, recipe.major, str(recipe.seed)))
    return sha256(about.encode()).hexdigest().encode()

"""The released scorer beside our check of Boolean answers: what it reads in a text, and its opinion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from symcause.families.boolean.documents.check_document import ReleasedPart
from symcause.release_lookup import released_part


class ReleasedReading(Protocol):
    """What the published scorer reads in a text."""

    found: Mapping[str, object] | None  # the object that it takes for the answer


def released_reading(text: str) -> ReleasedReading:
    """What the published scorer reads in a text."""
    return cast("ReleasedReading", released_part("boolean", "released_extraction")(text))


def released_opinion(about: str, *given: object) -> ReleasedPart:
    """What the published scorer says of an answer."""
    return cast("ReleasedPart", released_part("boolean", about)(*given))

"""The released scorer beside our check of Boolean answers: what it reads in a text, and its opinion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from symcause.families.boolean.documents.check_document import ReleasedPart
from symcause.release_lookup import released_part


class ReleasedReading(Protocol):
    """The reading of a text by the published scorer."""

    found: Mapping[str, object] | None  # the object that it takes for the answer


def released_reading(text: str) -> ReleasedReading:
    """The text as the published scorer reads it."""
    return cast("ReleasedReading", released_part("boolean", "released_extraction")(text))


def released_opinion(about: str, *given: object) -> ReleasedPart:
    """The published scorer's opinion of an answer."""
    return cast("ReleasedPart", released_part("boolean", about)(*given))

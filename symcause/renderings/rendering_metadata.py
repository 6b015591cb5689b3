"""Rendering metadata: what a rendered problem says of its rendering, and what of it is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from symcause.errors import ProblemError

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

KEY = "rendering"
PUBLIC = (
    *("of", "digest", "order", "fillers", "abstain", "text_sha256", "theme", "theme_sha256"),
    "style",
)
"""What a public problem keeps of it: neither variables nor seed nor what depends on gold."""


def rendering_of(problem: Problem) -> Mapping[str, Any] | None:
    """What the metadata of a problem say of its rendering; None if it is none."""
    value = getattr(problem, "metadata", {}).get(KEY)
    return value if isinstance(value, Mapping) else None


def stated(about: Mapping[str, Any], key: str, problem: Problem) -> Any:
    """A part of the metadata that is needed. Raises ProblemError if it is missing."""
    if about.get(key) is None:
        raise ProblemError(
            "not stated; public problems do not state it",
            place=f"metadata.rendering.{key}",
            value=problem.id,
        )
    return about[key]


def names_back(about: Mapping[str, Any]) -> dict[str, str]:
    """What the nouns of a rendering stand for, and its words for values."""
    named = about.get("variables"), about.get("values")
    parts = [part for part in named if isinstance(part, Mapping)]
    return {str(noun): str(own) for part in parts for noun, own in part.items()}


def public_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What a public problem says of its rendering; nothing where it is none."""
    about = metadata.get(KEY)
    if not isinstance(about, Mapping):
        return {}
    return {KEY: {key: about[key] for key in PUBLIC if key in about}}

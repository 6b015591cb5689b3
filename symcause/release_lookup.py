"""Lookup of releases: what a family knows of a released program, found by its declaration alone.

A family's own code does not import its folder ``release``: it looks up a part of it by its name.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from symcause.registry import family, load


@cache
def released_part(name: str, part: str) -> Any:
    """A part of the folder ``release`` of a family, by the name that its declaration gives it."""
    return load(family(name).release[part])

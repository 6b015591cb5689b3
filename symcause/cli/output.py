"""How documents leave the command line: exactly one JSON document, or text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

import click

from symcause import __version__

MAX_DIGITS = 4_300
"""Longest decimal integer in a document; beyond it a count is null and ``count_hex`` a string."""


def emit(document: Mapping[str, object]) -> None:
    """Print one JSON document on one line."""
    click.echo(dumps(document))


def dumps(document: Mapping[str, object]) -> str:
    """A document as one line of JSON, stamped with the version."""
    return json.dumps(
        {"symcause": __version__, **document}, default=_plain, ensure_ascii=False, allow_nan=False
    )


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    raise TypeError(f"{type(value).__name__} does not belong into a document")


def big(key: str, value: int | None) -> dict[str, object]:
    """An exact integer for a document: in decimal if short, else in hexadecimal beside a null."""
    if value is not None and value.bit_length() > MAX_DIGITS * 3.3219:
        return {key: None, f"{key}_hex": hex(value)}
    return {key: value}


def log10(value: int | None) -> float | None:
    """The decimal logarithm of a positive integer of any size, else None."""
    if value is None or value <= 0:
        return None
    from math import log10 as short_log10

    shift = max(value.bit_length() - 1000, 0)
    return short_log10(value >> shift) + shift * short_log10(2)

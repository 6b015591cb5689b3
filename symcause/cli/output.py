"""How documents leave the command line: exactly one JSON document on one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

import click

from symcause import __version__

MAX_DIGITS = 4_300
"""Longest decimal integer in a document; a longer one is null, with its hexadecimal beside it."""

_TOO_LONG = 10**MAX_DIGITS


def emit(document: Mapping[str, object]) -> None:
    """Print one JSON document on one line."""
    click.echo(dumps(document))


def dumps(document: Mapping[str, object]) -> str:
    """A document as one line of JSON, stamped with the version."""
    return json.dumps(
        {"symcause": __version__, **_plain(document)}, ensure_ascii=False, allow_nan=False
    )


def _plain(document: Mapping[str, object]) -> dict[str, object]:
    """Fractions as numbers, and integers beyond the decimal bound as null beside ``KEY_hex``."""
    plain: dict[str, object] = {}
    for key, value in document.items():
        if isinstance(value, int) and abs(value) >= _TOO_LONG:
            plain |= {key: None, f"{key}_hex": hex(value)}
        else:
            plain[key] = _value(value)
    return plain


def _value(value: object) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, Mapping):
        return _plain(value)
    if isinstance(value, list | tuple):
        return [_value(item) for item in value]
    return value

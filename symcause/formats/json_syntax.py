"""Errors of JSON syntax in words, with line and column."""

from __future__ import annotations

import json

from symcause.errors import ProblemError, shorten


class JsonSyntaxError(ProblemError):
    """The text is no JSON value (rather than one that is refused)."""


def syntax_error(text: str, error: json.JSONDecodeError) -> JsonSyntaxError:
    """What is wrong, in words that do not depend on the version of the decoder."""
    position, message, remedy = error.pos, error.msg, None
    before = text[:position].rstrip()
    rest = text[position:].lstrip()
    if message.startswith("Extra data"):
        message, remedy = "more text after the JSON value", "one value per file, or one per line"
        if rest.startswith("{"):
            remedy += "; the log of a run is read by symcause audit PROBLEM --log FILE"
    elif message.startswith("Unterminated string") or _torn(message, rest):
        message, remedy = "a string that does not end", 'close it with "'
    elif message.startswith("Invalid control character"):
        message, remedy = "a line break or control character in a string", r"write \n or \t"
    elif message.startswith("Invalid \\"):
        message, remedy = "an unknown escape in a string", r"write \\ for a backslash"
    elif not rest:
        message, remedy = "the JSON ends too early", "is the file complete?"
    elif rest[0] in "}]," and (before.endswith(",") or rest[0] == ","):
        message, remedy = "a comma with nothing behind it", "remove the comma"
        position = len(before) - 1 if before.endswith(",") else position
    elif rest.startswith(("//", "/*")):
        message, remedy = "a comment", "JSON has none: remove it"
    elif rest[0] == "'":
        message, remedy = "a single quote", 'JSON strings take double quotes: "'
    else:
        message = f"unexpected {shorten(rest[0])}"
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return JsonSyntaxError(
        f"not JSON: {message}", place=f"line {line}, column {column}", remedy=remedy
    )


def _torn(message: str, rest: str) -> bool:
    """Is the line break that a string runs into the end of everything?"""
    return message.startswith("Invalid control character") and not rest

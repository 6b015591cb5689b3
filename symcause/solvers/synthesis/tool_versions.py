"""Versions of the tools that synthesis uses, and whether they are installed at all."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def installed_version(tool: str) -> str | None:
    """``"clingo 5.8.0"``; None where it is not installed. *tool* is clingo, cvc5 or z3."""
    try:
        module: Any = import_module(tool)
    except ImportError:
        return None
    if tool == "z3":
        return f"z3 {module.get_version_string()}"
    return f"{tool} {module.__version__}"

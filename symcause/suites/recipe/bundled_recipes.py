"""The bundled recipes of suites, by name."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

BUNDLED = {name: _HERE / f"{name}.toml" for name in ("mini", "full")}
"""``mini`` is made in seconds, ``full`` in minutes."""

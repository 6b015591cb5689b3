"""The reference from the docstrings of the public names: ``python docs/build_api.py FOLDER``.

Names of the package load on first use; here all are loaded before pdoc looks.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pdoc

import symcause

MODULES = (
    *("symcause", "symcause.api", "symcause.answers", "symcause.errors"),
    *("symcause.audits.documents", "symcause.audits.question", "symcause.audits.space"),
    *("symcause.episodes.episode", "symcause.episodes.rules", "symcause.registry"),
)
"""What a user of the package may want to read about."""


def main() -> None:
    for name in symcause.__all__:
        setattr(symcause, name, getattr(symcause, name))
    pdoc.render.configure(docformat="restructuredtext", show_source=False)
    chosen = [*MODULES, *(f"!symcause.{name}" for name in ("families", "cli", "reports"))]
    pdoc.pdoc(*chosen, output_directory=Path(sys.argv[1]))


if __name__ == "__main__":
    main()

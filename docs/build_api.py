"""The reference from the docstrings of the public names: ``python docs/build_api.py FOLDER``.

Names of the package load on first use; here all are loaded before pdoc looks. What pdoc takes for the name
of a member depends on its version; where a page does not show that member, its link becomes plain code.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MODULES = (
    *("symcause", "symcause.api", "symcause.answers", "symcause.errors"),
    *("symcause.boolean", "symcause.linear", "symcause.shapeworld"),
    *("symcause.audits.documents", "symcause.audits.question", "symcause.audits.space"),
    *("symcause.episodes.episode", "symcause.episodes.rules", "symcause.registry"),
)
"""What a user of the package may want to read about."""

_MEMBER = re.compile(r'<a href="([^"#]*)#([^"]+)">(.*?)</a>', flags=re.DOTALL)


def main() -> None:
    import pdoc

    import symcause

    for name in symcause.__all__:
        setattr(symcause, name, getattr(symcause, name))
    folder = Path(sys.argv[1])
    pdoc.render.configure(docformat="numpy", show_source=False)
    chosen = [*MODULES, *(f"!symcause.{name}" for name in ("families", "cli", "reports"))]
    pdoc.pdoc(*chosen, output_directory=folder)
    unlink_absent_members(folder)


def unlink_absent_members(folder: Path) -> None:
    """Links between the pages that name a place which their target does not have become their text."""
    pages = {page.resolve(): page.read_text(encoding="utf-8") for page in folder.rglob("*.html")}
    for page, text in pages.items():

        def kept(link: re.Match[str], page: Path = page) -> str:
            target = (page.parent / link[1]).resolve() if link[1] else page
            known = target not in pages or f'id="{link[2]}"' in pages[target]
            return link[0] if known else link[3]

        page.write_text(_MEMBER.sub(kept, text), encoding="utf-8")


if __name__ == "__main__":
    main()

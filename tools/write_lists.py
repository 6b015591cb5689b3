"""Tables of docs that list what the program declares: rules, baselines, recipes, capabilities; ``--write``
writes them, and the list of all pages from the site's menu and the first sentence of each.

``<!-- list: rules -->`` on a page begins the one of that name.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec

from symcause.attempts.attempt_part import AttemptPart
from symcause.cli.option_types import FamilyOption
from symcause.families.boolean.baselines.baseline_registry import BUNDLED
from symcause.formats.schema import field_texts
from symcause.formats.shared_entries import each
from symcause.registry import Family, families, load
from symcause.suites.recipe.part_tables import PartTable
from symcause.suites.recipe.recipe_file import BoundsTable, DistinctTable, SuiteDocument
from tools.prose import FENCE, WRITTEN, sentences_of
from tools.write_commands import commands
from tools.write_limits import ROOT
from tools.write_results import cell, keys_of_files

DOCS = ROOT / "docs"
PAGES = (
    *("suites.md", "episodes.md", "baseline-runs.md", "family-reference.md"),
    *("contents.md", "architecture.md", "finite.md", "cpt.md", "statements.md"),
    *("shapeworld.md", "scenarios.md", "recite.md"),
)
KEYS_OF = ("finite", "cpt", "statements", "shapeworld", "scenario", "textgraph")
"""File formats whose keys stand on the page of their family."""

LIST = re.compile(
    r"(?P<begin><!-- list: (?P<name>[a-z ]+) -->\n).*?(?P<end><!-- end of list -->)", re.DOTALL
)


def rules() -> Iterator[str]:
    """The rules of episodes, with the help of the options of ``play``."""
    options = {param.name: param for param in commands()["play"].command.params}
    yield "| family | rule | meaning | default |\n| --- | --- | --- | --- |"
    for family in families():
        for field in fields(load(family.rules)) if family.rules is not None else ():
            option = options[field.name]
            own = option.own.get(family.title) if isinstance(option, FamilyOption) else None
            text = own.help if own is not None else getattr(option, "help", "")
            default = "" if field.default is None else f"`{field.default}`"
            yield f"| {family.name} | `{field.name}` | {cell(text or '')} | {default} |"


def baselines() -> Iterator[str]:
    """The bundled baselines of all families."""
    users: dict[tuple[str, str], list[str]] = {}
    for family, kind in each("baselines"):
        for name, about in kind().names.items():
            users.setdefault((name, about), []).append(family.title)
    yield "| name | answers with | of | work | needs |\n| --- | --- | --- | --- | --- |"
    for (name, about), titles in sorted(users.items(), key=lambda one: "Boolean" not in one[1][0]):
        known = BUNDLED.get(name)
        work = f"{known.work:,}" if known is not None and known.work else ""
        tool = known.tool or "" if known is not None else ""
        yield f"| `{name}` | {about} | {', '.join(titles)} | {work} | {tool} |"


def attempt() -> Iterator[str]:
    """The keys of an attempt in a line of scores."""
    yield from _struct(AttemptPart, "")


def recipe() -> Iterator[str]:
    """The keys of a recipe."""
    tables = {"": SuiteDocument, "`[distinct]` ": DistinctTable, "`[bounds]` ": BoundsTable}
    yield from _head()
    for prefix, kind in tables.items():
        yield from _rows(kind, prefix, skipped=("distinct", "bounds"))


def part() -> Iterator[str]:
    """The keys that every part of a recipe may have."""
    yield from _struct(PartTable, "")


def capabilities() -> Iterator[str]:
    """What a family may declare, with the comment beside each field."""
    yield "| capability | type | is |\n| --- | --- | --- |"
    for line in inspect.getsource(Family).splitlines():
        code, _, beside = line.strip().partition("  # ")
        if field := FIELD.fullmatch(code):
            kind = field["type"].replace("kinds.", "").replace("|", "or")
            required = "" if field["default"] else "; required"
            yield f"| `{field['name']}` | `{kind}` | {beside}{required} |"


FIELD = re.compile(r"(?P<name>\w+): (?P<type>[^=]+?)(?P<default> = .+)?")


def packages() -> Iterator[str]:
    """Every layer, with the first sentence about it."""
    yield "| package | holds |\n| --- | --- |"
    for path in sorted((ROOT / "symcause").iterdir()):
        home = path / "__init__.py" if path.is_dir() else path
        if home.is_file() and home.suffix == ".py" and not path.name.startswith("_"):
            text = ast.get_docstring(ast.parse(home.read_text(encoding="utf-8"))) or ""
            yield f"| `{path.stem}` | {cell(sentences_of(text)[0])} |"


def pages() -> Iterator[str]:
    """Every page of the menu but this one and the first, with what its first sentence says."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    for depth, title, page in re.findall(
        r'^( +)- "?([^"\n]+?)"?:(?: (\S+\.md))?$', menu, re.MULTILINE
    ):
        if not page:
            yield f"\n{'#' * (len(depth) // 4 + 2)} {title}"
        elif page not in ("index.md", "contents.md"):
            yield f"- [{title}]({page}): {first(page)}"


def first(page: str) -> str:
    """The first sentence of a page, in plain words."""
    text = FENCE.sub("", WRITTEN.sub("", (DOCS / page).read_text(encoding="utf-8")))
    return sentences_of(text)[0].strip("*").removesuffix(":").removesuffix(".")


def _struct(kind: type[Any], prefix: str) -> Iterator[str]:
    yield from _head()
    yield from _rows(kind, prefix)


def _head() -> Iterator[str]:
    yield "| key | is | if left out |\n| --- | --- | --- |"


def _rows(kind: type[Any], prefix: str, skipped: tuple[str, ...] = ()) -> Iterator[str]:
    texts = field_texts(kind)
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name not in skipped:
            yield f"| {prefix}`{name}` | {cell(texts.get(name, ''))} | {_left_out(field)} |"


def _left_out(field: Any) -> str:
    if field.required:
        return "required"
    if field.default in (None, msgspec.UNSET, msgspec.NODEFAULT, ()):
        return ""
    value = field.default
    return f"`{json.dumps(float(value) if isinstance(value, Decimal) else value)}`"


LISTS: dict[str, Callable[[], Iterator[str]]] = {
    "rules": rules,
    "baselines": baselines,
    "attempt": attempt,
    "recipe": recipe,
    "part": part,
    "capabilities": capabilities,
    "packages": packages,
    **{f"keys of {name}": partial(keys_of_files, f"symcause.{name}/1") for name in KEYS_OF},
    "pages": pages,
}


def page(text: str) -> str:
    """A page with its lists as the program declares them."""
    return LIST.sub(
        lambda found: "\n".join(
            (found["begin"].rstrip("\n"), *LISTS[found["name"]](), found["end"])
        ),
        text,
    )


if __name__ == "__main__":
    current = True
    for path in (DOCS / name for name in PAGES):
        known = path.read_text(encoding="utf-8")
        current = current and page(known) == known
        if "--write" in sys.argv:
            path.write_text(page(known), encoding="utf-8")
    sys.exit(not current and "--write" not in sys.argv)

"""Tables in the formats of reports: text, Markdown, CSV, LaTeX, HTML and JSON.

>>> from symcause.scoring.score_table import Table, integer, word
>>> table = Table("t", "Counts", ("Model", "n"), ((word("a|b"), integer(3)),), "answers")
>>> print(render([table], "markdown"))
**Counts**
<BLANKLINE>
| Model | n |
| --- | ---: |
| a\\|b | 3 |
<BLANKLINE>
answers
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from symcause.formats.storage.atomic_files import write_together
from symcause.reports.terminal_tables import text_table
from symcause.scoring.score_table import Cell, Table


@dataclass(frozen=True)
class Setting:
    """How tables are set: text within this many characters (None: any), LaTeX under this label."""

    width: int | None = None
    label: str | None = None


def render(tables: Sequence[Table], form: str, setting: Setting | None = None) -> str:
    """The tables in one of the :data:`FORMATS`, without a final line break."""
    return FORMATS[form](tables, setting or Setting())


def _is_label(cell: Cell) -> bool:
    return isinstance(cell.value, str)


def labels(table: Table) -> list[bool]:
    """Which columns hold labels, and so are set flush left."""
    return [all(_is_label(row[i]) for row in table.rows) for i in range(len(table.columns))]


def _text(tables: Sequence[Table], setting: Setting) -> str:
    return "\n\n".join(text_table(table, labels(table), setting.width) for table in tables)


def _markdown(tables: Sequence[Table], _: Setting) -> str:
    return "\n\n".join(_markdown_table(table) for table in tables)


def _markdown_table(table: Table) -> str:
    def line(parts: Sequence[str]) -> str:
        return "| " + " | ".join(parts) + " |"

    rules = ["---" if flush else "---:" for flush in labels(table)]
    rows = [line([_plain_cell(cell.shown) for cell in row]) for row in table.rows]
    heads = line([_plain_cell(head) for head in table.columns])
    note = ["", _plain_cell(table.note)] if table.note else []
    return "\n".join([f"**{table.title}**", "", heads, line(rules), *rows, *note])


def _plain_cell(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return re.sub(r"([\\|*_`<>\[\]])", r"\\\1", _one_line(text))


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _csv(tables: Sequence[Table], _: Setting) -> str:
    """One block a table, with its key in the first column; blocks are parted by an empty line."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for number, table in enumerate(tables):
        if number:
            buffer.write("\n")
        writer.writerow(["table", *table.columns])
        for row in table.rows:
            writer.writerow([table.key, *(_csv_cell(cell) for cell in row)])
    return buffer.getvalue().rstrip("\n")


def _csv_cell(cell: Cell) -> str:
    """Full precision where there is a number; a label never reads as a formula of a spreadsheet."""
    if isinstance(cell.value, int | float) and "[" not in cell.shown:
        return repr(cell.value)
    text = _one_line(cell.shown)
    return f"'{text}" if _is_label(cell) and text[:1] in ("=", "+", "-", "@") else text


def csv_of(table: Table) -> str:
    """One table for a program: bare numbers, nothing where there is none, intervals as columns."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    columns, rows = table.plain()
    writer.writerow(columns)
    writer.writerows([_plain_value(value) for value in row] for row in rows)
    return buffer.getvalue()


def _plain_value(value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    text = _one_line(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def save_tables(named: Sequence[tuple[str, Table]], folder: str) -> list[Path]:
    """Write each table (with the family it is of) as a CSV file into a folder: key.csv."""
    keys = [table.key for _, table in named]

    def path(family: str, key: str) -> Path:
        return Path(folder) / f"{key if keys.count(key) == 1 else f'{family}-{key}'}.csv"

    paths = [path(family, table.key) for family, table in named]
    write_together(
        (path, csv_of(table).encode("utf-8", "replace"))
        for path, (_, table) in zip(paths, named, strict=True)
    )
    return paths


def _latex(tables: Sequence[Table], setting: Setting) -> str:
    start = setting.label
    one = len(tables) == 1
    named = [
        (table, f"tab:{table.key}" if start is None else start if one else f"{start}-{table.key}")
        for table in tables
    ]
    found = (_latex_table(table, label) for table, label in named)
    return "\n\n".join(["% needs \\usepackage{booktabs}", *found])


def _latex_table(table: Table, label: str) -> str:
    def line(parts: Sequence[str]) -> str:
        return " & ".join(_tex(part) for part in parts) + r" \\"

    def body() -> Iterator[str]:
        """The rows; a little space where the first label changes."""
        shown = [[cell.shown for cell in row] for row in table.rows]
        grouped = [list(rows) for _, rows in groupby(shown, key=lambda row: row[0])]
        apart = 2 * len(grouped) <= len(shown)
        for i, rows in enumerate(grouped):
            if i and apart:
                yield r"\addlinespace"
            yield from map(line, rows)

    columns = "".join("l" if flush else "r" for flush in labels(table))
    caption = table.title + (f" ({table.note})" if table.note else "")
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_tex(caption)}}}",
            rf"\label{{{_tex_label(label)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(table.columns),
            r"\midrule",
            *body(),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def _tex_label(label: str) -> str:
    """A label as LaTeX can take it."""
    return re.sub(r"[^\w:.+-]+", "-", label)


_TEX = {c: rf"\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"$\mid$",
    "<": r"$<$",
    ">": r"$>$",
    "–": "--",
    "’": "'",
    **{"Δ": r"$\Delta$", "η": r"$\eta$", "κ": r"$\kappa$"},
    **{"±": r"$\pm$", "√": r"$\surd$", "²": r"$^2$", "·": r"$\cdot$"},
    **{"≤": r"$\leq$", "≥": r"$\geq$", "−": "$-$", "→": r"$\to$"},
}


def _tex(text: str) -> str:
    """Text that LaTeX sets as it is; a star or a bracket after a line break would belong to that."""
    text = _one_line(text)
    if text == "*":
        return "$*$"
    shown = "".join(_TEX.get(c, c) for c in text)
    return f"{{{shown[0]}}}{shown[1:]}" if shown[:1] in ("*", "[") else shown


def _html(tables: Sequence[Table], _: Setting) -> str:
    body = "\n".join(_html_table(table) for table in tables)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Scores</title><style>'
        "body{font:15px system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em}"
        "table{border-collapse:collapse;margin:.5em 0 2em}caption{text-align:left;font-weight:600}"
        "th,td{padding:.25em .6em;border-bottom:1px solid #ccc;text-align:right}"
        "th.l,td.l{text-align:left}div{overflow-x:auto}</style></head><body>\n"
        f"<h1>Scores</h1>\n{body}\n</body></html>"
    )


def _html_table(table: Table) -> str:
    left = labels(table)

    def line(tag: str, parts: Sequence[str]) -> str:
        cells = (
            f"<{tag}{' class=l' if flush else ''}>{html.escape(_one_line(part))}</{tag}>"
            for part, flush in zip(parts, left, strict=True)
        )
        return f"<tr>{''.join(cells)}</tr>"

    rows = "\n".join(line("td", [cell.shown for cell in row]) for row in table.rows)
    note = f"<p>{html.escape(table.note)}</p>" if table.note else ""
    return (
        f"<div><table><caption>{html.escape(table.title)}</caption>\n"
        f"<thead>{line('th', table.columns)}</thead>\n<tbody>{rows}</tbody></table>{note}</div>"
    )


def _json(tables: Sequence[Table], _: Setting) -> str:
    return json.dumps(
        {"tables": [table.to_dict() for table in tables]}, ensure_ascii=False, allow_nan=False
    )


FORMATS: dict[str, Callable[[Sequence[Table], Setting], str]] = {
    "text": _text,
    "markdown": _markdown,
    "csv": _csv,
    "latex": _latex,
    "json": _json,
    "html": _html,
}
"""The forms in which tables can be set."""

"""Bounds of what is remembered, saved and listed, and of engines that are one of several."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from symcause.answers import Unknown
from symcause.api.answer_scores import _stranger
from symcause.audits.of_space.member_collection import Chosen
from symcause.audits.of_space.next import ranked
from symcause.audits.of_space.worst_case_plan import _shortest
from symcause.audits.tables.gold_files import Golds
from symcause.audits.tables.table_summary import Facts, Summary
from symcause.families.boolean.models.functions import Function
from symcause.families.shapeworld.problem.reply_reader import why_unread
from symcause.grammar import parse
from symcause.grammar.scenario import term_parser
from symcause.models import mechanism_scanner
from symcause.models.bit_sets import bits
from symcause.models.expressions import Variable
from symcause.scoring.answer_groups import Sheet
from symcause.scoring.remarks.system_remarks import _cut
from symcause.testing.coins.problem import CoinProblem
from symcause.testing.coins.space import CoinSpace
from symcause.workbench.file_shelf import Shelf
from symcause.workbench.save_folder import Desk, held
from tests.bounds.stops import alike, refused, stops

_FOLDER = TemporaryDirectory()


# spaces of any family
def _coins(size: int, seen: int = 0) -> CoinSpace:
    names = tuple(f"c{at}" for at in range(size))
    return CoinSpace(CoinProblem("coins", names, dict.fromkeys(names[:seen], True), None))


@stops("audits.TRIED_EXPERIMENTS", 3)
def _(size: int) -> object:
    found = ranked(_coins(size))
    assert not isinstance(found, Unknown) and len(found.able) == min(size, 3)
    return found.missing == "only the first 3 experiments were tried"


@stops("audits.PLAN_SPLITS", 22, within=2, beyond=3)
def _(size: int) -> object:
    return refused(lambda: _shortest(_coins(size)), "more than 22 looks")


@stops("audits.LOOKED_UP_MEMBERS", 2**3, within=3, beyond=4)
def _(size: int) -> object:
    *_, last = Chosen(_coins(size), _coins(size, 1), True).members()
    return isinstance(last, Unknown) and "more than 8 members" in last.reason


# what a message names
@stops("audits.GOLD_IDS", 3)
def _(size: int) -> object:
    """The closest id is proposed from among the first so many."""
    ids = [*(f"p{at}" for at in range(size - 1)), "closest"]
    (complaint,) = Golds("gold.jsonl", by_id={"closesd": 1}).others(ids)
    return "closest" not in str(complaint)


@stops("scoring.SUGGESTED_IDS", 3)
def _(size: int) -> object:
    ids = [*(f"p{at}" for at in range(size - 1)), "closest"]
    return "'closest'" not in _stranger(0, "closesd", ids)


@stops("audits.NAMED_PROBLEMS", 2)
def _(size: int) -> object:
    summary = Summary(tables=1)
    for at in range(size):
        summary.add(f"p{at}", Facts("Boolean", {}, {}, remarks=("odd",)))
    told = summary.lines()[-1]
    assert told.startswith("odd (")
    return told.endswith("1 more)")


@stops("audits.PASSED_FILES", 2)
def _(size: int) -> object:
    summary = Summary(tables=1, passed=[f"f{at}" for at in range(size)])
    summary.add("p", Facts("Boolean", {}, {}))
    return summary.lines()[-1].endswith(" and 1 more")


@stops("scoring.REMARK_LENGTH", 4)
def _(size: int) -> object:
    return _cut("x" * size) == "xxx…"


@stops("shapeworld.SHOWN_KEYS", 2)
def _(size: int) -> object:
    told = why_unread(json.dumps({f"k{at}": 1 for at in range(size)}))
    assert told is not None and '"k0", "k1"' in told and "k2" not in told
    return ", …:" in told


@stops("shapeworld.SHOWN_REPLY", 6)
def _(size: int) -> object:
    told = why_unread(json.dumps({"answer": "x" * (size - 2)}))
    return told is not None and "…)" in told


# saved files
@stops("workbench.ALIKE_FILES", 2)
def _(size: int) -> object:
    with TemporaryDirectory() as name:
        folder = Desk.at(name)
        for _ in range(size - 1):
            folder.keep("same", "json", "{}")
        return refused(lambda: folder.keep("same", "json", "{}"), "there are 2 files of this name")


@stops("workbench.LEDGER_BYTES", 6)
def _(size: int) -> object:
    path = Path(_FOLDER.name) / "ledger.jsonl"
    path.write_text("{}".ljust(size - 1) + "\n", encoding="utf-8")
    with held(path) as ledger:
        return refused(ledger.text, "at most 6 bytes")


@stops("workbench.SHELF_FILES", 2)
def _(size: int) -> object:
    with TemporaryDirectory() as name:
        for at in range(size):
            (Path(name) / f"{at}.json").write_text("{}", encoding="utf-8")
        shelf = Shelf.of((name,))
        assert len(shelf.places) + shelf.left_out == size
        return len(shelf.places) < size


@stops("workbench.SHELF_ITEMS", 2)
def _(size: int) -> object:
    one = json.loads(Path("examples/replay.json").read_text(encoding="utf-8"))
    path = Path(_FOLDER.name) / "shelf.jsonl"
    path.write_text(
        "".join(json.dumps({**one, "id": f"p{at}"}) + "\n" for at in range(size)), encoding="utf-8"
    )
    (entry,) = Shelf.of((str(path),)).problems()
    items: Any = entry["items"]
    assert len(items) + int(str(entry["more"])) == size
    return len(items) < size


# what is remembered, and which of two ways is taken
@stops("grammar.KEPT_TERM_LENGTH", 5)
def _(size: int) -> object:
    text = "a + b".ljust(size)
    assert term_parser.parse_term(text) == term_parser.parse_term(text)
    return term_parser.parse_term(text) is not term_parser.parse_term(text)


@stops("models/mechanism_scanner._LONGEST_SHARED", 3)
def _(size: int) -> object:
    mechanism_scanner._VARIABLES.clear()
    assert parse("X" * size) == parse("X" * size)
    return "X" * size not in mechanism_scanner._VARIABLES


@stops("models/mechanism_scanner._MOST_SHARED", 3)
def _(size: int) -> object:
    mechanism_scanner._VARIABLES.clear()
    names = [f"X{at}" for at in range(size)]
    assert [parse(name) for name in names] == [Variable(name) for name in names]
    return len(mechanism_scanner._VARIABLES) < size


@stops("models/expressions.MAX_DEPTH", 4, within=3)
def _(size: int) -> object:
    text = "X"
    for _ in range(size):
        text = f"(not {text})"
    return refused(lambda: parse(text), "deep")


@alike("models/bit_sets._FEW", 0)
def _() -> object:
    """One by one, or by the digits of the number."""
    return [bits(mask) for mask in (0, 1, 0b1011, 0b11111, 1 << 40, 0b1010101 << 9)]


@alike("families/boolean/models/functions._MUX_LIMIT", 1)
def _() -> object:
    """A function of three by a tree of choices, or by a look for each row."""
    function = Function(("A", "B", "C"), 0b10010110)
    return function.on({"A": 0b01010101, "B": 0b00110011, "C": 0b00001111}, 0b11111111)


@alike("scoring.FLAG_WAYS", 1)
def _() -> object:
    sheet = Sheet(flags=("a", "b"))
    return [sheet.marks({"a": a, "b": b}) for a in (0, 1, None, 0) for b in (1, 0, 1)]

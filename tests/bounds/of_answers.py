"""Bounds of what is read from answers and files, and of what a message repeats of them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import symcause
from symcause.cli.certificates.certificate_lookup import Held
from symcause.cli.output.page_results import called
from symcause.cli.score_run.attempt_complaints import _last_line
from symcause.episodes.judgement.step_story import _decimal, _span
from symcause.episodes.transcripts.transcript import transcript_value
from symcause.equivalence.class_formula import class_formula
from symcause.equivalence.dag_extension import extension
from symcause.families.boolean.files.bnet import _written
from symcause.families.boolean.generator import presets
from symcause.families.boolean.opinions.smt_script import _inputs
from symcause.families.textgraph.files.answer.answer_reader import read_answer
from symcause.families.textgraph.files.answer.arrow_lines import arrow_edges, listed_edges
from symcause.families.textgraph.files.answer.json_shapes import raw_edges
from symcause.families.textgraph.files.answer.released_reader import _Ends, _items
from symcause.families.textgraph.scoring.judges.judge_replies import _mapping
from symcause.formats.answer_files.episode_stream import FORMAT
from symcause.formats.answer_files.prediction_document import answer_missing
from symcause.formats.answer_files.transcript_detection import transcripts_below
from symcause.formats.graph_notations.endpoint_matrix import looks_like_endpoints
from symcause.formats.pools.file_heads import opening
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.storage.atomic_files import begun
from symcause.formats.storage.atomic_folders import built
from symcause.grammar import parse
from symcause.models.dags import DAG
from symcause.renderings.codec.nodes import Literal
from symcause.renderings.codec.text_reader import ReadError
from symcause.renderings.prompt_answers import stored_prompts
from symcause.scoring.abstention_rule import abstains
from symcause.scoring.answer_extraction import extract, plain_shape
from symcause.scoring.yes_no.yes_no_answers import _stated_word
from tests.bounds.stops import refused, stops

_FOLDER = TemporaryDirectory()
"""It goes with the process."""


def _file(text: str, name: str = "file") -> Path:
    path = Path(_FOLDER.name) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# text graphs
@stops("textgraph.ANSWER_EDGES", 2)
def _(size: int) -> object:
    edges = [["a", "b"], ["b", "c"], ["a", "c"]][:size]
    found = read_answer(json.dumps({"edges": edges}), ["a", "b", "c"])
    return found.graph is None and "more than 2 edges" in str(found.reason)


@stops("textgraph.ANSWER_PLACES", 2)
def _(size: int) -> object:
    """What begins like a list and is none counts, too."""
    return _shape('["x ' * (size - 1) + '[["a", "b"]]') != "json"


@stops("textgraph.DOT_GRAPHS", 2)
def _(size: int) -> object:
    return _shape("digraph { a -> " * (size - 1) + "digraph { a -> b }") != "dot"


@stops("textgraph.DOT_LENGTH", 19)
def _(size: int) -> object:
    return _shape("digraph { a -> b".ljust(size - 1) + "}") != "dot"


def _shape(text: str) -> str | None:
    """In which shape edges are found."""
    return read_answer(text, ["a", "b", "c"]).shape


@stops("textgraph.LINE_LENGTH", 20)
def _(size: int) -> object:
    arrow, item = arrow_edges("a -> b".ljust(size)), listed_edges("- a causes b".ljust(size))
    assert bool(arrow) is bool(item)
    return not arrow


@stops("textgraph.SHAPE_DEPTH", 2)
def _(size: int) -> object:
    value: Any = {"edges": [["a", "b"]]}
    for _ in range(size):
        value = {"graph": value}
    return not raw_edges(value)


@stops("textgraph.RELATIONSHIPS", 3)
def _(size: int) -> object:
    try:
        _items([{}] * size)
    except _Ends as ended:
        return "more than 3 relationships" in str(ended)
    return False


@stops("textgraph.REPLY_LENGTH", 8)
def _(size: int) -> object:
    return _mapping("a: 1".ljust(size)) is None


@stops("textgraph.REPLY_DEPTH", 3)
def _(size: int) -> object:
    return _mapping("{a: " * size + "1" + "}" * size) is None


@stops("textgraph.DATABASE_BYTES", 4096 * 2, beyond=4096 * 3)
def _(size: int) -> object:
    path = Path(_FOLDER.name) / f"{size}.db"
    if not path.exists():
        with sqlite3.connect(path) as database:
            for number in range(size // 4096 - 1):
                database.execute(f"create table t{number} (a)")
        database.close()
    assert path.stat().st_size == size
    try:
        list(read_problems(path))
    except symcause.SymcauseError as error:
        return "SQLite files of at most" in str(error)
    raise AssertionError("there are no graphs in it")


# Boolean files
@stops("boolean.PRESET_BYTES", 40)
def _(size: int) -> object:
    path = _file("# no preset".ljust(size), f"{size}.toml")
    return refused(lambda: presets._text(path), "large|at most")


@stops("boolean.FACTOR_LENGTH", 8)
def _(size: int) -> object:
    first = "A" * (size - 1)
    return refused(lambda: _written(("B",), {"B": parse(f"(or {first} C)")}), "too long without")


@stops("boolean.SCRIPT_INPUTS", 2)
def _(size: int) -> object:
    names = [f"X{at + 1}" for at in range(size)]
    problem = symcause.boolean.problem([dict.fromkeys([*names, "Y"], 0)], roots=names)
    return refused(lambda: _inputs(problem, "Y"), "at most 2|too large")


# answers in words
@stops("scoring.FINAL_LINE_LENGTH", 11)
def _(size: int) -> object:
    return not abstains("cannot tell".ljust(size, "."))


@stops("scoring.TAIL_LENGTH", 12)
def _(size: int) -> object:
    """So many characters of the last line are looked at, from its end."""
    return _stated_word("is yes".ljust(3 + size, "."), others=False) is None


@stops("scoring.DECODED_LENGTH", 30)
def _(size: int) -> object:
    """The outer object, the inner one, and one that breaks off."""
    text = '{"mechanisms": {}'.ljust(size - 8) + '} {"x":'
    return "decoded" in str(extract(text, plain_shape))


# messages
@stops("cli.NAMED_FILES", 2)
def _(size: int) -> object:
    return called(["a"] * size).endswith("more")


@stops("cli.COMPLAINT_LENGTH", 5)
def _(size: int) -> object:
    return _last_line("x" * size) == "xxxx…"


@stops("cli.CERTIFICATE_DEPTH", 4)
def _(size: int) -> object:
    nested: Any = 1
    for _ in range(size):
        nested = [nested]
    path = _file(json.dumps({"claim": nested}), "proof.json")
    return refused(lambda: Held(str(path)), "nested more than 4 deep")


@stops("formats.SHOWN_KEYS", 2)
def _(size: int) -> object:
    return "…" in answer_missing({f"k{at}": 1 for at in range(size)}, ())[0]


@stops("equivalence.SHOWN_NODES", 4, within=4, beyond=5)
def _(size: int) -> object:
    """A circle of so many nodes without a chord: however it is turned, a collider arises."""
    names = [f"N{at}" for at in range(size)]
    circle = [(name, names[at - 1]) for at, name in enumerate(names)]
    try:
        extension(names, [], circle)
    except symcause.SymcauseError as error:
        return " …" in str(error)
    raise AssertionError("no DAG has such a circle")


@stops("equivalence.FORMULA_CLAUSES", 2, within=3, beyond=4)
def _(size: int) -> object:
    """Each triangle of a clique may not be turned into a circle, either way round."""
    names = [f"N{at}" for at in range(size)]
    dag = DAG.of([(a, b) for i, a in enumerate(names) for b in names[i + 1 :]], names)
    return refused(lambda: class_formula(dag, ()), "more than 2 clauses")


@stops("renderings.SHOWN_TERMINALS", 2)
def _(size: int) -> object:
    return ", …" in str(ReadError.of("text", 0, tuple(Literal(str(at)) for at in range(size))))


# episodes
@stops("episodes.ROUNDED_LENGTH", 6)
def _(size: int) -> object:
    text = "1/".ljust(size, "3")
    assert ("to" in _span("0", text)) is True
    kept = _decimal(text) == text
    assert (_span("0", text) == f"0 to {text}") is kept
    return kept


@stops("episodes.ACTION_LENGTH", 8)
def _(size: int) -> object:
    return transcript_value([int("9" * (size - 2))]) != [int("9" * (size - 2))]


# files
@stops("formats.HEAD_BYTES", 8)
def _(size: int) -> object:
    return not opening(_file('{"a": ' + "1".rjust(size - 7) + "}", "head.json"))


@stops("formats.FILE_NAME_LENGTH", 4)
def _(size: int) -> object:
    part = begun(Path(_FOLDER.name) / ("x" * size))
    try:
        grown = next(Path(_FOLDER.name).glob("xxxx*"))
        return not grown.name.startswith("x" * size)
    finally:
        part.discard()


@stops("formats.FOLDER_NAME_LENGTH", 4)
def _(size: int) -> object:
    with built(Path(_FOLDER.name) / ("y" * size)) as aside:
        return not aside.name.startswith("y" * size)


@stops("formats.FOLDER_FILES", 2)
def _(size: int) -> object:
    for at in range(size):
        _file(json.dumps({"format": FORMAT}) + "\n", f"logs{size}/{at}.jsonl")
    found = len(list(transcripts_below(Path(_FOLDER.name) / f"logs{size}")))
    return found < size


@stops("formats.MATRIX_HEAD", 8, beyond=10)
def _(size: int) -> object:
    text = "A,B\n".ljust(size - 3, "0") + ",2,"
    return not looks_like_endpoints(text)


@stops("formats.SEEN_IDS", 2)
def _(size: int) -> object:
    """An id beyond the first so many is not proposed."""
    one = json.loads(Path("examples/replay.json").read_text(encoding="utf-8"))
    ids = [*(f"p{at}" for at in range(size - 1)), "closest"]
    path = _file("".join(json.dumps({**one, "id": id}) + "\n" for id in ids), "seen.jsonl")
    try:
        list(read_problems(path, "closesd"))
    except symcause.SymcauseError as error:
        return "closest" not in str(error)
    raise AssertionError("there is no such problem")


@stops("renderings.PROMPT_BYTES", 30)
def _(size: int) -> object:
    path = _file("{}".ljust(size) + "\n", "prompts.jsonl")
    try:
        stored_prompts([str(path)])
    except symcause.SymcauseError as error:
        return "at most" in str(error)
    return False

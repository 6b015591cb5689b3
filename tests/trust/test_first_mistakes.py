"""What newcomers get wrong: every message says which file, what it is, and what to do; exit code 2."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import symcause
from symcause.grammar import parse, to_infix
from tests.cli.cases import Shell, example, write

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
UNIQUE, POOL, ANSWERS = EXAMPLES / "unique.json", EXAMPLES / "pool.jsonl", EXAMPLES / "answers"
PREDICTIONS = EXAMPLES / "predictions.jsonl"

GRAPHS = {
    "g.dot": ("digraph G { A -> B; B -> C; }\n", "DOT"),
    "g.txt": ("# mine\nA -> B\nB -> C\n", "list of edges"),
    "g.csv": (",A,B\nA,0,1\nB,0,0\n", "matrix"),
    "g.graphml": ("<?xml version='1.0'?>\n<graphml><graph/></graphml>\n", "GraphML"),
    "g.json": ('{"nodes": [{"id": "A"}], "links": []}', "node-link JSON"),
}


def refused(shell: Shell, *arguments: object) -> str:
    """The one line that a command says before it gives up."""
    code, _, err = shell(*arguments)
    assert code == 2 and "Traceback" not in err
    return err


@pytest.mark.parametrize("command", ["solve", "prompt", "alternatives", "disambiguate"])
@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_where_problems_are_wanted(
    shell: Shell, tmp_path: Path, name: str, command: str
) -> None:
    text, kind = GRAPHS[name]
    (tmp_path / name).write_text(text)
    told = refused(shell, command, tmp_path / name)
    assert f"{name}: this is a bare graph ({kind}), and {command} applies to Boolean" in told
    assert "graphs are taken by count, next, imec" in told


@pytest.mark.parametrize("command", ["solve", "alternatives"])
def test_gml_is_named(shell: Shell, tmp_path: Path, command: str) -> None:
    path = tmp_path / "g.gml"
    path.write_text('Creator "me"\ngraph [\n directed 1\n node [ id 0 label "A" ]\n]\n')
    assert "g.gml: this is a bare graph (GML), and" in refused(shell, command, path)
    assert shell("count", path)[0] == 0


@pytest.mark.parametrize("flag", ["--require-unique", "--require-justified"])
@pytest.mark.parametrize(
    ("problem", "answer", "title"),
    [("flood.txt", "flood.answer.txt", "text graphs"), ("boats.json", "flood.txt", "scenarios")],
)
def test_demands_that_do_not_apply(
    shell: Shell, flag: str, problem: str, answer: str, title: str
) -> None:
    told = refused(shell, "check", EXAMPLES / problem, EXAMPLES / answer, flag)
    able = "it applies to Boolean problems, linear problems, ShapeWorld problems"
    assert f"{flag} does not apply to {title}; {able}" in told


def test_shapes_can_be_the_only_relation(shell: Shell, tmp_path: Path) -> None:
    for problem, answer, code in (("shapes", "no", 0), ("world", "yes", 1)):
        said = tmp_path / "answer.txt"
        said.write_text(answer)
        path = EXAMPLES / f"{problem}.json"
        assert shell.one("check", path, said)[0] == 0
        found, document = shell.one("check", path, said, "--require-unique")
        assert (found, document["unique"]) == (code, code == 0)


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (UNIQUE, "this is a problem"),
        (ANSWERS / "unique.good.json", "this is an answer"),
        (PREDICTIONS, "this is a prediction"),
        (EXAMPLES / "episode.log.jsonl", "this is the log of a run, which audit --log reads"),
    ],
)
def test_no_certificate(shell: Shell, tmp_path: Path, file: Path, kind: str) -> None:
    copy = tmp_path / file.name  # a file that is given twice is refused for that
    copy.write_bytes(file.read_bytes())
    told = refused(shell, "verify", UNIQUE, copy)
    assert f"{kind}, not a certificate; make one with symcause audit" in told


def test_a_result_is_no_certificate(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(json.dumps(shell.one("count", UNIQUE)[1]))
    assert "a result of symcause, not a certificate" in refused(shell, "verify", UNIQUE, path)
    assert "a result of symcause, not a problem" in refused(shell, "audit", path)


def test_files_in_the_wrong_order(shell: Shell) -> None:
    told = refused(shell, "check", ANSWERS / "unique.good.json", UNIQUE)
    assert "this is an answer, not a problem; give the file of the problem" in told
    told = refused(shell, "score", PREDICTIONS, POOL)
    assert "22 more problems: this is a prediction, not a problem" in told
    assert "give the problems first, then the answers: symcause score POOL PREDICTIONS" in told
    told = refused(shell, "score", POOL, POOL)
    assert "this is a problem, not an answer" in told or "would" in told


def test_a_folder_of_answers_is_one_complaint(shell: Shell) -> None:
    told = refused(shell, "audit", ANSWERS).splitlines()
    assert told[0].endswith("this is an answer, not a problem; give the file of the problem")
    assert "more problems: this is an answer, not a problem" in told[1] and len(told) == 2


def test_a_folder_that_is_not_there(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "a.json").touch()
    told = refused(shell, "audit", tmp_path / "exmples" / "a.json")
    assert "no such file; there is no folder" in told
    assert f"did you mean '{tmp_path / 'examples' / 'a.json'}'?" in told
    assert "did you mean" in refused(shell, "audit", EXAMPLES / "uniqe.json")


def test_the_name_with_another_ending_is_meant(shell: Shell, tmp_path: Path) -> None:
    for name in ("pool.jsonl", "pools.json", "poll.json", "pool"):
        (tmp_path / name).touch()
    told = refused(shell, "audit", tmp_path / "pool.json")
    assert f"did you mean '{tmp_path / 'pool.jsonl'}'?" in told


def test_the_same_number_is_meant(shell: Shell, tmp_path: Path) -> None:
    for name in ("gadget 09.json", "gadget 19.json", "gadget 29.json"):
        (tmp_path / name).touch()
    assert "gadget 09.json" in refused(shell, "audit", tmp_path / "gadget 9.json")
    pool = write(tmp_path / "p.jsonl", *(example("unique", id=f"gadget {i:02}") for i in range(30)))
    assert "did you mean 'gadget 09'?" in refused(shell, "audit", pool, "--id", "gadget 9")


def test_a_link_that_leads_nowhere_says_where_to(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "dangling.csv").symlink_to("gone.csv")
    told = refused(shell, "audit", tmp_path / "dangling.csv")
    assert "a link that leads nowhere; it points to 'gone.csv', which is not there" in told


def test_the_mark_that_windows_writes(shell: Shell, tmp_path: Path) -> None:
    """A byte order mark before JSON and before lines of it."""
    (tmp_path / "one.json").write_bytes(b"\xef\xbb\xbf" + UNIQUE.read_bytes())
    assert shell.one("count", tmp_path / "one.json")[0] == 0
    pool = EXAMPLES / "pool.jsonl"
    (tmp_path / "pool.jsonl").write_bytes(b"\xef\xbb\xbf" + pool.read_bytes())
    answers = EXAMPLES / "predictions.jsonl"
    (tmp_path / "answers.jsonl").write_bytes(b"\xef\xbb\xbf" + answers.read_bytes())
    usual = shell("score", pool, answers, "--json")
    assert (
        shell("score", tmp_path / "pool.jsonl", tmp_path / "answers.jsonl", "--json")[1] == usual[1]
    )


TEXT = UNIQUE.read_text(encoding="utf-8")
WRITTEN: dict[str, tuple[Callable[[], bytes], str]] = {
    "pool.jsonl.gz": (lambda: gzip.compress(TEXT.encode()), "packed (gzip); unpack it first: gunz"),
    "utf16.json": (lambda: TEXT.encode("utf-16"), "byte order mark (UTF-16); save it as UTF-8"),
    "first.json": (lambda: b"// mine\n" + TEXT.encode(), "begins with a comment; JSON has none"),
    "inside.json": (
        lambda: TEXT.replace('"worlds"', '// rows\n"worlds"', 1).encode(),
        "line 10, column 2: not JSON: a comment; JSON has none: remove it",
    ),
    "comma.json": (lambda: (TEXT.rstrip()[:-1] + ",}").encode(), "remove the comma"),
    "quotes.json": (lambda: TEXT.replace('"', "'").encode(), "JSON strings take double quotes"),
    "half.json": (lambda: TEXT[: len(TEXT) // 2].encode(), "is the file complete?"),
    "empty.json": (lambda: b"", "the file is empty"),
    "prose.md": (lambda: b"# About\n\nSome words, and more.\n", "no problem, and as a graph"),
    "list.json": (lambda: b'{"a": 1}', "or another that symcause schema lists"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_files_as_they_come(shell: Shell, tmp_path: Path, name: str) -> None:
    written, told = WRITTEN[name]
    path = tmp_path / name
    path.write_bytes(written())
    err = refused(shell, "count", path)
    assert told in err and name in err and err.count("\n") == 1


def test_windows_line_ends_are_read(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "pool.jsonl"
    path.write_bytes(POOL.read_bytes().replace(b"\n", b"\r\n"))
    assert shell("count", path)[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("audt", UNIQUE), "did you mean 'audit'?"),
        (("audit", UNIQUE, "--max-parent", "2"), "'--max-parents'"),
        (("generate", "boolean", "--preset", "hs_n8_brigde"), "did you mean 'hs_n8_bridge'?"),
        (("count", POOL, "--id", "hiden-order"), "did you mean 'hidden-order'?"),
        (("audit",), "missing argument 'PROBLEM...'; see symcause audit --help"),
        (("score", POOL), "it contains no stored answers; give a file of predictions"),
    ],
)
def test_slips_of_the_pen(shell: Shell, words: tuple[object, ...], told: str) -> None:
    assert told in refused(shell, *words)


def test_logs_are_no_problems(shell: Shell, tmp_path: Path) -> None:
    spread = tmp_path / "log.jsonl"
    spread.write_text('{\n "past_data": []\n}\n{\n "past_data": []\n}\n')
    told = refused(shell, "audit", spread)
    assert "the log of a run is read by symcause audit PROBLEM --log FILE" in told


def test_what_solve_wrote_is_scored_as_a_baseline(shell: Shell, tmp_path: Path) -> None:
    """The commands follow each other; the message names the one that is meant."""
    for problem in (UNIQUE, EXAMPLES / "crystal.json"):
        solved = tmp_path / f"{problem.stem}.jsonl"
        assert shell("solve", problem, "--json", "--out", solved, "--quiet")[0] == 0
        told = refused(shell, "score", problem, solved)
        assert "this is a result of symcause, not an answer" in told
        named = "symcause score POOL --baseline simplest scores what solve finds" in told
        assert named == (problem is UNIQUE)  # crystals have no baselines
    assert shell("score", UNIQUE, "--baseline", "simplest", "--bootstrap", "0")[0] == 0


def test_a_pool_goes_on_after_what_cannot_be_read(tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    good = json.dumps(json.loads(UNIQUE.read_text()))
    pool.write_text(
        f'{good}\n{{"format": "symcause.boolean/1"}}\n{good.replace("unique", "last")}\n'
    )
    problems = symcause.load_pool(pool)
    assert next(problems).id == "unique"
    with pytest.raises(symcause.SymcauseError, match="'id' is missing"):
        next(problems)
    assert [problem.id for problem in problems] == ["last"]
    errors: list[symcause.SymcauseError] = []
    assert [p.id for p in symcause.load_pool(pool, errors=errors)] == ["unique", "last"]
    (error,) = errors
    assert "pool.jsonl" in str(error)


def test_convert_can_be_quiet(shell: Shell, tmp_path: Path) -> None:
    assert shell("convert", POOL, "--dataset", tmp_path / "loud")[1] != ""
    assert shell("convert", POOL, "--dataset", tmp_path / "quiet", "--quiet")[1] == ""
    code, out, _ = shell("convert", UNIQUE, "--to", "jsonl", "--quiet")
    assert code == 0 and json.loads(out)["id"] == "unique"


def test_help_tells_the_order_of_alternatives(shell: Shell) -> None:
    """As it is: shares of assignments, not entries of tables; other families order otherwise."""
    told = " ".join(shell("alternatives", "--help")[1].split())
    assert "share of assignments to both mechanisms' parents" in told
    assert "fewest edges that only one of the two graphs has" in told
    assert "the other answer first" in told
    assert "differing entries" not in told


def test_infix_is_for_people_and_not_for_scores(shell: Shell, tmp_path: Path) -> None:
    """Where models are named it is taken; where the published evaluator decides, it is shown how."""
    gold = json.loads(UNIQUE.read_text())["gold"]["mechanisms"]
    infix = {name: to_infix(parse(text)) for name, text in gold.items()}
    answer = tmp_path / "infix.json"
    answer.write_text(json.dumps({"mechanisms": infix}))
    code, out, _ = shell("check", UNIQUE, answer, "--json")
    document = json.loads(out)
    assert code == 1 and document["stage"] == "parse"
    assert "answers are scored as S-expressions: (" in document["reason"]
    assert shell("alternatives", UNIQUE, "--against", answer)[0] == 0
    code, out, _ = shell("separate", UNIQUE, answer, "gold")
    assert code == 1 and "invalid" not in out


def test_what_a_question_cannot_take_names_the_file(shell: Shell) -> None:
    boats = EXAMPLES / "boats.json"
    assert f"{boats}: count does not apply to scenarios; it applies to" in refused(
        shell, "count", boats
    )
    told = refused(shell, "separate", UNIQUE, ANSWERS / "unique.good.json")
    assert "separate takes two answers, and the second is missing; symcause separate" in told
    wrong = refused(
        shell, "separate", UNIQUE, ANSWERS / "unique.good.json", ANSWERS / "ordered.prose.txt"
    )
    assert f"{ANSWERS / 'ordered.prose.txt'}: second answer: not a valid answer" in wrong


def test_a_text_is_no_certificate(shell: Shell) -> None:
    told = refused(shell, "verify", EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt")
    assert "flood.answer.txt: line 1, column 1: not JSON" in told
    assert (
        "a certificate is a JSON file; make one with symcause audit PROBLEM --certificate" in told
    )


def test_a_folder_of_transcripts_is_scored_as_its_files_are(shell: Shell, tmp_path: Path) -> None:
    world, runs = EXAMPLES / "world.json", tmp_path / "runs" / "of one"
    runs.mkdir(parents=True)
    for agent in ("random", "passive"):
        shell("play", world, "--agent", agent, "--out", runs / f"{agent}.jsonl")
    (runs / "notes.jsonl").write_text("no JSON at all\n")
    files = sorted(runs.glob("[pr]*.jsonl"))
    whole, single = (shell("score", world, *given) for given in ([tmp_path / "runs"], files))
    assert whole == single and whole[0] == 0 and "passive" in whole[1]
    (tmp_path / "empty").mkdir()
    told = refused(shell, "score", world, tmp_path / "empty")
    assert "empty: there is no log of a run below the folder; give files of answers" in told


def test_a_value_is_quoted_once(shell: Shell, tmp_path: Path) -> None:
    """Also where an error was raised again as one of another kind."""
    world = symcause.load(EXAMPLES / "world.json")
    episode = symcause.Episode(world, agent="me")
    episode.reset()
    assert "unknown word (got 'fly')" in str(
        episode.act({"action": "fly", "shape": "circle"}).refused
    )
    graph = write(tmp_path / "chain.txt", "A -> B -> C\n")
    said = refused(shell, "count", graph, "--require", "A->Z")
    assert "\"'" not in said and "Z" in said

"""Numbers of absurd length, wherever strangers write digits: one plain line that names the place."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from symcause.episodes.judgement.step_story import measured
from tests.cli.cases import EXAMPLES, Shell

LONG = "9" * 50_000
MOST = "9" * 4_300
"""As many digits as Python turns into an integer."""


def plain(message: str) -> str:
    """A message without the advice of Python."""
    for word in ("Exceeds", "sys.", "set_int_max", "Traceback", "ValueError"):
        assert word not in message
    assert "\n" not in message.strip()
    return message


GML = 'graph [ directed 1\n node [ id {} label "A" ]\n node [ id 1 label "{}" weight {} ] ]'


@pytest.mark.parametrize(
    "text",
    [
        GML.format(LONG, "B", 1),
        GML.format(0, f"&#{LONG};", 1),
        GML.format(0, "B", LONG),
        GML.format(0, "B", MOST),
        f"graph [ directed {LONG} node [ id 0 ] ]",
    ],
    ids=["id", "character", "weight", "as many as Python takes", "directed"],
)
def test_gml(text: str, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "g.gml"
    path.write_text(text)
    message = plain(shell.refused("count", path))
    assert "g.gml: line " in message and "digits; at most 300 are read" in message


NOTATIONS = {
    "edges": f"A -> {LONG}",
    "csv": f",A,B\nA,0,{LONG}\nB,0,0\n",
    "codes": f"A,B\n-{LONG},0\n-1,0\n",
    "json": f'{{"nodes": [{{"id": {LONG}}}], "edges": []}}',
    "json, as many as Python takes": f'{{"nodes": [{{"id": {MOST}}}], "edges": []}}',
    "dot": f"digraph {{ {LONG} -> B }}",
    "dagitty": f"dag {{ A -> {LONG} }}",
    "graphml": f'<graphml><graph><node id="&#{LONG};"/></graph></graphml>',
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_other_notations(name: str, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "graph"
    path.write_text(NOTATIONS[name])
    assert f"{path}: " in plain(shell.refused("count", path))


@pytest.mark.parametrize("option", ["--memory", "--max-parents", "--timeout", "--jobs"])
def test_options(option: str, shell: Shell) -> None:
    for value in (LONG, MOST, f"-{LONG}"):
        message = plain(shell.refused("count", EXAMPLES / "unique.json", f"{option}={value}"))
        assert option in message


ROW: dict[str, object] = {
    "id": 7,
    "nodes": ["a", "b"],
    "edges": [{"source": "a", "target": "b"}],
    "node_explicitness": {"a": 1, "b": 2},
    "input_text": "a b",
    "num_nodes": 2,
}


@pytest.mark.parametrize("value", [LONG, "1e99999", "inf"], ids=["long", "large", "infinite"])
def test_columns_of_published_samples(value: str, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({**ROW, "num_nodes": value}) + "\n")
    assert "num_nodes: expected a number" in plain(shell.refused("convert", path, "--to", "recite"))


@pytest.mark.parametrize("value", [f'"{LONG}"', LONG, MOST])
def test_answers(value: str, tmp_path: Path, shell: Shell) -> None:
    """An answer that is a number is not valid, however long it is."""
    path = tmp_path / "answer.json"
    path.write_text(f'{{"mechanisms": {value}}}')
    code, out, err = shell("check", EXAMPLES / "unique.json", path)
    assert (code, err) == (1, "") and out.startswith("unique: not valid\n")
    for line in out.splitlines():
        plain(line)


@pytest.mark.parametrize("told", [{"setup": ["x"]}, {"setup": [LONG]}, {"setup": [None]}, MOST])
def test_metadata_that_no_table_holds(
    told: dict[str, object] | str, tmp_path: Path, shell: Shell
) -> None:
    """What a stranger wrote beside a problem is not counted."""
    metadata = {"interventions": int(told)} if isinstance(told, str) else told
    problem, rows = tmp_path / "shapes.json", tmp_path / "rows.jsonl"
    known = json.loads((EXAMPLES / "shapes.json").read_text())
    problem.write_text(json.dumps({**known, "metadata": metadata}))
    rows.write_text(json.dumps({"instanceId": known["id"], "response": "yes"}) + "\n")
    code, out, err = shell("score", problem, rows, "--json")
    score = json.loads(out.splitlines()[0])
    assert (code, err) == (0, "") and score["interventions"] < 10


def test_numbers_beside_an_episode() -> None:
    """What is too long to be rounded stands as it is."""

    details = {"a": f"1/{LONG}", "b": {"low": "0", "high": LONG}, "c": "14/25"}
    document = SimpleNamespace(family="linear", details=details)
    found = dict(measured(document))  # type: ignore[arg-type]
    assert [text[:6] for text in found.values()] == ["1/9999", "0 to 9", "0.56"]

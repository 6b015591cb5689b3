"""Every command has its function in Python: the two lists, and what generate, convert and align do."""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import networkx as nx
import pytest

import symcause
from symcause.audits.question import options
from symcause.cli.main import COMMANDS, cli
from symcause.errors import KindError, UsageError
from symcause.formats.pools.problem_writer import write_problem
from symcause.formats.shared_entries import generators
from symcause.registry import load
from tests.cli.cases import EXAMPLES, Shell, write

NAMED = {"next": "next_experiments", "prompt": "render_prompt"}
"""Functions that are called otherwise: ``next`` is Python's own, a prompt is rendered."""


def test_every_command_is_a_function() -> None:
    assert {NAMED.get(name, name) for name in COMMANDS} <= set(symcause.__all__)
    for name in COMMANDS:
        assert callable(getattr(symcause, NAMED.get(name, name)))
    assert NAMED.keys() <= COMMANDS.keys()


def test_the_page_is_served_with_the_options_of_the_command() -> None:
    flags = {parameter.name for parameter in command_named("serve").params}
    taken = inspect.signature(symcause.serve).parameters.keys()
    assert flags - {"no_browser"} == taken - {"browser", "say"}


def test_tasks_are_those_that_harnesses_find(shell: Shell) -> None:
    _, listed, _ = shell("tasks", "inspect")
    assert [f"symcause/{name}" for name in symcause.tasks()] == listed.splitlines()[:-2]


def command_named(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


SMALL = {
    "boolean": {"preset": "hs_n6_easy_calibration", "seed": 3},
    "alternative": {},
    "siblings": {},
    "linear": {"variables": 3, "siblings": True},
    "shapeworld": {"shapes": 3},
    "scenario": {"twin": True},
    "statements": {"variables": 4},
    "cpt": {"query": "ate"},
    "finite": {"template": str(EXAMPLES / "finite" / "template.json"), "rows": 3},
    "renderings": {"themes": "neutral", "styles": "table"},
}
SOURCED = ("alternative", "siblings", "renderings")
"""Generators that work on problems."""


@pytest.mark.parametrize("name", generators())
def test_what_python_makes_is_what_the_command_makes(
    name: str, tmp_path: Path, shell: Shell
) -> None:
    given, source = SMALL[name], EXAMPLES / "ambiguous.json"
    argued = [source] if name in SOURCED else []
    flags: list[object] = []
    for key, value in given.items():
        flag = f"--{key.replace('_', '-')}"
        flags += [flag] if value is True else [flag, value]
    answers = write(tmp_path / "answers.jsonl", _other())
    flags += ["--answers", answers] if name == "alternative" else []
    out = tmp_path / ("made" if name == "scenario" else "made.jsonl")
    code, _, err = shell("generate", name, *argued, *flags, "--out", out)
    assert code == 0, err
    files = sorted(out.glob("*.scenario.json"), reverse=True) if name == "scenario" else [out]
    sources: dict[str, object] = {"source": [symcause.load(source)]} if argued else {}
    sources |= {"answers": [_other()]} if name == "alternative" else {}
    made = list(symcause.generate(name, **given, **sources))  # type: ignore[call-overload]
    read = [problem for file in files for problem in symcause.load_pool(file)]
    assert [problem.id for problem in made] == [problem.id for problem in read] and made
    for one, other in zip(made, read, strict=True):
        assert _without_certificate(one) == _without_certificate(other)


def _without_certificate(problem: Any) -> object:
    """The document, without what is a file of its own where every problem has several."""
    return write_problem(replace(problem, metadata={}))


def _other() -> dict[str, object]:
    """An answer that explains what ``ambiguous`` shows, and is not gold."""
    posed = symcause.load(EXAMPLES / "ambiguous.json", kind=symcause.BooleanProblem)
    found = symcause.alternatives(posed, limit=1).alternatives[0]
    return {
        "instanceId": "ambiguous",
        "model": "m",
        "response": symcause.api.answer_text(posed, {"mechanisms": found.mechanisms}),
    }


def test_every_option_of_a_generator_is_taken() -> None:
    for name, dotted in generators().items():
        for key, declared in options(load(dotted)).items():
            if declared.kind == "choice":
                with pytest.raises(UsageError, match="does not take this"):
                    symcause.generate(name, **{key: "nonsense"})  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "bolean"}, "did you mean 'boolean'"),
        ({"name": 3}, "no such family"),
        ({"name": "boolean", "cuont": 3}, "no such option"),
        ({"name": "boolean", "count": 0}, "from 1 on"),
        ({"name": "siblings", "source": 3}, "name a file"),
        ({"name": "siblings", "source": [3]}, "neither a problem nor a row"),
        ({"name": "siblings"}, "give the pool"),
    ],
)
def test_what_cannot_be_generated_is_said_at_once(given: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        symcause.generate(**given)  # type: ignore[call-overload]


def test_a_problem_is_converted_as_the_command_does(shell: Shell) -> None:
    path = EXAMPLES / "ordered.json"
    posed = symcause.load(path, kind=symcause.BooleanProblem)
    assert symcause.convert(posed) == posed
    for to in ("boolean", "jsonl", "replayscm"):
        code, out, _ = shell("convert", path, "--to", to, "--setting", "hidden-order")
        assert code == 0
        assert symcause.convert(posed, to=to, setting="hidden-order") == out
    hidden = symcause.convert(posed, setting="hidden-order")
    assert str(hidden.setting) == "hidden-order"
    with pytest.raises(UsageError, match="did you mean 'replayscm'"):
        symcause.convert(posed, to="replay-scm")
    choices = next(found.type for found in command_named("convert").params if found.name == "to")
    assert isinstance(choices, click.Choice)
    for to in choices.choices:
        code, out, _ = shell("convert", path, "--to", to)
        assert code in (0, 2)
        with nullcontext() if code == 0 else pytest.raises(UsageError):
            assert symcause.convert(posed, to=to) == out
    with pytest.raises(UsageError, match="it applies to linear problems"):
        symcause.convert(posed, simulate=True)  # type: ignore[call-overload]
    graph = nx.DiGraph([("A", "B")])
    assert "A -> B" in symcause.convert(graph, to="edges")  # type: ignore[call-overload]


def test_graphs_are_aligned(tmp_path: Path, shell: Shell) -> None:
    gold, answer = nx.DiGraph([("r", "m"), ("m", "d")]), nx.DiGraph([("x", "y"), ("y", "z")])
    found = symcause.align(gold, answer, pairs="all")
    files = []
    for name, graph in (("gold", gold), ("answer", answer)):
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text("".join(f"{a} -> {b}\n" for a, b in graph.edges))
    code, (told,) = shell.json("align", *files, "--pairs", "all")
    assert code == 0
    assert told["edges"]["low"] == found.edges.low == 2 and told["map"] == found.map
    assert symcause.align(gold, "x -> y\ny -> z", pairs="all").edges == found.edges
    posed = symcause.load(EXAMPLES / "unique.json")
    with pytest.raises(KindError, match="a graph is no answer"):
        symcause.check(posed, gold)

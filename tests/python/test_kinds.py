"""What is of another kind than a function takes is refused by an error of ours that is a TypeError, too."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import KindError, UsageError
from tests.cli.cases import EXAMPLES, example, write

api: Any = symcause
AMBIGUOUS = symcause.load(EXAMPLES / "ambiguous.json", kind=symcause.BooleanProblem)
EPISODE = symcause.load(EXAMPLES / "episode.json", kind=symcause.LinearProblem)
STRANGERS: list[object] = [None, 5, "examples/unique.json", Path("x"), [AMBIGUOUS], {}, object]

TAKE_A_PROBLEM: dict[str, Callable[[Any], object]] = {
    **{
        name: getattr(api, name)
        for name in ("audit", "count", "solve", "alternatives", "next_experiments", "disambiguate")
    },
    **{name: getattr(api, name) for name in ("render_prompt", "space", "play", "Episode")},
    "check": lambda thing: api.check(thing, "{}"),
    "separate": lambda thing: api.separate(thing, "{}", "{}"),
    "verify": lambda thing: api.verify(thing, {}),
    "score_text": lambda thing: api.score_text(thing, ""),
    "score": lambda thing: api.score([thing], []),
    "save": lambda thing: api.save(thing, "never-written.json"),
}


@pytest.mark.parametrize("name", TAKE_A_PROBLEM)
@pytest.mark.parametrize("thing", STRANGERS, ids=repr)
def test_no_problem(name: str, thing: object) -> None:
    if name == "save" and thing == [AMBIGUOUS]:
        return  # a pool: several problems are saved as one
    with pytest.raises(KindError, match="not a problem: ") as caught:
        TAKE_A_PROBLEM[name](thing)
    made = "problem(document)" if isinstance(thing, dict) else "load(path)"
    assert f"symcause.{made} gives one" in str(caught.value)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, UsageError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("name", ["ambiguous", "episode", "world", "boats"])
@pytest.mark.parametrize("thing", [None, 5, b"{}", [1], AMBIGUOUS, Path("x")], ids=repr)
def test_no_answer(name: str, thing: object) -> None:
    with pytest.raises(KindError, match="an answer"):
        symcause.check(symcause.load(EXAMPLES / f"{name}.json"), thing)


REFUSED: dict[str, Callable[[], object]] = {
    "a path": lambda: api.load(5),
    "a path, bytes": lambda: api.load(b"x"),
    "a path of a pool": lambda: list(api.load_pool(None)),
    "a path, to be written": lambda: api.save(AMBIGUOUS, 5),
    "a document, not its text": lambda: api.problem("{}"),
    "kind is a class": lambda: api.load(EXAMPLES / "unique.json", kind="BooleanProblem"),
    "several problems": lambda: api.score(AMBIGUOUS, []),
    "several problems of a baseline": lambda: api.baselines.solve(AMBIGUOUS),
    "rows of answers": lambda: api.score([AMBIGUOUS], 5),
    "an answer that is scored": lambda: api.score([AMBIGUOUS], ["{}"]),
    "two answers": lambda: api.separate(AMBIGUOUS, None, None),
    "rows": lambda: api.boolean.problem(5, roots=["A"]),
    "rows, not a text": lambda: AMBIGUOUS.with_world("01010"),
    "evidence": lambda: api.space(AMBIGUOUS).given(5),
    "mechanisms": lambda: api.boolean.model("X1"),
    "a mechanism": lambda: api.boolean.model({"A": None}),
    "values": lambda: api.boolean.model({"B": "A"}).simulate(5),
    "what is set": lambda: api.boolean.model({"B": "A"}).simulate({"A": 0}, do=5),
    "equations": lambda: api.linear.model(["a"]),
    "values of a crystal": lambda: api.linear.model({"a": 1}).simulate(5),
    "a record": lambda: api.load(EXAMPLES / "episode.json").with_record(5),
    "rules": lambda: api.Episode(AMBIGUOUS, 5),
    "an edge": lambda: symcause.DAG.of(["ab"]),  # type: ignore[list-item]
    "half an edge": lambda: symcause.DAG.of([("a",)]),  # type: ignore[list-item]
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_kinds(what: str) -> None:
    with pytest.raises(KindError):
        REFUSED[what]()


OPTIONS: list[tuple[str, object, str]] = [
    ("unate", "yes", "True or False"),
    ("certificate", 1, "True or False"),
    ("require", "X1->X3", "a list"),
    ("forbid", 5, "a list"),
    ("sign", 5, "a list"),
    ("candidates", 5, "a list or a mapping"),
    ("knowledge", "nofile.json", "a list or a mapping"),
]


@pytest.mark.parametrize(("name", "value", "remedy"), OPTIONS)
def test_options(name: str, value: object, remedy: str) -> None:
    with pytest.raises(UsageError, match=f"--{name} does not take this.*{remedy}"):
        api.audit(AMBIGUOUS, **{name: value})


def test_what_is_no_text_has_no_neighbour() -> None:
    for call in (
        lambda: api.load(EXAMPLES / "unique.json", id=5),
        lambda: AMBIGUOUS.in_setting(5),  # type: ignore[arg-type]
        lambda: api.baselines.solve([AMBIGUOUS], 5),
    ):
        with pytest.raises(UsageError, match="got 5"):
            call()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for place in (tmp_path, "", "."):
        with pytest.raises(UsageError, match="this is a folder"):
            symcause.save(AMBIGUOUS, place)
    assert not list(tmp_path.iterdir())


def test_whatever_names_a_file_is_a_path(tmp_path: Path) -> None:
    class Named:
        def __fspath__(self) -> str:
            return str(tmp_path / "mine.json")

    api.save(AMBIGUOUS, Named())
    assert api.load(Named()) == AMBIGUOUS == next(api.load_pool(Named()))


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert symcause.count(AMBIGUOUS, max_parents=numpy.int64(1)).count == 0
    assert symcause.space(AMBIGUOUS, max_parents=numpy.int64(2)).count() == 23


def test_answers_are_rows_of_a_frame() -> None:
    pandas = pytest.importorskip("pandas")
    rows = [{"instanceId": "ambiguous", "model": "mine", "response": "{}"}]
    scored = api.score([AMBIGUOUS], pandas.DataFrame(rows))
    assert scored.lines == symcause.score([AMBIGUOUS], rows).lines


def test_answers_that_are_mappings_in_every_family() -> None:
    boats: Any = symcause.load(EXAMPLES / "boats.json")
    assert symcause.check(boats, {"design": boats.default}).reason is None
    flood = symcause.load(EXAMPLES / "flood.txt", question="align")
    edges = [{"source": "heavy rain", "sink": "flood"}]
    assert symcause.check(flood, {"relationships": edges}).right is False


STRANGE = {
    "ambiguous.json": symcause.boolean.model({"Y2": "Y1"}),
    "episode.json": symcause.linear.model({"a": 1, "b": "2*a"}),
    "world.json": symcause.space(symcause.load(EXAMPLES / "shapes.json")).pick(),
    "flood.txt": symcause.DAG.of([("a", "b")]),
}
"""A model of another problem of the same family."""


@pytest.mark.parametrize("name", STRANGE)
def test_models_of_other_problems(name: str) -> None:
    space: Any = symcause.space(symcause.load(EXAMPLES / name))
    strange, own = STRANGE[name], space.pick()
    assert strange not in space and space.objections(strange) and not space.represents(strange)
    for call in (
        lambda: list(space.others(strange)),
        lambda: space.separate(own, strange),
        lambda: space.separate(strange),
    ):
        with pytest.raises(symcause.SymcauseError):
            call()


IMPERFECT = ("errs", "has holes", "is latent")


@pytest.mark.parametrize("how", IMPERFECT)
def test_models_of_other_problems_where_evidence_is_imperfect(how: str, tmp_path: Path) -> None:
    document = example("unique", format="symcause.boolean/2")
    if how == "errs":
        document["errors"] = 1
    elif how == "is latent":
        document["latent"] = ["X5"]
        document["worlds"] = [w for w in document["worlds"] if "X5" not in w["targets"]]
        for world in document["worlds"]:
            world["rows"] = [f"{row[:4]}?" for row in world["rows"]]
    else:
        document["worlds"][0]["rows"][0] = "0001?"
    space: Any = symcause.space(symcause.load(write(tmp_path / "p.json", document)))
    for strange in (symcause.boolean.model({"Y2": "Y1"}), "X3 = X1", None):
        with pytest.raises(symcause.SymcauseError, match=r"not a (model|BooleanSCM)"):
            list(space.others(strange))


def test_shapes_in_another_order() -> None:
    space: Any = symcause.space(symcause.load(EXAMPLES / "world.json"))
    member = space.pick()
    turned = type(member)(member.shapes[::-1], member.effects)
    with pytest.raises(UsageError, match="a different order"):
        list(space.others(turned))

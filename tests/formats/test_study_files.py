"""Files of studies: everything that is stated twice, or not at all, is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symcause.errors import ProblemError
from symcause.formats.answer_files.study_file import read_study

STUDY = {"format": "symcause.study/1", "id": "pilot", "pool": "pool.json"}


def _written(folder: Path, **more: object) -> Path:
    path = folder / "study.json"
    path.write_text(json.dumps(STUDY | more), "utf-8")
    return path


@pytest.mark.parametrize(
    ("more", "message", "place", "value"),
    [
        ({"problems": []}, "nothing is left", "problems", None),
        ({"participants": []}, "nobody", "participants", None),
        ({"problems": ["a", "b", "c", "b"]}, "named twice", "problems", "b"),
        ({"problems": ["a", "a", "c"]}, "named twice", "problems", "a"),
        ({"participants": ["Ann", "bob", "ANN"]}, "named twice", "participants", "ann"),
        ({"problems": ["a"], "participants": ["x", "x"]}, "named twice", "participants", "x"),
    ],
)
def test_what_is_refused(
    tmp_path: Path, more: dict[str, object], message: str, place: str, value: object
) -> None:
    path = _written(tmp_path, **more)
    with pytest.raises(ProblemError, match=message) as found:
        read_study(path)
    error = found.value.complaint
    assert (error.file, error.place) == (str(path), place)
    assert error.value == (None if value is None else repr(value))


def test_problems_differ_by_their_case_and_participants_do_not(tmp_path: Path) -> None:
    study = read_study(_written(tmp_path, problems=["a", "A"], participants=["a", "b"]))
    assert (study.problems, study.participants) == (("a", "A"), ("a", "b"))


def test_an_order_has_every_problem_once(tmp_path: Path) -> None:
    study = read_study(_written(tmp_path, seed=4))
    orders = [study.order(5, name) for name in ("ann", "bob", "cleo", "dan")]
    assert all(sorted(order) == [0, 1, 2, 3, 4] for order in orders)
    assert len(set(orders)) > 1
    other = read_study(_written(tmp_path, seed=5))
    assert [other.order(5, name) for name in ("ann", "bob", "cleo", "dan")] != orders
    plain = read_study(_written(tmp_path, shuffle=False))
    assert plain.order(3, "ann") == (0, 1, 2)
    unseeded = read_study(_written(tmp_path))
    assert (unseeded.seed, unseeded.shuffle, unseeded.budget) == (0, True, None)

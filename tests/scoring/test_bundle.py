"""The released analysis bundle: the released files, and a plain second way to small formulas and cells."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.boolean.bounds import REPAIR_NODES
from symcause.families.boolean.release.bundle.error_classes import amplification, most_frequent
from symcause.families.boolean.release.bundle.repairs import smallest
from symcause.models.expressions import Operation, Variable, evaluate

FOLDER = Path(os.environ.get("SYMCAUSE_DATA", "."), "replayscm", "released", "bundle")
needs_data = pytest.mark.skipif(not FOLDER.exists(), reason="needs SYMCAUSE_DATA")

FREE = ("_target", "_expr", "_edit_type", "_parent_variant", "_ast")
"""Which repair is named is free."""


@needs_data
def test_the_released_files(tmp_path: Path) -> None:
    folder = FOLDER
    done = CliRunner().invoke(
        cli,
        ["score", str(folder / "results.runtime.yaml"), "--bundle", str(tmp_path), "--json"],
    )
    assert done.exit_code == 0, done.output
    names = sorted(path.name for path in (folder / "released").glob("*.csv"))
    assert sorted(path.name for path in tmp_path.iterdir()) == names and len(names) == 37
    for name in names:
        theirs = (folder / "released" / name).read_bytes().decode()
        ours = (tmp_path / name).read_bytes().decode()
        assert ours.count("\r\n") == theirs.count("\r\n"), name
        first, second = (list(csv.reader(io.StringIO(text))) for text in (theirs, ours))
        assert first[0] == second[0], name
        for old, new in zip(first[1:], second[1:], strict=True):
            for head, was, now in zip(first[0], old, new, strict=True):
                if head.startswith(("local_functional", "global_one")) and head.endswith(FREE):
                    continue
                assert _same(was, now), (name, head, was, now)


def _same(was: str, now: str) -> bool:
    if was == now:
        return True
    try:
        return abs(float(was) - float(now)) < 1e-12
    except ValueError:
        return False


@needs_data
def test_lines_carry_records_only_with_the_bundle(tmp_path: Path) -> None:
    file = str(FOLDER / "results.runtime.yaml")
    out = tmp_path / "scores.jsonl"
    run = CliRunner().invoke(cli, ["score", file, "--out", str(out)])
    assert run.exit_code == 0 and '"bundle"' not in out.read_text()
    again = ["score", file, "--out", str(out), "--resume", "--bundle", str(tmp_path / "b")]
    refused = CliRunner().invoke(cli, again)
    assert refused.exit_code != 0 and "without --bundle" in str(refused.exception or refused.output)


@needs_data
def test_released_means_leave_invalid_answers_out() -> None:
    file = str(FOLDER / "results.runtime.yaml")

    def world(*options: str) -> float:
        run = CliRunner().invoke(cli, ["score", file, "--table", "main", "--json", *options])
        (table,) = json.loads(run.output.splitlines()[-1])["summary"]["tables"]
        at = table["columns"].index("TrainWorld")
        return next(row[at] for row in table["rows"] if row[1] == "system-b")

    assert world("--released-means") > world() > 0


@pytest.mark.parametrize("seed", range(6))
def test_small_formulas_are_listed_completely(seed: int) -> None:
    rng = random.Random(seed)
    rows, names = (1 << 6) - 1, ["A", "B", "C"][: rng.randrange(1, 4)]
    columns = {name: rng.getrandbits(6) for name in names}
    operators = rng.sample(["not", "and", "or", "xor", "iff"], rng.randrange(1, 4))
    constants = rng.random() < 0.3
    given = [*columns.values(), *((0, rows) if constants else ())]
    plain = _columns(given, operators, rows)
    leaves = {column: Variable(name) for name, column in columns.items()}
    for wanted in range(64):
        found = smallest(wanted, leaves, rows, operators, constants)
        assert (found is not None) == (wanted in plain), wanted
        if found is not None:
            assert evaluate(found, columns, rows) == wanted and found.size <= REPAIR_NODES


def _columns(given: list[int], operators: list[str], rows: int) -> set[int]:
    """The columns of all formulas within the cap, by exact size, nothing left out."""
    sized: list[set[int]] = [set(), set(given)]
    names = [Variable(name) for name in "ABC"]
    for size in range(2, REPAIR_NODES + 1):
        level = set()
        for operator in operators:
            for count in (1,) if operator == "not" else (2, 3):
                for sizes in itertools.product(range(1, size), repeat=count):
                    if sum(sizes) == size - 1:
                        formula = Operation(operator, tuple(names[:count]))
                        for parts in itertools.product(*(sized[n] for n in sizes)):
                            values = dict(zip("ABC", parts, strict=False))
                            level.add(evaluate(formula, values, rows))
        sized.append(level)
    return set().union(*sized)


def test_ties_and_growth() -> None:
    assert most_frequent(["b", "a", "b", "c", "c"]) == "c" and most_frequent([]) is None
    train = {"rollout": 0.1, "direct": 0.1, "propagated_only": 0.0}
    both = "train_and_heldout_error"
    grown = {"rollout": 0.2, "direct": 0.1, "propagated_only": 0.1}
    assert amplification(both, train, grown) == "propagation_amplification"
    assert amplification(both, train, {**grown, "direct": 0.13}) == "mixed_amplification"
    assert amplification(both, grown, train) == "no_clear_amplification"


def test_every_answer_stands_under_its_system_and_problem(tmp_path: Path) -> None:
    given = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    pool = ANSWERS.with_name("pool.jsonl")
    asked = ["score", str(pool), str(ANSWERS), "--bootstrap", "0"]
    done = CliRunner().invoke(cli, [*asked, "--bundle", str(tmp_path)])
    assert done.exit_code == 0, done.output
    with (tmp_path / "scm_training_equivalence_by_instance.csv").open(encoding="utf-8") as file:
        rows = {(row["instance_id"], row["model"]): row["valid"] for row in csv.DictReader(file)}
    left_out = ("alternative", "hidden-roots")  # of tasks that the bundle has no rows of
    wanted = {(row["instanceId"], row["model"]) for row in given}
    assert rows.keys() == {pair for pair in wanted if pair[0] not in left_out}
    assert rows["ordered", "careful"] == "True" and rows["ordered", "hasty-syntax"] == "False"
    plain = CliRunner().invoke(cli, asked)
    assert plain.exit_code == 0, plain.output  # without a bundle nothing is recorded


ANSWERS = Path(__file__).resolve().parents[2] / "examples" / "predictions.jsonl"

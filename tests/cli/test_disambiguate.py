"""``symcause disambiguate`` as scripts see it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symcause.api import audit, load
from symcause.cli.main import cli, main
from symcause.episodes.episode import Episode
from symcause.errors import UsageError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_files import read_problem, read_problems
from symcause.formats.pools.problem_writer import one_line
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.boolean.disambiguation_cases import random_problem
from tests.patience import hang

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
KEYS = {
    "symcause",
    "problem",
    "worlds",
    "added",
    "minimal",
    "pool_size",
    "lower_bound",
    "count_before",
    "count_after",
}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def documents(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def problems() -> list[BooleanProblem]:
    settings = list(Setting)
    return [
        random_problem(seed, settings[seed % 4], variables=5, rows=4)
        for seed in range(amount(3, 4))
    ]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.jsonl"
    path.write_text("".join(one_line(write_boolean(p)) + "\n" for p in problems()), "utf-8")
    return path


def test_the_document_and_the_strengthened_problem(pool: Path, tmp_path: Path) -> None:
    out = tmp_path / "stronger.json"
    done = run("disambiguate", pool, "--id", "random-2", "--json", "--out", out)
    assert done.exit_code == 0, done.output
    (document,) = documents(done)
    assert set(document) >= KEYS
    assert document["added"] == len(document["worlds"]) == document["lower_bound"]
    assert document["minimal"] is True and document["count_after"] == 1
    stronger = load(out)
    assert isinstance(stronger, BooleanProblem)
    assert audit(stronger).verdict == "unique"
    assert [w.id for w in stronger.worlds][-document["added"] :] == [
        w["id"] for w in document["worlds"]
    ]
    record = stronger.metadata["strengthening"]
    assert isinstance(record, dict) and record["count_before"] == document["count_before"]
    again = run("disambiguate", out, "--json")
    assert again.exit_code == 0 and documents(again)[0]["added"] == 0


def test_outdated_claims_do_not_travel(tmp_path: Path) -> None:
    weak, out = tmp_path / "weak.json", tmp_path / "strong.json"
    claims = {"verdict": "ambiguous", "count": 9, "certificate": {}, "latent": "kept"}
    weak.write_text(one_line(write_boolean(replace(problems()[2], metadata=claims))), "utf-8")
    assert run("disambiguate", weak, "--out", out).exit_code == 0
    assert set(load(out).metadata) == {"latent", "strengthening"}


def test_more_left_gives_one_and_says_why(pool: Path) -> None:
    done = run("disambiguate", pool, "--id", "random-0", "--pool-size", 1, "--rows", 1, "--json")
    (document,) = documents(done)
    assert done.exit_code == 1 and document["count_after"] > 1
    assert document["pool_size"] == 1 and document["remaining"]
    assert document["example"]["changed"]
    text = run("disambiguate", pool, "--id", "random-0", "--pool-size", 1, "--rows", 1)
    assert "What stays open" in text.output and "another model" in text.output


def test_without_gold_it_is_a_usage_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bare.json"
    path.write_text(one_line(write_boolean(replace(problems()[0], gold=None))), "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["disambiguate", str(path)])
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert "no gold model" in message and len(message.splitlines()) == 1


def test_pools_any_number_of_jobs_and_resuming(pool: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    first = run("disambiguate", pool, "--out", one, "--json")
    second = run("disambiguate", pool, "--out", two, "--json", "--jobs", 2)
    assert first.stdout == second.stdout
    assert one.read_bytes() == two.read_bytes()
    assert [item.id for item in read_problems(one)] == [p.id for p in problems()]
    data = one.read_bytes()
    two.write_bytes(data[: data.index(b"\n") + 40])
    third = run("disambiguate", pool, "--out", two, "--json", "--resume")
    assert two.read_bytes() == data
    kept = {"remaining", "example"}
    for before, after in zip(documents(first), documents(third), strict=True):
        assert {k: v for k, v in before.items() if k not in kept} == {
            k: v for k, v in after.items() if k not in kept
        }


def test_seeds_matter_and_repeat(pool: Path) -> None:
    arguments = ("disambiguate", pool, "--json", "--pool-size", 40, "--rows", 3)
    assert run(*arguments).stdout == run(*arguments).stdout
    assert run(*arguments).stdout != run(*arguments, "--seed", 9).stdout


@pytest.mark.few(1)
@pytest.mark.parametrize("level", ["extra", "counterexample"])
def test_recipes(pool: Path, level: str) -> None:
    done = run("disambiguate", pool, "--id", "random-2", "--level", level, "--json")
    (document,) = documents(done)
    assert document["level"] == level and document["minimal"] is False
    assert document["coverage_after"] >= document["coverage_before"]
    assert document["count_after"] <= document["count_before"]
    if level == "extra":
        assert 3 <= document["added"] <= 4
    text = run("disambiguate", pool, "--id", "random-2", "--level", level)
    assert f"by the recipe {level}" in text.output


def test_it_never_overwrites_what_it_reads(pool: Path) -> None:
    before = pool.read_bytes()
    with pytest.raises(UsageError, match="overwrite"):
        cli.main(["disambiguate", str(pool), "--out", str(pool)], standalone_mode=False)
    assert pool.read_bytes() == before


def test_resuming_refuses_a_file_of_something_else(pool: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="something else"):
        cli.main(
            ["disambiguate", str(pool), "--out", str(_copy(pool, tmp_path)), "--resume"],
            standalone_mode=False,
        )


def _copy(pool: Path, tmp_path: Path) -> Path:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(pool.read_bytes())
    return path


def test_a_stopped_run_keeps_the_best_so_far(
    pool: Path, monkeypatch: pytest.MonkeyPatch, hanging: None
) -> None:
    """The first sufficient choice survives a time limit, with its lower bound."""
    import symcause.families.boolean.audits.disambiguation.pool_limits as remaining

    monkeypatch.setattr(remaining, "remaining", hang)
    out = pool.with_name("kept.json")
    done = run("disambiguate", pool, "--id", "random-2", "--timeout", 10, "--json", "--out", out)
    (document,) = documents(done)
    assert document["stopped"] == "time" and document["count_after"] == 1 and done.exit_code == 0
    assert audit(load(out)).verdict == "unique"


def test_bits_stand_under_the_names_of_their_variables() -> None:
    """Rows without a header say nothing to whoever does not know the order by heart."""
    text = run("disambiguate", EXAMPLES / "ambiguous.json").stdout
    lines = text.splitlines()
    rows = [i for i, line in enumerate(lines) if line.split() and set(line.split()) <= {"0", "1"}]
    assert rows and not re.search(r"(?<![\w.])[01]{3,}(?![\w.])", text.replace("1,000", ""))
    for i in rows:
        above = next(line for line in reversed(lines[:i]) if set(line.split()) - {"0", "1"})
        assert above.split() == ["X1", "X2", "X3", "X4", "X5"]


def test_worlds_of_a_played_episode_have_a_header() -> None:
    episode = Episode(read_problem(EXAMPLES / "ambiguous.json"), budget=3)
    begun = episode.rules.told(episode.reset())
    assert "  X1 X2 X3 X4 X5\n" in begun
    seen = episode.act({"do": {"X1": 1}}).seen
    assert seen is not None
    told = episode.rules.seen(episode.known, seen).splitlines()
    assert told[1] == "  X1 X2 X3 X4 X5"
    assert all(len(line) == len(told[1]) for line in told[2:])

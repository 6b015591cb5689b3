"""Suites in Inspect, the lm-evaluation-harness, datasets and Croissant, offline."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.errors import UsageError
from symcause.harnesses.suite_parts.lm_eval_suite import write_suite_tasks
from symcause.harnesses.suite_parts.suite_run import suite_run
from tests.harness.suite_cases import made, oracle, right_answers

FILES = "symcause is to be installed with an extra: pip install 'symcause[{}]'"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made("small", tmp_path_factory)


def heard(folder: Path, say: dict[str, str], logs: Path, **arguments: Any) -> Any:
    """The log of a run whose model looks answers up."""
    from inspect_ai import eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from symcause.harnesses.inspect_registry import suite

    def output(messages: list[Any], *_: Any) -> Any:
        found = ModelOutput.from_content("mockllm/model", say.get(messages[-1].text, "no idea"))
        found.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return found

    model = get_model("mockllm/model", custom_outputs=output)
    task = suite(suite=str(folder), **arguments)
    (log,) = eval(task, model=model, log_dir=str(logs), display="none", log_format="json")
    assert log.status == "success", log.error
    return log


def values(log: Any) -> dict[str, float]:
    """The first number of every score, in their order."""
    return {one.name: next(iter(one.metrics.values())).value for one in log.results.scores}


def test_inspect_has_one_primary_number_a_part(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    log = heard(small, right_answers(small), tmp_path)
    names = ["shapes/right", "queries/right", "abstention/siblings_told_apart"]
    run = suite_run(small)
    asked = [f"{one.part.name}/{one.primary.name}" for one in run.parts]
    assert list(values(log).items()) == [(name, 1.0) for name in names if name in asked]
    assert (log.eval.task, log.eval.task_version) == ("test-small", "1.0.0")
    assert log.eval.dataset.name == "test-small"
    facts = log.eval.metadata["symcause_suite"]
    assert facts["public_digest"] == run.manifest.public_digest and facts["split"] == "test"
    assert log.eval.metadata["symcause_primary"] == asked
    assert '"gold"' not in str([sample.input for sample in log.samples])


def test_inspect_and_back(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a log says of a part is what ``score`` says of the answers in it."""
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    run = suite_run(small, "shapes")
    say = oracle(run)
    del say[run.parts[0].items[0].prompt]  # one that the model cannot answer
    log = heard(small, say, tmp_path / "logs", part="shapes")
    found = values(log)
    assert next(iter(found)) == log.eval.metadata["symcause_primary"] == "right"
    assert log.eval.dataset.name == "test-small/shapes" and len(found) > 5
    number = len(run.parts[0].items)
    assert found["right"] == pytest.approx((number - 1) / number)
    answers = tmp_path / "answers.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["tasks", "from-inspect", log.location, "--out", str(answers)])
    assert not ended.value.code
    capsys.readouterr()
    pool = small / "evaluator" / "shapes" / "problems.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["score", str(pool), str(answers), "--json"])
    assert not ended.value.code
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rights = [line["right"] for line in lines if "right" in line]
    assert len(rights) == number and sum(map(bool, rights)) == number - 1


def test_inspect_pairs_siblings(small: Path, tmp_path: Path) -> None:
    """Who always claims tells none apart, however many are right."""
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    splits = [s for s in ("dev", "test") if _asks(small, "abstention", s)]
    claims = {item.prompt: "yes" for s in splits for item in _items(small, "abstention", s)}
    log = heard(small, claims, tmp_path, part="abstention", split=splits[-1])
    assert values(log)["siblings_told_apart"] == 0.0 and values(log)["claimed"] == 1.0


def _asks(folder: Path, part: str, split: str) -> bool:
    return (folder / "public" / part / f"{split}.jsonl").exists()


def _items(folder: Path, part: str, split: str) -> Any:
    return suite_run(folder, part, split).parts[0].items


def test_inspect_refuses_in_one_line(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    from symcause.harnesses.inspect_registry import suite
    from symcause.harnesses.inspect_tasks.task_refusal import TaskRefusal

    for given in ({"suite": str(tmp_path)}, {"suite": str(small), "part": "shape"}):
        with pytest.raises(TaskRefusal):
            suite(**given)


def grouped(folder: Path, group: Path, say: dict[str, str]) -> Any:
    """The results of a group whose model looks answers up."""
    from lm_eval.api.model import LM
    from lm_eval.evaluator import simple_evaluate
    from lm_eval.tasks import TaskManager

    class Known(LM):
        """Says what it was told to say."""

        def generate_until(self, requests: list[Any]) -> list[str]:
            return [say.get(request.args[0].strip(), "no idea") for request in requests]

        def loglikelihood(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

    manager = TaskManager(include_path=str(group), include_defaults=False)
    return simple_evaluate(Known(), tasks=["test_small"], task_manager=manager, bootstrap_iters=10)


def test_lm_eval_has_a_task_a_part(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("lm_eval", reason=FILES.format("lm-eval"))
    group, *names = write_suite_tasks(str(small), tmp_path / "group")
    say = {prompt.strip(): text for prompt, text in right_answers(small).items()}
    found = grouped(small, tmp_path / "group", say)
    assert group == "test_small" and set(found["results"]) == {group, *names}
    for one in suite_run(small).parts:
        name = f"test_small_{one.part.name}"
        first = next(key for key in found["results"][name] if key.endswith(",none"))
        assert first == f"{one.primary.name},none" and found["results"][name][first] == 1.0
        assert found["versions"][name] == "1.0.0"
        metadata = found["configs"][name]["metadata"]
        assert metadata["public_digest"] == suite_run(small).manifest.public_digest
    assert not [key for key in found["results"][group] if key.endswith(",none")]  # no mean


def test_lm_eval_refuses_another_suite(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason=FILES.format("lm-eval"))
    from symcause.harnesses.suite_parts.lm_eval_suite import dataset

    with pytest.raises(UsageError, match="another suite"):
        dataset(str(small), "shapes", "test", "0" * 64)
    with pytest.raises(UsageError, match="did you mean 'limit'"):
        dataset(str(small), "shapes", "test", "0" * 64, limt=2)


def test_a_folder_is_a_dataset(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also its public part alone."""
    datasets = pytest.importorskip("datasets", reason="pip install datasets")
    for folder in (small, copytree(small / "public", tmp_path / "alone")):
        for one in suite_run(small).parts:
            read = datasets.load_dataset(
                str(folder), one.part.name, cache_dir=str(tmp_path / "cache")
            )
            table = small / "public" / one.part.name / "test.jsonl"
            lines = [json.loads(line) for line in table.read_text("utf-8").splitlines()]
            assert [dict(row) for row in read["test"]] == lines


def test_croissant_is_valid(small: Path, tmp_path: Path) -> None:
    """By its own validator, and its records are those of the tables; also of the public part alone."""
    croissant: Any = pytest.importorskip("mlcroissant", reason="pip install mlcroissant")
    for folder in (small, copytree(small / "public", tmp_path / "alone")):
        known = croissant.Dataset(jsonld=str(folder / "croissant.json"))
        assert not known.metadata.ctx.issues.errors
        number = 0
        for table in known.metadata.record_sets:
            part, _, split = table.uuid.rpartition("-")
            lines = (small / "public" / part / f"{split}.jsonl").read_text("utf-8").splitlines()
            found = [row[f"{table.uuid}/id"].decode() for row in known.records(table.uuid)]
            assert found == [json.loads(line)["id"] for line in lines]
            number += len(found)
        assert number == 10

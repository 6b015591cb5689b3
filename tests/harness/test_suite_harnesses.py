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
from tests.harness.suite_cases import oracle, right_answers, tiny_suite

FILES = "symcause is to be installed with an extra: pip install 'symcause[{}]'"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_suite(tmp_path_factory)


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


def test_inspect_has_one_primary_number_a_part(tiny: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    log = heard(tiny, right_answers(tiny), tmp_path)
    names = ["queries/right", "abstention/siblings_told_apart"]
    run = suite_run(tiny)
    assert list(values(log).items()) == [(name, 1.0) for name in names]
    assert (log.eval.task, log.eval.task_version) == ("test-tiny", "1.0.0")
    assert log.eval.dataset.name == "test-tiny"
    facts = log.eval.metadata["symcause_suite"]
    assert facts["public_digest"] == run.manifest.public_digest and facts["split"] == "test"
    assert log.eval.metadata["symcause_primary"] == names
    assert '"gold"' not in str([sample.input for sample in log.samples])


def test_inspect_and_back(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a log says of a part is what ``score`` says of the answers in it."""
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    run = suite_run(tiny, "queries")
    say = oracle(run)
    del say[run.parts[0].items[0].prompt]  # one that the model cannot answer
    log = heard(tiny, say, tmp_path / "logs", part="queries")
    found = values(log)
    assert next(iter(found)) == log.eval.metadata["symcause_primary"] == "right"
    assert log.eval.dataset.name == "test-tiny/queries" and len(found) > 1
    number = len(run.parts[0].items)
    assert found["right"] == pytest.approx((number - 1) / number)
    answers = tmp_path / "answers.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["tasks", "from-inspect", log.location, "--out", str(answers)])
    assert not ended.value.code
    capsys.readouterr()
    pool = tiny / "evaluator" / "queries" / "problems.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["score", str(pool), str(answers), "--json"])
    assert not ended.value.code
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rights = [line["right"] for line in lines if "right" in line]
    assert len(rights) == number and sum(map(bool, rights)) == number - 1


def test_inspect_pairs_siblings(tiny: Path, tmp_path: Path) -> None:
    """Who always claims tells none apart, however many are right."""
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    claims = {item.prompt: "yes" for item in suite_run(tiny, "abstention").parts[0].items}
    found = values(heard(tiny, claims, tmp_path, part="abstention"))
    assert found["siblings_told_apart"] == 0.0 and found["claimed"] == 1.0


def test_inspect_refuses_in_one_line(tiny: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason=FILES.format("inspect"))
    from symcause.harnesses.inspect_registry import suite
    from symcause.harnesses.inspect_tasks.task_refusal import TaskRefusal

    for given in ({"suite": str(tmp_path)}, {"suite": str(tiny), "part": "query"}):
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
    return simple_evaluate(Known(), tasks=["test_tiny"], task_manager=manager, bootstrap_iters=10)


def test_lm_eval_has_a_task_a_part(tiny: Path, tmp_path: Path) -> None:
    pytest.importorskip("lm_eval", reason=FILES.format("lm-eval"))
    group, *names = write_suite_tasks(str(tiny), tmp_path / "group")
    say = {prompt.strip(): text for prompt, text in right_answers(tiny).items()}
    found = grouped(tiny, tmp_path / "group", say)
    assert group == "test_tiny" and set(found["results"]) == {group, *names}
    for one in suite_run(tiny).parts:
        name = f"test_tiny_{one.part.name}"
        first = next(key for key in found["results"][name] if key.endswith(",none"))
        assert first == f"{one.primary.name},none" and found["results"][name][first] == 1.0
        assert found["versions"][name] == "1.0.0"
        metadata = found["configs"][name]["metadata"]
        assert metadata["public_digest"] == suite_run(tiny).manifest.public_digest
    assert not [key for key in found["results"][group] if key.endswith(",none")]  # no mean


def test_lm_eval_refuses_another_suite(tiny: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason=FILES.format("lm-eval"))
    from symcause.harnesses.suite_parts.lm_eval_suite import dataset

    with pytest.raises(UsageError, match="another suite"):
        dataset(str(tiny), "queries", "test", "0" * 64)
    with pytest.raises(UsageError, match="did you mean 'limit'"):
        dataset(str(tiny), "queries", "test", "0" * 64, limt=2)


def test_a_folder_is_a_dataset(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also its public part alone."""
    datasets = pytest.importorskip("datasets", reason="pip install datasets")
    for folder in (tiny, copytree(tiny / "public", tmp_path / "alone")):
        for one in suite_run(tiny).parts:
            read = datasets.load_dataset(
                str(folder), one.part.name, cache_dir=str(tmp_path / "cache")
            )
            table = tiny / "public" / one.part.name / "test.jsonl"
            lines = [json.loads(line) for line in table.read_text("utf-8").splitlines()]
            assert [dict(row) for row in read["test"]] == lines


def test_croissant_is_valid(tiny: Path, tmp_path: Path) -> None:
    """By its own validator, and its records are those of the tables; also of the public part alone."""
    croissant: Any = pytest.importorskip("mlcroissant", reason="pip install mlcroissant")
    for folder in (tiny, copytree(tiny / "public", tmp_path / "alone")):
        known = croissant.Dataset(jsonld=str(folder / "croissant.json"))
        assert not known.metadata.ctx.issues.errors
        number = 0
        for table in known.metadata.record_sets:
            part, _, split = table.uuid.rpartition("-")
            lines = (tiny / "public" / part / f"{split}.jsonl").read_text("utf-8").splitlines()
            found = [row[f"{table.uuid}/id"].decode() for row in known.records(table.uuid)]
            assert found == [json.loads(line)["id"] for line in lines]
            number += len(found)
        assert number == 14

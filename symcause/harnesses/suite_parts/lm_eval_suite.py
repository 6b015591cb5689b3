"""The suite for lm-eval, one of the harnesses: a group in a folder, with a task for each suite part.

The files name the suite and its fingerprint: a suite with another public part is refused when they are run.
A group has no number of its own, for nothing is averaged over capabilities.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isnan
from pathlib import Path
from typing import Any

from symcause.errors import UsageError
from symcause.formats.storage.atomic_files import write_together
from symcause.harnesses.lm_eval.load_refusal import refused
from symcause.harnesses.lm_eval_files import is_lower, metric_text
from symcause.harnesses.static_tasks import refuse_misspelt
from symcause.harnesses.suite_parts.primary_number import (
    KINDS,
    PairsToldApart,
    WordingDifference,
    Worth,
)
from symcause.harnesses.suite_parts.suite_run import PartRun, SuiteRun, scored, suite_run
from symcause.suites.recipe.bundled_recipes import BUNDLED

_MODULE = "symcause_suite"
"""The file of functions that task files name; the harness loads it by its path."""

_FUNCTIONS = """\
from symcause.harnesses.suite_parts.lm_eval_suite import (
    dataset,
    mean,
    paired_difference_to_the_neutral_table,
    results,
    siblings_told_apart,
)
"""

_TASK = """\
task: {task}
custom_dataset: !function {module}.dataset
test_split: test
output_type: generate_until
doc_to_text: "{{{{prompt}}}}"
doc_to_target: ""
process_results: !function {module}.results
generation_kwargs:
  until: []
  max_gen_toks: 4096
  do_sample: false
metadata:
  version: {version}
  suite: {suite}
  part: {part}
  split: {split}
  public_digest: {digest}
metric_list:
"""

_GROUP = """\
group: {group}
task:
{tasks}metadata:
  version: {version}
  suite: {suite}
  public_digest: {digest}
"""

_KEYS = ("suite", "part", "split", "public_digest", "limit")


def write_suite_tasks(suite: str, folder: str | Path, split: str | None = None) -> tuple[str, ...]:
    """Write the group of a suite into a new or empty folder; the names of the group and its tasks."""
    run, target = suite_run(suite, split=split), Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError("there is something here", file=str(folder), remedy="name a new folder")
    named = suite if suite in BUNDLED else str(run.folder.resolve())
    group = run.manifest.name.replace("-", "_")
    names = [f"{group}_{one.part.name}" for one in run.parts]
    about = {
        "module": _MODULE,
        "version": json.dumps(run.manifest.version),
        "suite": json.dumps(named),
        "digest": json.dumps(run.manifest.public_digest),
        "split": json.dumps(run.split),
    }
    listed = "".join(f"  - {name}\n" for name in names)
    files = {
        f"{_MODULE}.py": _FUNCTIONS,
        f"{group}.yaml": _GROUP.format(group=group, tasks=listed, **about),
    }
    for name, one in zip(names, run.parts, strict=True):
        head = _TASK.format(task=name, part=json.dumps(one.part.name), **about)
        files[f"{name}.yaml"] = head + _metrics(one)
    try:
        target.mkdir(parents=True, exist_ok=True)
        write_together([(target / name, text.encode()) for name, text in files.items()])
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=str(folder)) from None
    return (group, *names)


def _metrics(one: PartRun) -> str:
    """The metrics of a task, the primary one first; the harness has a standard error for its own mean."""
    primary = one.primary
    how = "mean" if primary.is_mean else f"!function {_MODULE}.{primary.name}"
    first = metric_text(primary.name, how, lower=is_lower(primary.name))
    mean_of_known = f"!function {_MODULE}.mean"
    return first + "".join(metric_text(n, mean_of_known, lower=is_lower(n)) for n in one.metrics)


def dataset(
    suite: str,
    part: str,
    split: str,
    public_digest: str,
    limit: int | None = None,
    **others: object,
) -> dict[str, Any]:
    """The problems of a part. Raises UsageError where the suite is no longer the one of the task file."""
    from datasets import Dataset

    with refused():
        refuse_misspelt(others, _KEYS)
        run = suite_run(suite, part, split, limit)
        if run.manifest.public_digest != public_digest:
            raise UsageError(
                "this is another suite than the one that the task files were written for",
                file=str(run.folder),
                value=run.manifest.public_digest,
                remedy="symcause tasks lm-eval --suite SUITE --out FOLDER writes them anew",
            )
    return {"test": Dataset.from_list(_rows(run))}


def _rows(run: SuiteRun) -> list[dict[str, Any]]:
    (own,) = run.parts
    kind, name = own.primary.key
    return [
        {
            "id": item.id,
            "prompt": item.prompt,
            "kind": kind,
            "primary": name,
            "metrics": list(own.metrics),
            "problem": json.dumps(item.document),
        }
        for item in own.items
    ]


def results(doc: Mapping[str, Any], responses: list[str]) -> dict[str, Any]:
    """All numbers of a response; NaN where one does not apply. A primary number that compares problems
    has beside it what it belongs to."""
    primary = KINDS[doc["kind"]](doc["primary"])
    judged = scored(json.loads(doc["problem"]), responses[0], primary, doc["metrics"])
    first = judged.worth.value if primary.is_mean else list(judged.worth)
    return {**judged.values, primary.name: first}


def mean(values: list[float]) -> float:
    """The mean over the answers to which a metric applies."""
    known = [value for value in values if not isnan(value)]
    return sum(known) / len(known) if known else float("nan")


def siblings_told_apart(values: list[Any]) -> float:
    """The share of pairs that are told apart."""
    return PairsToldApart("").number(Worth(*one) for one in values).value


def paired_difference_to_the_neutral_table(values: list[Any]) -> float:
    """The mean difference between texts and tables."""
    return WordingDifference("").number(Worth(*one) for one in values).value

"""The writer of the lm_eval task files, from the metrics that families declare.

``python -m symcause.harnesses.lm_eval_files`` writes them anew; a test fails when they are out of date.
"""

from __future__ import annotations

from pathlib import Path

from symcause.harnesses.static_tasks import metrics, tasks

FOLDER = Path(__file__).parent / "lm_eval"
"""Where the harness finds them (``symcause tasks lm-eval``)."""

_LOWER = frozenset(
    (
        *(
            "parent_shd",
            "shd",
            "shd_missing",
            "shd_extra",
            "shd_reversed",
            "shd_reversal_2",
            "nshd",
        ),
        *("sid", "aid", "other_explanations", "disturbed", "surplus", "excess", "repeated"),
        *("unsupported", "refuted", "premature", "lucky", "hedged", "false_certainty"),
    )
)
"""Metrics of which less is better."""

_HEAD = """\
task: symcause_{name}
custom_dataset: !function symcause_tasks.{name}
test_split: test
output_type: generate_until
doc_to_text: "{{{{prompt}}}}"
doc_to_target: ""
process_results: !function symcause_tasks.results
generation_kwargs:
  until: []
  max_gen_toks: 4096
  do_sample: false
metadata:
  version: {version}
metric_list:
"""

_METRIC = """\
  - metric: {name}
    aggregation: {how}
    higher_is_better: {higher}
"""


def is_lower(metric: str) -> bool:
    """Is less of it better?"""
    return metric in _LOWER


def metric_text(name: str, how: str, *, lower: bool) -> str:
    """The lines of a metric in a task file."""
    return _METRIC.format(name=name, how=how, higher=str(not lower).lower())


def text_of(name: str) -> str:
    """The task file of a static task."""
    how = "!function symcause_tasks.mean"
    listed = "".join(metric_text(one, how, lower=is_lower(one)) for one in metrics(name))
    return _HEAD.format(name=name, version=tasks()[name][1].version) + listed


def main() -> None:
    """Write every task file."""
    for name in tasks():
        (FOLDER / f"symcause_{name}.yaml").write_text(text_of(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

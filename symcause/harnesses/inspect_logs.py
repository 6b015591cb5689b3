"""Logs of Inspect runs, as files that ``symcause score`` reads: predictions, or transcripts of episodes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from symcause.errors import UsageError

_STORED = "Played:lines"


def rows(path: str | Path) -> Iterator[str]:
    """The lines that a log turns into: one a prediction, several an episode."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise UsageError(
            "Inspect is not installed", remedy="pip install 'symcause[inspect]'"
        ) from None
    try:
        log = read_eval_log(str(path))
    except (OSError, ValueError) as error:
        raise UsageError(f"no log of Inspect: {error}", file=str(path)) from None
    for sample in log.samples or ():
        lines = sample.store.get(_STORED)
        if lines:
            yield from (json.dumps(line, ensure_ascii=False) for line in lines)
        else:
            yield json.dumps(_prediction(sample, log.eval.model), ensure_ascii=False)


def _prediction(sample: Any, model: str) -> dict[str, str]:
    return {
        "instanceId": str(sample.id),
        "model": model,
        "response": sample.output.completion,
    }

"""Logs of Inspect runs, turned into predictions or transcripts that symcause score reads.

A sample that ended with an error, was cancelled before the model said anything, or was taken back is no
answer: it is left out with its reason. A problem that one model was given in several logs of one task
counts once, as the newest log has it, unless repeated runs are wanted; epochs of one log are all kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from symcause.bounds.harnesses_bounds import ERROR_LENGTH
from symcause.errors import UsageError
from symcause.formats.pools.pool_choice import LEFT_OUT
from symcause.version import installing

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

_STORED = "Played:lines"


@dataclass(frozen=True)
class Run:
    """One sample of a log: who answered what, the lines it gives, or why it gives none."""

    log: str
    created: str
    key: tuple[str, ...]  # task, model, problem, epoch
    lines: tuple[str, ...] = ()
    failed: str | None = None
    left_out: frozenset[str] = frozenset()  # problems of the pool that the whole run never asked


@dataclass(frozen=True)
class Gathered:
    """What the logs give: samples that count, those that failed, those that another log has too."""

    kept: tuple[Run, ...]
    failed: tuple[Run, ...]
    repeated: tuple[Run, ...]  # left out, or kept where that was asked for

    @property
    def lines(self) -> Iterator[str]:
        return (line for run in self.kept for line in run.lines)

    def remarks(self, *, repeats: bool) -> Iterator[str]:
        """What a user must hear about the samples that do not stand in the file, or stand there twice."""
        if self.failed:
            reasons = Counter(run.failed for run in self.failed).most_common()
            text = "; ".join(f"{number} × {reason}" for reason, number in reasons[:3])
            more = f"; {len(reasons) - 3} other reasons" if len(reasons) > 3 else ""
            yield f"{_samples(len(self.failed))} without an answer left out: {text}{more}"
        if self.repeated:
            where = ", ".join(sorted({run.log for run in self.repeated}))
            done = (
                "each is kept (--repeats)"
                if repeats
                else "the newest log counts; --repeats keeps all"
            )
            number = _samples(len(self.repeated))
            yield f"{number} of {where} also in a newer log of the same task and model: {done}"
        if unasked := frozenset[str]().union(*(run.left_out for run in self.kept)):
            yield (
                f"{len(unasked)} {'problem' if len(unasked) == 1 else 'problems'} that "
                f"Inspect left out and never asked, such as "
                f"{min(unasked)!r}: score counts a Boolean one as an invalid answer, so its rates are "
                "lower than those of the log; --answered-only of score leaves it out, too"
            )


def gathered(logs: Sequence[str | Path], *, repeats: bool = False) -> Gathered:
    """The samples of some logs."""
    return sifted((run for log in logs for run in _runs(str(log), _read(log))), repeats=repeats)


def sifted(runs: Iterable[Run], *, repeats: bool) -> Gathered:
    """Failed samples apart; of those that several logs have, the newest, unless all are wanted."""
    found = list(runs)
    fine = [run for run in found if run.failed is None]
    newest: dict[tuple[str, ...], Run] = {}
    for run in fine:
        old = newest.setdefault(run.key, run)
        if run.log != old.log and run.created > old.created:
            newest[run.key] = run
    counted = [run for run in fine if run.log == newest[run.key].log]
    repeated = [run for run in fine if run.log != newest[run.key].log]
    failed = [run for run in found if run.failed is not None and run.key not in newest]
    return Gathered(tuple(fine if repeats else counted), tuple(failed), tuple(repeated))


def _read(path: str | Path) -> EvalLog:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise UsageError("Inspect is not installed", remedy=installing("inspect")) from None
    try:
        return read_eval_log(str(path))
    except (OSError, ValueError) as error:
        raise UsageError(f"no log of Inspect: {error}", file=str(path)) from None


def _runs(name: str, log: EvalLog) -> Iterator[Run]:
    about = log.eval
    noted = (about.metadata or {}).get(LEFT_OUT)
    left_out = frozenset(map(str, noted)) if isinstance(noted, Mapping) else frozenset()
    for sample in log.samples or ():
        key = (str(about.task), str(about.model), str(sample.id), str(sample.epoch))
        failed = _failure(sample)
        lines = () if failed else tuple(_lines(sample, str(about.model)))
        yield Run(name, str(about.created), key, lines, failed, left_out)


def _failure(sample: EvalSample) -> str | None:
    """Why a sample is no answer, in one line."""
    if sample.error is not None:
        text = str(sample.error.message).strip().partition("\n")[0] or "an error"
        return text if len(text) <= ERROR_LENGTH else f"{text[: ERROR_LENGTH - 1]}…"
    if getattr(sample, "invalidation", None) is not None:
        return "taken back"
    # A limit that was set for the model is its own fault; without one nobody ever asked it.
    if not sample.output.choices and sample.limit is None:
        return "the model was not heard"
    return None


def _lines(sample: EvalSample, model: str) -> Iterator[str]:
    lines = sample.store.get(_STORED) or [_prediction(sample, model)]
    return (json.dumps(line, ensure_ascii=False) for line in lines)


def _prediction(sample: EvalSample, model: str) -> dict[str, str]:
    return {"instanceId": str(sample.id), "model": model, "response": sample.output.completion}


def _samples(number: int) -> str:
    return "1 sample" if number == 1 else f"{number} samples"

"""Run options of ``score`` in the CLI: how the run is to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.cli.score_run.rendering_choice import BY_DEFAULT, RenderingChoice
from symcause.scoring.scoring_protocol import Terms

ANSWERING = frozenset(("everyone", "named", "commands", "functions"))
"""Options by which baselines answer."""


@dataclass(frozen=True)
class Options:
    """How the command line wants it done; *given* are options of families."""

    given: Mapping[str, object]
    jobs: int = 1
    cluster: str | None = None
    out: str | None = None
    resume: bool = False
    to_stdout: bool = False
    timeout: float | None = None
    memory: int | None = None
    effort: int | None = None
    repeat: int = 1
    seed: int = 0
    listed: bool = False  # runs are wanted one by one, too
    answer_keys: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    renderings: RenderingChoice = BY_DEFAULT
    classes: bool = False  # problems that are the same are resampled as one

    @property
    def terms(self) -> Terms:
        """The terms of each attempt of a baseline."""
        return Terms(self.seed, self.effort, self.timeout, self.memory, self.repeat)

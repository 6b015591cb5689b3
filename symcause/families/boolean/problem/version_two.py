"""Version two of Boolean problems: checks of unobserved cells, latent variables, errors, knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from symcause.errors import ProblemError, UsageError
from symcause.models.knowledge_reader import check_knowledge

if TYPE_CHECKING:
    from symcause.families.boolean.models.worlds import World
    from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
    from symcause.models.background_knowledge import Knowledge
    from symcause.models.disclosure import Disclosure


MOST_ERRORS = 10**9  # cells
"""Most disturbed cells that anybody may allow."""


class Stated(Protocol):
    """What a problem states and must get right."""

    @property
    def variables(self) -> tuple[str, ...]: ...
    @property
    def operators(self) -> tuple[str, ...]: ...
    @property
    def disclosure(self) -> Disclosure: ...
    @property
    def max_parents(self) -> int | None: ...
    @property
    def identify(self) -> bool: ...
    @property
    def certification(self) -> str | None: ...
    @property
    def reference(self) -> object: ...
    @property
    def worlds(self) -> tuple[World, ...]: ...
    @property
    def training(self) -> tuple[World, ...]: ...
    @property
    def errors(self) -> int: ...
    @property
    def latent(self) -> tuple[str, ...]: ...
    @property
    def knowledge(self) -> Knowledge | None: ...
    @property
    def informed(self) -> bool: ...


def first_hole(problem: Stated, split: str | None = None) -> str | None:
    """The place of the first row that holds ``?``, in a split or anywhere; None if all is observed."""
    for i, world in enumerate(problem.worlds):
        if world.holes is not None and split in (None, str(world.split)):
            return next(f"worlds[{i}].rows[{j}]" for j, r in enumerate(world.rows) if "?" in r)
    return None


def check_informed(problem: Stated) -> None:
    """Raise ProblemError for the first thing that is wrong with what only version 2 can say."""
    if isinstance(problem.errors, bool) or not 0 <= problem.errors <= MOST_ERRORS:
        raise ProblemError(
            "errors is negative"
            if problem.errors < 0
            else "errors is more than any problem has cells",
            place="errors",
            value=problem.errors if problem.errors < 0 else None,
            remedy="a number of training cells, 0 or more",
        )
    _check_targets(problem)
    _check_latent(problem)
    if not _scored(problem):
        raise ProblemError("no scored training cell is observed", place="worlds")
    if problem.knowledge is not None:
        check_disclosed(problem.knowledge, problem.disclosure)


def check_disclosed(known: Knowledge, disclosure: Disclosure) -> None:
    """Raise ProblemError for a required edge that the setting rules out."""

    def impossible(cause: str, effect: str) -> str | None:
        if disclosure.roots is not None and effect in disclosure.roots:
            return f"{effect} is a disclosed root"
        if cause not in disclosure.admissible(effect):
            return f"{cause} does not precede {effect}"
        return None

    check_knowledge(known, disclosure.variables, impossible)


def _check_targets(problem: Stated) -> None:
    for i, world in enumerate(problem.worlds):
        for name in world.targets:
            if world.holes is not None and (hidden := world.holes[problem.variables.index(name)]):
                row = (hidden & -hidden).bit_length() - 1
                raise ProblemError(
                    f"target {name} has no value",
                    place=f"worlds[{i}].rows[{row}]",
                    value=world.rows[row],
                    remedy="what was set is known",
                )


def _check_latent(problem: Stated) -> None:
    for i, name in enumerate(problem.latent):
        at = problem.variables.index(name)
        for w, world in enumerate(problem.worlds):
            if name in world.targets:
                raise ProblemError(
                    f"{name} is set in worlds[{w}]: it is not latent", place=f"latent[{i}]"
                )
            for r, row in enumerate(world.rows):
                if row[at] != "?":
                    raise ProblemError(
                        f"{name} is shown in worlds[{w}].rows[{r}]: it is not latent",
                        place=f"latent[{i}]",
                        remedy="write ? in its place, or leave it out of latent",
                    )


def _scored(problem: Stated) -> bool:
    """True if some admitted root set leaves a training cell that is observed and no target."""
    roots, count = problem.disclosure.roots, problem.disclosure.size_of_root_set
    for world in problem.training:
        holes = world.holes or (0,) * len(problem.variables)
        shown = [
            v
            for v, hidden in zip(problem.variables, holes, strict=True)
            if v not in world.targets and hidden != world.mask
        ]
        if any(roots is None or v not in roots for v in shown) and count < len(problem.variables):
            return True
    return False


def refuse_unready(problem: Stated, hypotheses: HypothesisClass) -> None:
    """For engines that know complete rows and exact models alone: no answer beats a wrong one."""
    refuse_holes(problem, "the version space", "train")
    refuse_errors(hypotheses.errors, "the version space")


def refuse_holes(problem: Stated, what: str, split: str | None = None) -> None:
    """For what needs every cell: raises UsageError that names the first row with ``?``."""
    if (place := first_hole(problem, split)) is not None:
        raise UsageError(
            f"{what} needs fully observed rows",
            place=place,
            remedy="leave the row out, or fill in what it was",
        )


def refuse_errors(errors: int, what: str) -> None:
    """For what has no noise: raises UsageError that names the key or option."""
    if errors:
        raise UsageError(
            f"{what} takes no disturbed cells",
            place="errors",
            value=errors,
            remedy="say --errors 0",
        )


def refuse_knowledge(known: Knowledge | None, what: str) -> None:
    """For what cannot know it: raises UsageError."""
    if known:
        raise UsageError(
            f"{what} takes no knowledge", place="knowledge", remedy="say --knowledge none"
        )


def refuse_informed(problem: Stated, what: str) -> None:
    """For what knows version 1 alone."""
    refuse_holes(problem, what)
    refuse_errors(problem.errors, what)
    refuse_knowledge(problem.knowledge, what)

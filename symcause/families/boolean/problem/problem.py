"""The Boolean problem itself: what is disclosed, what was observed and what the language allows.

The class checks itself: a :class:`BooleanProblem` that exists is well formed. Errors name the place
in the file (``worlds[3].rows[2]``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symcause.errors import UsageError, did_you_mean
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem_validation import check_problem
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    from symcause.models.background_knowledge import Knowledge


@dataclass(frozen=True, repr=False)
class BooleanProblem(Shown):
    """A Boolean problem: what is disclosed, the observed worlds, and the class of mechanisms.

    Parameters
    ----------
    id : str
        The name of the problem.
    disclosure : Disclosure
        The setting, with the variables, roots and order that a solver is told.
    worlds : tuple of World
        The evidence, training and held-out.
    operators : tuple of str
        The operators of mechanisms.
    constants : bool, default False
        Whether mechanisms may be constant.
    max_parents : int, optional
        The largest number of functional parents.
    gold : Answer, optional
        The reference answer.
    reference : Answer, optional
        The model that a task asks an alternative to.
    identify : bool, default False
        The task is to say whether one model is left, not which.
    certification : str, optional
        The reference answer of such a task.
    errors : int, default 0
        How many training cells may be wrong.
    latent : tuple of str
        Variables that are never observed and never set.
    knowledge : Knowledge, optional
        What is known about edges beforehand.
    metadata : mapping
        What is kept with the problem.

    Examples
    --------
    >>> import symcause
    >>> symcause.boolean.problem([{"A": 0, "B": 1}], roots=["A"]).variables
    ('A', 'B')
    """

    brief = ("id", "setting", "variables", "worlds")

    id: str
    disclosure: Disclosure
    worlds: tuple[World, ...]
    operators: tuple[str, ...] = ("not", "and", "or", "xor", "iff")
    constants: bool = False
    max_parents: int | None = None
    gold: Answer | None = None
    reference: Answer | None = None
    identify: bool = False  # the task is to say whether one model is left, not which
    certification: str | None = None  # gold's label of an identification task
    errors: int = 0  # training cells that a member may leave unexplained
    latent: tuple[str, ...] = ()  # can be neither read nor set
    knowledge: Knowledge | None = None
    metadata: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_problem(self)

    @property
    def variables(self) -> tuple[str, ...]:
        return self.disclosure.variables

    @property
    def setting(self) -> Setting:
        return self.disclosure.setting

    @property
    def is_alternative_task(self) -> bool:
        """True if the task is to find another SCM than the reference."""
        return self.reference is not None

    @property
    def informed(self) -> bool:
        """True if only version 2 of the format can say it."""
        told = self.errors or self.latent or self.knowledge
        return bool(told) or any(world.holes is not None for world in self.worlds)

    @cached_property
    def holed(self) -> bool:
        """True if a training cell was not observed."""
        return any(world.holes is not None for world in self.training)

    @cached_property
    def training(self) -> tuple[World, ...]:
        return tuple(w for w in self.worlds if w.split is Split.TRAIN)

    @cached_property
    def heldout(self) -> tuple[World, ...]:
        return tuple(w for w in self.worlds if w.split is Split.HELDOUT)

    @cached_property
    def gold_scm(self) -> BooleanSCM | None:
        """Gold, compiled; None without gold."""
        return None if self.gold is None else self.compiled(self.gold)

    @cached_property
    def reference_scm(self) -> BooleanSCM | None:
        """The reference, compiled; None without one."""
        return None if self.reference is None else self.compiled(self.reference)

    def compiled(self, answer: Answer) -> BooleanSCM:
        """The model an answer denotes here: its own roots, else the disclosed ones, else the rest."""
        roots = answer.roots if answer.roots is not None else self.disclosure.roots
        if roots is None:
            roots = tuple(v for v in self.variables if v not in answer.mechanisms)
        return answer.compiled(roots)

    def default_class(self) -> HypothesisClass:
        """The class of a verdict when the user names none."""
        return self._own_class

    @cached_property
    def _own_class(self) -> HypothesisClass:
        source = "unbounded" if self.max_parents is None else "problem"
        texts = tuple("problem" if part else None for part in (self.errors, self.knowledge))
        bounds = (self.max_parents, None, None, source, None)
        return HypothesisClass(*bounds, self.errors, self.knowledge or None, (texts[0], texts[1]))

    def with_worlds(self, worlds: tuple[World, ...]) -> BooleanProblem:
        """The same problem with more worlds."""
        return self._changed(worlds=(*self.worlds, *worlds)) if worlds else self

    def with_world(
        self, rows: Any, *, do: object = None, id: str | None = None, split: str | None = None
    ) -> BooleanProblem:
        """The same problem with one more world: a World, or rows in all of which *do* was set.

        Rows are what :func:`symcause.boolean.problem` takes; unequal cells *do* make several worlds. What
        ``next_experiments`` and ``separate`` give is a *do*, too.
        """
        from symcause.families.boolean.problem.worlds_from_rows import further_worlds, spelled

        told = {"do": spelled(do), "world": id, "split": split}
        return self.with_worlds(further_worlds(rows, self.variables, told, self.worlds))

    def without(self, *worlds: str) -> BooleanProblem:
        """The same problem without the worlds of these ids."""
        from symcause.families.boolean.problem.worlds_from_rows import remaining

        return self._changed(worlds=remaining(self.worlds, worlds)) if worlds else self

    def in_setting(self, setting: Setting | str) -> BooleanProblem:
        """The same problem with less disclosed."""
        if setting not in (names := [str(known) for known in Setting]):
            raise UsageError("no such setting", value=setting, remedy=did_you_mean(setting, names))
        setting = Setting(setting)
        if setting.rank < self.setting.rank:
            raise UsageError(
                f"the problem is {self.setting}: it cannot be asked as {setting}",
                remedy="a setting can only be changed towards less disclosure",
            )
        if setting is self.setting:
            return self
        return self._changed(disclosure=self.disclosure.weakened(setting))

    def _changed(self, **parts: Any) -> BooleanProblem:
        """Another problem: what the metadata claim of this one need not be true of it."""
        from symcause.formats.pools.metadata_claims import without_claims

        return replace(self, **parts, metadata=without_claims(self.metadata))

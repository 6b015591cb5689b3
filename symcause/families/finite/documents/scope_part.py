"""The scope part of finite documents: the class that a verdict is about, and who declared it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from symcause.audits.documents import Part
from symcause.families.finite.models.mechanism_class import MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.models.number_phrases import causes

FAMILY, IDENTITY = "finite", "functions+roots"


class BoundsPart(Part, frozen=True, kw_only=True):
    """The class of one variable; null where it says nothing."""

    max_parents: int | None = None
    min_parents: int = 0
    functions: tuple[str, ...] | None = None
    max_size: int | None = None
    max_depth: int | None = None

    @staticmethod
    def of(declared: MechanismClass) -> BoundsPart:
        grammar = declared.grammar
        return BoundsPart(
            max_parents=declared.max_parents,
            min_parents=declared.min_parents,
            functions=declared.functions or None,
            max_size=None if grammar is None else grammar.max_size,
            max_depth=None if grammar is None else grammar.max_depth,
        )

    def __str__(self) -> str:
        named = self.functions and " or ".join(self.functions)
        said = [f"{named} functions" if named else f"expressions of size {self.max_size}"]
        if self.max_depth is not None:
            said.append(f"depth {self.max_depth}")
        if self.min_parents:
            said.append(f"at least {causes(self.min_parents)}")
        if self.max_parents is not None:
            said.append(f"at most {causes(self.max_parents)}")
        return ", ".join(said)


class ClassPart(Part, frozen=True, kw_only=True):
    """One class for all variables, or one for each where they differ."""

    max_parents: int | UnsetType | None = UNSET
    min_parents: int | UnsetType = UNSET
    functions: tuple[str, ...] | UnsetType | None = UNSET
    max_size: int | UnsetType | None = UNSET
    max_depth: int | UnsetType | None = UNSET
    variables: dict[str, BoundsPart] | UnsetType = UNSET
    source: str = "problem"

    @staticmethod
    def of(problem: FiniteProblem) -> ClassPart:
        declared = problem.model_class
        roots = problem.disclosure.roots or ()
        bounds = {v: BoundsPart.of(declared.of(v)) for v in problem.variables if v not in roots}
        several = list(bounds.values())
        if any(one != several[0] for one in several):
            return ClassPart(variables=bounds, source=declared.source)
        return ClassPart(**asdict(several[0]), source=declared.source)

    def __str__(self) -> str:
        if isinstance(self.variables, UnsetType):
            own = {name: getattr(self, name) for name in BoundsPart.__struct_fields__}
            return str(BoundsPart(**own))
        return "; ".join(f"{name}: {bounds}" for name, bounds in self.variables.items())

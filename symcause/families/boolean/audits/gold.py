"""Is the gold model sound? Legal, every mentioned parent functional, not constant, replaying."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.expressions import spell
from symcause.models.names import natural


@dataclass(frozen=True)
class GoldReport:
    """What is known about gold; ``valid`` means legal and replaying the training worlds."""

    illegal: str | None
    inactive: tuple[tuple[str, tuple[str, ...]], ...]  # mentioned parents without effect
    constant: tuple[str, ...]
    train_exact: bool
    heldout_exact: bool | None
    mechanisms: tuple[tuple[str, str], ...]  # as written

    @property
    def valid(self) -> bool:
        return self.illegal is None and self.train_exact

    def to_dict(self) -> dict[str, object]:
        return {
            "valid": self.valid,
            "train_exact": self.train_exact,
            "heldout_exact": self.heldout_exact,
            "illegal": self.illegal,
            "inactive_parents": {name: list(parents) for name, parents in self.inactive},
            "constant": list(self.constant),
            "mechanisms": dict(self.mechanisms),
        }


def gold_report(problem: BooleanProblem) -> GoldReport | None:
    """Check gold against the problem; None without gold."""
    if problem.gold is None:
        return None
    written = tuple((name, spell(e)) for name, e in problem.gold.mechanisms.items())
    reason = illegality(problem, problem.gold)
    if reason is not None:
        return GoldReport(reason, (), (), False, None if not problem.heldout else False, written)
    model = problem.gold_scm
    assert model is not None
    inactive = []
    for name, expression in problem.gold.mechanisms.items():
        idle = expression.variables - set(model.functions[name].parents)
        if idle:
            inactive.append((name, natural(idle)))
    train = replays_exactly(model, problem.training, problem.variables)
    heldout = None
    if problem.heldout:
        heldout = train and replays_exactly(model, problem.heldout, problem.variables)
    constant = tuple(v for v, f in model.functions.items() if not f.parents)
    return GoldReport(None, tuple(inactive), constant, train, heldout, written)

"""The difficulty study: which measures of problems go with the success of each system.

Unit of resampling is the latent problem: settings and levels of one share rows. A slope is per standard
deviation of the measure over the problems of its line, and stays so in every resample.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from symcause.errors import UsageError, did_you_mean
from symcause.models.number_phrases import plural
from symcause.scoring.bootstrap import FEWEST, LEVEL, Bootstrap
from symcause.scoring.difficulty.class_separation import UNFIT, area, separation
from symcause.scoring.difficulty.firth_regression import firth_fit, firth_fits
from symcause.scoring.difficulty.measure_bins import Bin, binned
from symcause.scoring.exact_tests import mcnemar

HIDDEN_ORDER, HIDDEN_ROOTS = "hidden_order", "hidden_roots"
BINARY = (HIDDEN_ORDER, HIDDEN_ROOTS)
"""Measures that are 0 or 1: their slopes are of the step from one to the other."""

HELDOUT_SUCCESS = "success on held-out worlds"
"""What counts as solving a problem, where a family does not say otherwise."""

ORDERED, UNORDERED = "ordered", "hidden-order"
A_MEASURE = 10
"""Latent problems of the rarer outcome for every measure of a joint model."""

CLOSE = 0.8
"""Measures with a larger correlation are not told apart."""


@dataclass(frozen=True)
class Case:
    """A problem: what it shares with others, and its measures; None: not known."""

    id: str
    latent: str
    level: str
    setting: str
    measures: Mapping[str, float | None]


@dataclass(frozen=True)
class MeasureLine:
    """One measure and one system."""

    system: str
    measure: str
    cases: int
    successes: int
    latents: int
    area: float | None
    separation: str
    bins: tuple[Bin, ...]
    intercept: float | None = None
    slope: float | None = None
    low: float | None = None
    high: float | None = None
    left_out: int = 0  # resamples in which the measure was constant, or no fit was found


@dataclass(frozen=True)
class OrderPairs:
    """The same latent problem and level, with and without its order; *p* is exact and two-sided."""

    system: str
    pairs: int
    both: int
    only_ordered: int
    only_hidden: int

    @property
    def p(self) -> float:
        return mcnemar(self.only_ordered, self.only_hidden)


@dataclass(frozen=True)
class JointModel:
    """Several measures at once: intercept, then a slope for each."""

    system: str
    measures: tuple[str, ...]
    cases: int
    coefficients: tuple[float, ...] | None


@dataclass(frozen=True)
class DifficultyStudy:
    """Problems, and what each system made of them (id → success); *unscored* have no held-out worlds."""

    cases: tuple[Case, ...]
    systems: Mapping[str, Mapping[str, bool]]
    names: tuple[str, ...]
    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    unscored: int = 0
    success: str = HELDOUT_SUCCESS

    def line(self, system: str, measure: str) -> MeasureLine:
        """What goes with what; problems whose measure is not known are left out."""
        found = self._line(system, measure)
        values, success, latents = self._columns(system, (measure,))
        plain = [row[0] for row in values]
        if found.separation in UNFIT:
            return found
        import numpy as np

        column = np.array([_scaled(plain, measure)]).T
        fit = firth_fit(column, np.array(success, dtype=float))
        if fit is None:
            return found
        low, high, lost = self._interval(column, success, latents)
        return MeasureLine(
            **{**vars(found), "intercept": float(fit[0]), "slope": float(fit[1])}
            | {"low": low, "high": high, "left_out": lost}
        )

    def _line(self, system: str, measure: str) -> MeasureLine:
        values, success, latents = self._columns(system, (measure,))
        plain = [row[0] for row in values]
        how = separation(plain, success)
        numbers = (len(plain), sum(success), len(set(latents)))
        return MeasureLine(
            system, measure, *numbers, area(plain, success), how, binned(plain, success)
        )

    def _columns(
        self, system: str, measures: Sequence[str]
    ) -> tuple[list[list[float]], list[bool], list[str]]:
        """Values, successes and latents of the problems in which all the measures are known."""
        outcomes = self.systems[system]
        values, success, latents = [], [], []
        for case in self.cases:
            own = [case.measures.get(name) for name in measures]
            if case.id in outcomes and None not in own:
                values.append([float(v) for v in own if v is not None])
                success.append(outcomes[case.id])
                latents.append(case.latent)
        return values, success, latents

    def _interval(
        self, column: object, success: Sequence[bool], latents: Sequence[str]
    ) -> tuple[float | None, float | None, int]:
        """Quantiles of the slope over resamples of latents; constant ones are left out and counted."""
        import numpy as np

        values = np.asarray(column, dtype=float)
        names = sorted(set(latents))
        size, resamples = len(names), self.bootstrap.resamples
        if size < FEWEST or not resamples:
            return None, None, 0
        random = np.random.default_rng([self.bootstrap.seed, size])
        place = {name: at for at, name in enumerate(names)}
        owner = np.array([place[name] for name in latents])
        drawn = np.stack(
            [
                np.bincount(random.integers(size, size=size), minlength=size)
                for _ in range(resamples)
            ]
        )
        counts = drawn[:, owner].astype(float)
        shown = np.where(counts > 0, values[:, 0], np.nan)
        spread = np.nanmax(shown, axis=1) > np.nanmin(shown, axis=1)
        outcome = np.asarray(success, dtype=float)
        fits, known = firth_fits(values, outcome, counts[spread])
        slopes = fits[known, 1]
        lost = resamples - len(slopes)
        if not len(slopes):
            return None, None, lost
        low, high = np.quantile(slopes, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return float(low), float(high), lost

    def allowed(self, system: str) -> int:
        """How many measures a joint model may have: a tenth of the latents of the rarer outcome."""
        outcomes = self.systems[system]
        good = {case.latent for case in self.cases if outcomes.get(case.id) is True}
        bad = {case.latent for case in self.cases if outcomes.get(case.id) is False}
        return min(len(good), len(bad)) // A_MEASURE

    def joint(self, system: str, measures: Sequence[str]) -> JointModel:
        """Several measures at once. Raises UsageError where the data do not carry so many."""
        refuse_unknown(measures, self.names)
        most = self.allowed(system)
        if len(measures) > most:
            fewer = "give fewer measures" if most else "ask for no joint model"
            raise UsageError(
                f"the data of {system} carry a joint model of at most {plural(most, 'measure')}",
                value=", ".join(measures),
                remedy=f"{fewer}, or give more latent problems",
            )
        return self.joint_fit(system, measures)

    def joints(self, measures: Sequence[str]) -> list[JointModel]:
        """The joint models that the data carry; raises UsageError where those of no system do."""
        models, refused = [], None
        for system in self.systems:
            try:
                models.append(self.joint(system, measures))
            except UsageError as error:
                refused = refused or error
        if refused is not None and not models:
            raise refused
        return models

    def joint_fit(self, system: str, measures: Sequence[str]) -> JointModel:
        """The same whatever the data carry."""
        import numpy as np

        values, success, _ = self._columns(system, measures)
        columns = [_scaled([row[at] for row in values], name) for at, name in enumerate(measures)]
        array = None
        if len(set(success)) == 2 and all(len(set(column)) > 1 for column in columns):
            array = firth_fit(np.array(columns).T, np.array(success, dtype=float))
        told = None if array is None else tuple(float(x) for x in array)
        return JointModel(system, tuple(measures), len(values), told)

    def pairs(self, system: str) -> OrderPairs:
        """Hidden order at equal evidence: only by latent problem and level."""
        outcomes = self.systems[system]
        sides: dict[tuple[str, str], dict[str, bool]] = {}
        for case in self.cases:
            if case.id in outcomes and case.setting in (ORDERED, UNORDERED):
                sides.setdefault((case.latent, case.level), {})[case.setting] = outcomes[case.id]
        pairs = [(s[ORDERED], s[UNORDERED]) for s in sides.values() if len(s) == 2]
        only = [sum(first > second for first, second in pairs)]
        only += [sum(first < second for first, second in pairs)]
        return OrderPairs(system, len(pairs), sum(a and b for a, b in pairs), *only)

    @cached_property
    def correlations(self) -> dict[tuple[str, str], float | None]:
        """Pearson's, over the problems in which both measures are known; None where one is constant."""
        import numpy as np

        found: dict[tuple[str, str], float | None] = {}
        for at, one in enumerate(self.names):
            for other in self.names[at + 1 :]:
                both = [
                    (x, y)
                    for case in self.cases
                    if (x := case.measures.get(one)) is not None
                    and (y := case.measures.get(other)) is not None
                ]
                apart = len({x for x, _ in both}) > 1 and len({y for _, y in both}) > 1
                found[one, other] = float(np.corrcoef(np.array(both).T)[0, 1]) if apart else None
        return found

    @property
    def not_told_apart(self) -> list[tuple[str, str, float]]:
        """Pairs of measures that nearly say the same here."""
        return [(a, b, r) for (a, b), r in self.correlations.items() if r and abs(r) > CLOSE]


def refuse_unknown(measures: Sequence[str], names: Sequence[str]) -> None:
    """Raise UsageError for a measure that is none, or is named twice."""
    for at, name in enumerate(measures):
        if name not in names:
            raise UsageError("no such measure", value=name, remedy=did_you_mean(name, names))
        if name in measures[:at]:
            raise UsageError("this measure is named twice", value=name)


def _scaled(values: Sequence[float], measure: str) -> list[float]:
    """Per population standard deviation, about the mean; what is 0 or 1 stays as it is."""
    if measure in BINARY:
        return [float(v) for v in values]
    import numpy as np

    array = np.asarray(values, dtype=float)
    return [float(v) for v in (array - array.mean()) / (array.std() or 1.0)]

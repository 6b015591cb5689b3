"""Firth's logistic regression: finite slopes where classes are separated, many weighted fits at once.

Maximised is the log-likelihood plus half the logarithm of the determinant of the information. Steps are
Newton's on the modified score, halved until the penalised likelihood grows; done at a score below 1e-10,
else the fit is not known.

Reference: D. Firth, Bias reduction of maximum likelihood estimates (1993).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.bounds.scoring_bounds import HALVED_STEPS, NEWTON_STEPS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_DONE = 1e-10


def firth_fit(columns: Floats, success: Floats) -> Floats | None:
    """Intercept and slopes of the columns (one row a case); None where no fit was found."""
    import numpy as np

    array, known = firth_fits(columns, success, np.ones((1, len(success))))
    return array[0] if known[0] else None


def firth_fits(
    columns: Floats, success: Floats, counts: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """The fits in which case *i* counts so often, one row of *counts* a fit; and which are known."""
    import numpy as np

    design = np.column_stack([np.ones(len(success)), columns])
    model = _Model(design, np.asarray(success, dtype=float), np.asarray(counts, dtype=float))
    beta = np.zeros((len(counts), design.shape[1]))
    active = np.arange(len(counts))
    known = np.zeros(len(counts), dtype=bool)
    for _ in range(NEWTON_STEPS):
        if not len(active):
            break
        part = model.only(active)
        worth, score, hessian, inverse = part.derivatives(beta[active])
        size = np.abs(score).max(axis=1)
        done = size < _DONE
        known[active[done]] = True
        moving = ~done
        if not moving.any():
            break
        part, now = part.only(np.flatnonzero(moving)), beta[active[moving]]
        step = _direction(score[moving], hessian[moving], inverse[moving])
        after, stuck = part.climbed(now, step, worth[moving], size[moving])
        beta[active[moving]] = after
        active = active[moving][~stuck]
    return beta, known


def _direction(score: Floats, hessian: Floats, inverse: Floats) -> Floats:
    """Newton's step where the penalised likelihood is concave, else a scoring step."""
    import numpy as np

    concave = np.linalg.eigvalsh(-hessian)[:, 0] > 1e-12
    scoring: Floats = np.einsum("rjk,rk->rj", inverse, score)
    if not concave.any():
        return scoring
    table = scoring.copy()
    table[concave] = np.linalg.solve(-hessian[concave], score[concave][:, :, None])[:, :, 0]
    return table


class _Model:
    """Cases, what came of them, and how often each counts in every fit."""

    def __init__(self, design: Floats, success: Floats, counts: Floats) -> None:
        self._x, self._y, self._counts = design, success, counts

    def only(self, fits: NDArray[np.intp]) -> _Model:
        return _Model(self._x, self._y, self._counts[fits])

    def worth(self, beta: Floats) -> Floats:
        """The penalised log-likelihood."""
        import numpy as np

        eta = beta @ self._x.T
        likely = (self._counts * (self._y * eta - np.logaddexp(0, eta))).sum(axis=1)
        spread = self._information(eta)[0]
        sign, size = np.linalg.slogdet(spread)
        worth = likely + size / 2
        return np.where((sign > 0) & np.isfinite(worth), worth, -np.inf)

    def _information(self, eta: Floats) -> tuple[Floats, Floats, Floats]:
        import numpy as np

        share = 0.5 * (1 + np.tanh(eta / 2))
        weight = share * (1 - share)
        spread = np.einsum("ri,ij,ik->rjk", self._counts * weight, self._x, self._x, optimize=True)
        return spread, share, weight

    def score(self, beta: Floats) -> Floats:
        """The modified score."""
        import numpy as np

        spread, share, weight = self._information(beta @ self._x.T)
        inverse = np.linalg.inv(spread)
        hat = weight * np.einsum("ij,rjk,ik->ri", self._x, inverse, self._x, optimize=True)
        rest = self._counts * (self._y - share + hat * (0.5 - share))
        score: Floats = rest @ self._x
        return score

    def derivatives(self, beta: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """The penalised likelihood, its gradient and Hessian, and the inverse of the information."""
        import numpy as np

        x = self._x
        spread, share, weight = self._information(beta @ x.T)
        inverse = np.asarray(np.linalg.inv(spread), dtype=np.float64)
        reach = np.einsum("ij,rjk,ik->ri", x, inverse, x, optimize=True)
        hat, tilt = weight * reach, weight * (1 - 2 * share)
        score: Floats = (self._counts * (self._y - share + hat * (0.5 - share))) @ x
        # How the information changes with coefficient k, and with it the leverage of every case.
        third = np.einsum("ri,ik,ij,il->rkjl", self._counts * tilt, x, x, x, optimize=True)
        turned = np.einsum("rab,rkbc,rcd->rkad", inverse, third, inverse, optimize=True)
        lost = np.einsum("ij,rkjl,il->rki", x, turned, x, optimize=True)
        moved = tilt[:, None, :] * x.T[None] * reach[:, None, :] - weight[:, None, :] * lost
        change = moved * (0.5 - share)[:, None, :] - (hat * weight)[:, None, :] * x.T[None]
        half = np.einsum("ri,rki,ij->rkj", self._counts, change, x, optimize=True) - spread
        hessian: Floats = (half + half.transpose(0, 2, 1)) / 2
        return self.worth(beta), score, hessian, inverse

    def climbed(
        self, beta: Floats, step: Floats, worth: Floats, size: Floats
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """One step, halved where it does not climb; and which fits no step climbs from.

        Where the gain is below what numbers show, a smaller score is a gain.
        """
        import numpy as np

        table, open_ = beta.copy(), np.arange(len(beta))
        scale = np.ones(len(beta))
        for _ in range(HALVED_STEPS):
            part = self.only(open_)
            tried = beta[open_] + scale[open_, None] * step[open_]
            after = part.worth(tried)
            better = after > worth[open_]
            flat = ~better & (np.abs(after - worth[open_]) <= 1e-11 * (1 + np.abs(worth[open_])))
            if flat.any():
                smaller = np.abs(part.only(np.flatnonzero(flat)).score(tried[flat])).max(axis=1)
                better[flat] = smaller < size[open_][flat]
            table[open_[better]] = tried[better]
            open_ = open_[~better]
            if not len(open_):
                break
            scale[open_] /= 2
        stuck = np.zeros(len(beta), dtype=bool)
        stuck[open_] = True
        return table, stuck

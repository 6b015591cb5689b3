"""Draw cuts for scenario values: where a continuous draw is cut to become a finite one.

A uniform draw U that only meets thresholds, floors, minima and maxima of affine forms α·U + β is
constant in effect between the points where a form crosses a threshold, an integer or another form. Cut
there, it is a finite draw. A Bernoulli chance that is affine in U on each piece is averaged exactly by
its value at the midpoint, if it is the only such use: then what is left of U is constant on the piece.
Nothing is assumed: a use that cannot be followed makes the draw unresolved, and it is enclosed by cells
instead.

In the analysis a term is FREE of U, CONSTANT on every piece, or affine: a list of possible (α, β) as terms,
None where a coefficient is not known before the draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symcause.families.scenario.bounds import FOLLOWED_FORMS
from symcause.families.scenario.models.model_components import (
    CONTINUOUS,
    Define,
    Draw,
    Variable,
    terms_of,
)
from symcause.grammar.scenario.scenario_terms import (
    Apply,
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
    names,
)
from symcause.grammar.scenario.term_operators import COMPARISONS, SMOOTH

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


def plus(op: str, left: Term | None, right: Term | None) -> Term | None:
    if left is None or right is None:
        return None
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value + right.value if op == "+" else left.value - right.value)
    if right == ZERO:
        return left
    if left == ZERO and op == "+":
        return right
    return Apply(op, (left, right))


def times(term: Term | None, factor: int) -> Term | None:
    if isinstance(term, Number):
        return Number(term.value * factor)
    return None if term is None else Apply("neg", (term,))


def scale(op: str, term: Term | None, factor: Term | None) -> Term | None:
    if term == ZERO:
        return ZERO
    if term is None or factor is None:
        return None
    if isinstance(term, Number) and isinstance(factor, Number):
        return Number(term.value * factor.value if op == "*" else term.value / factor.value)
    return factor if term == ONE and op == "*" else Apply(op, (term, factor))


Form = tuple[Term | None, Term | None]


@dataclass(frozen=True)
class Cut:
    """Where α·U + β is zero, or (``whole``) a whole number."""

    alpha: Term
    beta: Term
    whole: bool


@dataclass(frozen=True)
class Resolution:
    """The cuts of a continuous draw (None: not resolved) and the one chance that is affine in it."""

    cuts: tuple[Cut, ...] | None
    mean: tuple[str, Term] | None = None  # the Bernoulli draw, and its chance in terms of ``U'``

    @property
    def uses(self) -> frozenset[str]:
        """What must be known when the draw is made."""
        terms = [term for cut in self.cuts or () for term in (cut.alpha, cut.beta)]
        return frozenset().union(*(names(term) for term in terms))


class _Lost(Exception):
    """A use of the draw that cannot be followed."""


class _Constant:
    """Constant on every piece."""


class _Free:
    """Does not depend on the draw."""


CONSTANT, FREE = _Constant(), _Free()
Shape = _Constant | _Free | tuple[Form, ...]


def resolve(
    draw: Draw, later: tuple[Variable, ...], after: tuple[Term, ...], known: frozenset[str]
) -> Resolution | None:
    """How a continuous draw is cut; None for a finite one."""
    kind = draw.distribution.kind
    if kind not in CONTINUOUS:
        return None
    follower = _Follower(draw.name, known)
    try:
        mean = follower.follow(later, after, allow_mean=kind == "uniform")
    except _Lost:
        return Resolution(None)
    return Resolution(tuple(dict.fromkeys(follower.cuts)), mean)


class _Follower:
    """Follows one draw through everything that comes after it."""

    def __init__(self, name: str, known: frozenset[str]) -> None:
        self.name = name
        self.known = known
        self.cuts: list[Cut] = []
        self.shapes: dict[str, Shape] = {name: ((ONE, ZERO),)}
        self.bodies: dict[str, Term] = {}

    def follow(
        self, later: tuple[Variable, ...], after: tuple[Term, ...], allow_mean: bool
    ) -> tuple[str, Term] | None:
        mean: tuple[str, Term] | None = None
        for variable in later:
            if isinstance(variable, Define):
                shape = self.shape(variable.term)
                if shape is not FREE:
                    self.shapes[variable.name] = shape
                    self.bodies[variable.name] = variable.term
                continue
            shapes = [self.shape(term) for term in terms_of(variable)]
            if all(shape is FREE or shape is CONSTANT for shape in shapes):
                continue
            drawn = variable.distribution if isinstance(variable, Draw) else None
            if mean is not None or not allow_mean or drawn is None or drawn.kind != "bernoulli":
                raise _Lost
            chance = drawn.terms[0]
            self._limits(chance)
            mean = (variable.name, self._written(chance))
        for term in after:
            shape = self.shape(term)
            if not (shape is FREE or shape is CONSTANT):
                raise _Lost
        return mean

    def _limits(self, chance: Term) -> None:
        """A chance is cut at 0 and 1, where it stops to be affine."""
        self._kinks([self.shape(chance), ((ZERO, ZERO),), ((ZERO, ONE),)])

    def _written(self, term: Term) -> Term:
        """The term with everything that depends on the draw written out, down to its midpoint."""
        if isinstance(term, Name):
            if term.name == self.name:
                return Name(f"{self.name}'")
            affine = isinstance(self.shapes.get(term.name), tuple)
            return self._written(self.bodies[term.name]) if affine else term
        if isinstance(term, Apply):
            return Apply(term.op, tuple(self._written(arg) for arg in term.args))
        if isinstance(term, Case):
            arms = tuple((option, self._written(arm)) for option, arm in term.arms)
            rest = None if term.otherwise is None else self._written(term.otherwise)
            return Case(term.subject, arms, rest)
        return term

    def shape(self, term: Term) -> Shape:
        """How a term depends on the draw; cuts are collected on the way."""
        if isinstance(term, Number | Truth | Text):
            return FREE
        if isinstance(term, Name):
            return self.shapes.get(term.name, FREE)
        if isinstance(term, Case):
            subject = self.shapes.get(term.subject, FREE)
            inner = [arm for _, arm in term.arms]
            inner += [] if term.otherwise is None else [term.otherwise]
            return self._joined(subject, inner)
        if term.op == "if":
            return self._joined(self.shape(term.args[0]), list(term.args[1:]))
        shapes = [self.shape(arg) for arg in term.args]
        if all(shape is FREE for shape in shapes):
            return FREE
        if term.op in COMPARISONS:
            self._kinks(shapes, term.args)
            return CONSTANT
        if all(not isinstance(shape, tuple) for shape in shapes):
            return CONSTANT
        return self._arithmetic(term, shapes)

    def _joined(self, test: Shape, branches: list[Term]) -> Shape:
        """One of several branches, depending on a test."""
        shapes = [self.shape(branch) for branch in branches]
        if isinstance(test, tuple):
            raise _Lost
        if all(shape is FREE for shape in shapes):
            return test
        if all(not isinstance(shape, tuple) for shape in shapes):
            return CONSTANT
        forms = [f for s, b in zip(shapes, branches, strict=True) for f in self._forms(s, b)]
        return _bounded(forms)

    def _forms(self, shape: Shape, term: Term | None) -> tuple[Form, ...]:
        if isinstance(shape, tuple):
            return shape
        known = shape is FREE and term is not None and names(term) <= self.known
        return ((ZERO, term if known else None),)

    def _arithmetic(self, term: Apply, shapes: list[Shape]) -> Shape:
        op, args = term.op, term.args
        if op in ("min", "max", "clip"):
            self._kinks(shapes, args)
            pairs = zip(shapes, args, strict=True)
            return _bounded([form for s, a in pairs for form in self._forms(s, a)])
        if op == "abs":
            self._kinks([shapes[0], FREE], (args[0], ZERO))
            own = self._forms(shapes[0], args[0])
            return _bounded([*own, *((times(a, -1), times(b, -1)) for a, b in own)])
        if op == "floor":
            for alpha, beta in self._forms(shapes[0], args[0]):
                self._cut(alpha, beta, whole=True)
            return CONSTANT
        if op == "neg":
            return tuple((times(a, -1), times(b, -1)) for a, b in self._forms(shapes[0], args[0]))
        if op in ("+", "-"):
            left, right = (self._forms(s, a) for s, a in zip(shapes, args, strict=True))
            return _bounded([(plus(op, a, c), plus(op, b, d)) for a, b in left for c, d in right])
        if op in ("*", "/"):
            return self._scaled(term, shapes)
        assert op in SMOOTH, op
        raise _Lost

    def _scaled(self, term: Apply, shapes: list[Shape]) -> Shape:
        left, right = shapes
        if isinstance(left, tuple) and isinstance(right, tuple):
            raise _Lost
        if isinstance(right, tuple) and term.op == "/":
            raise _Lost
        forms, factor, shape = (
            (left, term.args[1], right) if isinstance(left, tuple) else (right, term.args[0], left)
        )
        assert isinstance(forms, tuple)
        known = factor if shape is FREE and names(factor) <= self.known else None
        return tuple((scale(term.op, a, known), scale(term.op, b, known)) for a, b in forms)

    def _kinks(self, shapes: list[Shape], terms: tuple[Term, ...] | None = None) -> None:
        """Cut where two of several terms are equal."""
        given = terms if terms is not None else (None,) * len(shapes)
        forms = [self._forms(s, t) for s, t in zip(shapes, given, strict=True)]
        for i, j in combinations(range(len(shapes)), 2):
            if isinstance(shapes[i], tuple) or isinstance(shapes[j], tuple):
                for a, b in forms[i]:
                    for c, d in forms[j]:
                        self._cut(plus("-", a, c), plus("-", b, d), whole=False)

    def _cut(self, alpha: Term | None, beta: Term | None, whole: bool) -> None:
        if alpha == ZERO:
            return
        if alpha is None or beta is None or not names(alpha) | names(beta) <= self.known:
            raise _Lost
        self.cuts.append(Cut(alpha, beta, whole))


def _bounded(forms: list[Form]) -> tuple[Form, ...]:
    found = tuple(dict.fromkeys(forms))
    if len(found) > FOLLOWED_FORMS:
        raise _Lost
    return found

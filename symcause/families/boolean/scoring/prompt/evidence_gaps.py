"""Evidence gaps in a Boolean prompt: the section on unobserved, latent and disturbed values."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.number_phrases import plural
from symcause.models.variable_names import natural

HEADING = "# Unobserved and disturbed values"


def rows_lack(problem: BooleanProblem) -> list[str]:
    """The section, with its heading; an empty list where every cell was observed and none may err."""
    said = [*_unobserved(problem), *_latent(problem), *_disturbed(problem)]
    return [HEADING, *said] if said else []


def _unobserved(problem: BooleanProblem) -> Iterator[str]:
    if problem.holed:
        yield (
            "A `?` is a value that was not observed. A model fits if some values in the places of "
            "all `?` make it fit; unobserved roots are free, like observed ones."
        )


def _latent(problem: BooleanProblem) -> Iterator[str]:
    if problem.latent:
        names = ", ".join(natural(problem.latent))
        verb = "was" if len(problem.latent) == 1 else "were"
        yield (
            f"{names} {verb} never observed and can be neither read nor set. Otherwise such a variable "
            "is like the others: it is a root or has a mechanism, and mechanisms may use it."
        )


def _disturbed(problem: BooleanProblem) -> Iterator[str]:
    if problem.errors:
        most = plural(problem.errors, "value")
        yield (
            f"At most {most} of the training rows, all worlds together, may be disturbed: there the "
            "row has another value than the mechanism gives for the row's own values of its inputs. "
            "What depends on a disturbed value has seen the disturbed one. Roots and variables that "
            "the intervention sets are never disturbed, nor are worlds that are not shown."
        )

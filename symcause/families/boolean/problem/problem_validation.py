"""Validation of a Boolean problem: complaints about what is not well formed, with their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from symcause.errors import ProblemError, did_you_mean
from symcause.families.boolean.models.worlds import Mode, World
from symcause.models.disclosure import DISCLOSED, Disclosure
from symcause.models.variable_names import WORDS, is_name

if TYPE_CHECKING:
    from symcause.families.boolean.problem.version_two import Stated

MAX_VARIABLES = 1_000  # variables: a problem has no more
MAX_ROWS = 1_000_000  # rows: all training worlds together have no more


def check_problem(problem: Stated) -> None:
    """Raise :class:`ProblemError` for the first thing that is wrong."""
    _check_variables(problem.variables)
    _check_operators(problem.operators)
    _check_disclosure(problem.disclosure)
    _check_worlds(problem)
    _check_task(problem)
    if problem.max_parents is not None and problem.max_parents < 0:
        raise ProblemError(
            "max_parents is negative",
            place="max_parents",
            value=problem.max_parents,
            remedy="give a number of parents, or leave it out",
        )
    if problem.informed:
        from symcause.families.boolean.problem.version_two import check_informed

        _known(problem.latent, problem.variables, "latent")
        no_repeats(problem.latent, "latent")
        check_informed(problem)


def _check_task(problem: Stated) -> None:
    if problem.identify and problem.reference is not None:
        raise ProblemError(
            "an identification task has no reference",
            place="reference",
            remedy="remove one of them",
        )
    if problem.certification is not None and not problem.identify:
        raise ProblemError(
            "only an identification task has a certification",
            place="gold.certification",
            remedy='add "task": "identify"',
        )


def _check_variables(variables: tuple[str, ...]) -> None:
    if not variables:
        raise ProblemError("a problem needs variables", place="variables")
    if len(variables) > MAX_VARIABLES:
        raise ProblemError(
            f"{len(variables)} variables",
            place="variables",
            remedy=f"at most {MAX_VARIABLES} are supported",
        )
    for i, name in enumerate(variables):
        if not is_name(name):
            reserved = name in WORDS
            raise ProblemError(
                "an operator word cannot name a variable" if reserved else "not a variable name",
                place=f"variables[{i}]",
                value=name,
                remedy="names are letters a to z, digits and _, not starting with a digit",
            )
    no_repeats(variables, "variables")


def _check_operators(operators: tuple[str, ...]) -> None:
    for i, word in enumerate(operators):
        if word not in WORDS:
            raise ProblemError(
                "unknown operator",
                place=f"operators[{i}]",
                value=word,
                remedy=did_you_mean(word, WORDS),
            )
    no_repeats(operators, "operators")


def _check_disclosure(disclosure: Disclosure) -> None:
    known = disclosure.variables
    setting = disclosure.setting
    needed = DISCLOSED[setting]
    for key in ("roots", "order", "blocks", "root_count"):
        given = getattr(disclosure, key) is not None
        if given and key not in needed:
            raise ProblemError(
                f"setting {setting} does not disclose {key}",
                place=key,
                remedy=f"remove {key} or change the setting",
            )
        if not given and key in needed:
            raise ProblemError(f"setting {setting} needs {key}", place=key, remedy=f"add {key}")
    if disclosure.roots is not None:
        _known(disclosure.roots, known, "roots")
        no_repeats(disclosure.roots, "roots")
    if disclosure.order is not None:
        _partition(disclosure.order, known, "order")
    if disclosure.blocks is not None:
        for i, block in enumerate(disclosure.blocks):
            _known(block, known, f"blocks[{i}]")
        _partition([v for block in disclosure.blocks for v in block], known, "blocks")
    if disclosure.root_count is not None and not 0 <= disclosure.root_count < len(known):
        raise ProblemError(
            "root_count must leave at least one endogenous variable",
            place="root_count",
            value=disclosure.root_count,
        )
    if disclosure.roots is not None and len(disclosure.roots) == len(known):
        raise ProblemError("every variable is a root: nothing to explain", place="roots")


def _check_worlds(problem: Stated) -> None:
    if not problem.training:
        raise ProblemError("a problem needs training worlds", place="worlds")
    if sum(len(world.rows) for world in problem.worlds) > MAX_ROWS:
        raise ProblemError(
            "too many rows", place="worlds", remedy=f"at most {MAX_ROWS} are supported"
        )
    for i, world in enumerate(problem.worlds):
        _check_world(world, problem.variables, f"worlds[{i}]")
    seen = Counter(world.id for world in problem.worlds)
    for i, world in enumerate(problem.worlds):
        if seen[world.id] > 1:
            raise ProblemError("two worlds have one id", place=f"worlds[{i}].id", value=world.id)
    if not _has_scored_cell(problem):
        raise ProblemError(
            "the training worlds have no scored cell: every endogenous variable is a target everywhere",
            place="worlds",
            remedy="add a training world that leaves an endogenous variable alone",
        )


def _has_scored_cell(problem: Stated) -> bool:
    """Some training world leaves an endogenous variable alone, for some admitted root set."""
    count = problem.disclosure.size_of_root_set
    for world in problem.training:
        free = [v for v in problem.variables if v not in world.targets]
        roots = problem.disclosure.roots
        if roots is not None and any(v not in roots for v in free):
            return True
        if roots is None and free and len(problem.variables) > count:
            return True
    return False


def _check_world(world: World, variables: tuple[str, ...], place: str) -> None:
    _known(world.targets, variables, f"{place}.targets")
    no_repeats(world.targets, f"{place}.targets")
    if not world.rows:
        raise ProblemError("a world needs rows", place=f"{place}.rows")
    for j, row in enumerate(world.rows):
        if len(row) != len(variables):
            raise ProblemError(
                f"a row has {len(row)} bits for {len(variables)} variables",
                place=f"{place}.rows[{j}]",
                value=row,
                remedy="write one bit per variable, in the order of `variables`",
            )
        if row.strip("01?"):
            raise ProblemError(
                "a row is a string of 0 and 1", place=f"{place}.rows[{j}]", value=row
            )
    if (world.mode is Mode.NONE) != (not world.targets):
        raise ProblemError(
            "mode none and targets exclude each other"
            if world.targets
            else f"mode {world.mode} needs targets",
            place=f"{place}.mode",
            value=str(world.mode),
            remedy="use mode none exactly for observational worlds",
        )
    if world.mode is Mode.CONSTANT:
        _check_constant(world, variables, place)
    if world.units is not None and len(world.units) != len(world.rows):
        raise ProblemError(
            f"{len(world.units)} units for {len(world.rows)} rows",
            place=f"{place}.units",
            remedy="give one label per row",
        )


def _check_constant(world: World, variables: tuple[str, ...], place: str) -> None:
    for name in world.targets:
        at = variables.index(name)
        for j, row in enumerate(world.rows):
            if row[at] != world.rows[0][at]:
                raise ProblemError(
                    f"target {name} changes in a world of mode constant",
                    place=f"{place}.rows[{j}]",
                    value=row,
                    remedy="use mode assigned",
                )


def _known(names: Iterable[str], variables: Sequence[str], place: str) -> None:
    for i, name in enumerate(names):
        if name not in variables:
            raise ProblemError(
                "unknown variable",
                place=f"{place}[{i}]",
                value=name,
                remedy=did_you_mean(name, variables),
            )


def no_repeats(names: Sequence[str], place: str) -> None:
    """Complain about the first name of a list that stands there twice."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            raise ProblemError("stands twice", place=f"{place}[{i}]", value=name)
        seen.add(name)


def _partition(names: Sequence[str], variables: Sequence[str], place: str) -> None:
    _known(names, variables, place)
    no_repeats(names, place)
    missing = [v for v in variables if v not in set(names)]
    if missing:
        raise ProblemError(
            "a variable is missing",
            place=place,
            value=missing[0],
            remedy=f"{place} must hold every variable once",
        )

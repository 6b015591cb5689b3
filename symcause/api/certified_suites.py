"""Certified suites from the Python API: made from a recipe, and verified."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from symcause.errors import KindError
from symcause.formats.datasets.opaque_ids import read_key

if TYPE_CHECKING:
    from symcause.suites.checks.suite_verdict import SuiteVerdict
    from symcause.suites.folder.suite_manifest import ManifestDocument


def generate_suite(
    recipe: str | PathLike[str],
    folder: str | PathLike[str],
    *,
    key: bytes | None = None,
    jobs: int = 1,
) -> ManifestDocument:
    """Make a certified suite from a recipe, as ``symcause generate suite`` does.

    Parameters
    ----------
    recipe : str or path
        ``mini``, ``full`` or a TOML file.
    folder : str or path
        A folder that is new, empty, or what an earlier run has begun.
    key : bytes, optional
        At least 16 bytes that nobody else knows; with a key the suite is private.
    jobs : int, default 1
        How many processes work; the files are the same for any number.

    Returns
    -------
    ManifestDocument
        The parts, their numbers, and ``public_digest``.

    Raises
    ------
    UsageError
        The folder holds something else.
    LimitError
        There are fewer problems than a part asks for.

    See Also
    --------
    verify_suite : check a suite without a solver.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> recipe = '''
    ... format = "symcause.suite/1"
    ... name = "my-lab"
    ... version = "1.0.0"
    ... seed = 1
    ... [[part]]
    ... name = "shapes"
    ... capability = "tell causes"
    ... primary = "right"
    ... family = "shapeworld"
    ... level = "certified"
    ... problems = 2
    ... '''
    >>> with TemporaryDirectory() as folder:
    ...     _ = open(f"{folder}/recipe.toml", "w").write(recipe)
    ...     made = symcause.generate_suite(f"{folder}/recipe.toml", f"{folder}/suite")
    ...     checked = symcause.verify_suite(f"{folder}/suite")
    >>> made.name, made.open, [(part.name, part.problems) for part in made.parts]
    ('my-lab', True, [('shapes', 2)])
    >>> checked.accepted, checked.public_digest == made.public_digest
    (True, True)
    """
    from symcause.suites.folder.suite_folder import SuiteFolder
    from symcause.suites.recipe.recipe_file import recipe_named
    from symcause.suites.suite_builder import make_suite

    if key is not None and not isinstance(key, bytes):
        raise KindError(
            "a key is bytes", value=type(key).__name__, remedy="Path(file).read_bytes()"
        )
    secret = None if key is None else read_key(key, "key")
    make_suite(recipe_named(fspath(recipe)), fspath(folder), secret=secret, jobs=jobs)
    return SuiteFolder(Path(folder)).manifest


def verify_suite(folder: str | PathLike[str], *, public: bool = False) -> SuiteVerdict:
    """Check a suite without a solver, as ``symcause verify FOLDER`` does.

    Parameters
    ----------
    folder : str or path
        The folder of the suite.
    public : bool, default False
        Check the public part alone.

    Returns
    -------
    SuiteVerdict
        ``accepted`` is True, False, or None where a bound of the verifier was met; ``checks`` has what
        each check counts and complains about.

    Raises
    ------
    UsageError
        The folder holds no suite.

    See Also
    --------
    generate_suite : make a suite.

    Examples
    --------
    >>> try:
    ...     symcause.verify_suite("examples")
    ... except symcause.SymcauseError as error:
    ...     print(error)
    examples: there is no suite in this folder; symcause generate suite RECIPE --out FOLDER makes one
    """
    from symcause.suites.checks.suite_verification import verified_suite

    return verified_suite(fspath(folder), public=public)

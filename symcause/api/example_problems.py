"""Example problems in the Python API: small problems by name, with every installation."""

from __future__ import annotations

from symcause.api.loader import load
from symcause.formats.pools.bundled_examples import example_file, example_lines
from symcause.formats.problems import Problem


def example(name: str) -> Problem:
    """A bundled problem, as :func:`symcause.load` would read its file.

    Parameters
    ----------
    name : str
        One of the names in :func:`symcause.examples`.

    Returns
    -------
    Problem
        A frozen problem of the class of its family.

    Raises
    ------
    UsageError
        No bundled problem has this name; the message gives the nearest names.

    See Also
    --------
    symcause.examples : the names, each with one line.
    symcause.load : a problem from your own file.

    Examples
    --------
    >>> symcause.audit(symcause.example("unique")).count
    1
    """
    return load(example_file(name))


def examples() -> dict[str, str]:
    """The names of the bundled problems, each with one line about it.

    Returns
    -------
    dict of str to str
        Names as :func:`symcause.example` takes them.

    Raises
    ------
    UsageError
        The installation lacks its example files.

    See Also
    --------
    symcause.example : the problem of one name.

    Examples
    --------
    >>> symcause.examples()["ambiguous"]
    'Boolean: without interventions, 23 models explain the rows'
    """
    return example_lines()

"""Does mypy name every caller of a method that is renamed? Methods drawn at random, one at a time.

    python -m tools.renames                            60 methods of spaces, problems and documents
    python -m tools.renames --seed 7 --number 20       others
    python -m tools.renames --all                      every one of them
    python -m tools.renames --only Members.separate    those whose name contains this
    python -m tools.renames --whole 5                  and the first five again, each by a whole run of mypy

A method is renamed where it is *defined*: in its class, in classes that override it or that it overrides,
and in the protocols it implements, for these are one method to whoever calls it. Callers keep the old name.
Then mypy is asked, and where it names a caller, that is renamed as well, as somebody would who follows its
list; when it names no further one, callers with the old name that are left are *missed*. The table has a
line per method and each missed caller with its place; the exit code is 1 if there is one.

**What is a caller?** The search finds every ``.name`` in the package, by syntax. It is a caller of this
method unless the receiver is known to be something else:

* the receiver's type, as mypy sees it before the change, is a class (or a union with one) whose ``name`` is
  one of the renamed definitions: a caller;
* it is another class, a module, or a value of a library that mypy does not look into (see ``skip`` in
  ``pyproject.toml``): no caller;
* it is ``Any`` for any other reason, or mypy does not look at the place: it might be one, and counts. Since
  nothing can be said about it, it is missed.

``getattr(x, "name")`` and ``hasattr`` are texts to mypy, whatever the type of ``x``. Where a class of the
method may be behind that type they are listed in a column of their own, and are no missed callers.

Code that mypy does not check (tests, tools) is not searched, nor are texts other than the above. A method
without a caller in the package is not drawn: there would be nothing to name.

mypy checks a copy of the package in a folder of its own, in one process, and after a change only what
depends on it (this is what its daemon does). That may pass over a place: where a caller of a known type
seems to be missed, a run that starts anew decides. ``--whole`` compares others with such runs.
"""

"""Do the tests notice a wrong meaning? Small changes of the package, drawn by seed, one at a time.

    python -m tools.mutants                            5 mutants of every stratum, seed 0
    python -m tools.mutants --stratum a --number 40    40 of the kernel and the verifiers
    python -m tools.mutants --seed 7 --stratum b,c     others
    python -m tools.mutants --at FILE:LINE             every mutant of a line
    python -m tools.mutants --record tests/linear      which lines the tests of a folder reach
    python -m tools.mutants --pin                      survivors, with the exhaustive cases of their tests
    python -m tools.mutants --report                   what the runs so far have shown
    python -m tools.mutants --forked                   many at a time, nothing is recorded
    python -m tools.mutants --again --modules 120 --tests 600 --seconds 240
                                                       what no run has noticed, with many more tests

A *mutant* is the package with one place changed (``operators``): a comparison made strict, ``and`` for
``or``, a check dropped, the first element of a loop left out. If no test that reaches the place fails, the
mutant *survives*: either a test is missing, or nobody can see the change. What nobody can see is listed,
with the reason, in ``equivalent.toml``.

**Strata** (``strata``): a) kernel and verifiers, b) solvers and the Boolean space, c) the other families'
spaces, d) scoring, audits, episodes, questions, e) readers, formats, processes, commands. An operator is
drawn first, then a place for it, so that rare operators come as often as frequent ones.

**Which tests reach a place** (``reach``) is recorded with coverage.py, one module of tests at a time, and
kept in ``.mutants/reach``. Where nothing that is recorded reaches a place, or what does fails to notice,
the next modules are recorded: first those whose path is most like that of the mutated module and that
import it. Child processes are recorded, too, forked or started anew, if they end by themselves and their
environment is not taken from them; what was done in one that is killed is not.

**A trial** runs the tests that reach the place: the nearest module first, in it the fastest first, at most
``--tests`` of them, and stops at the first failure. A run that takes a hundred times as long as its tests
took when they were recorded (and two minutes) hangs: it is counted apart, as noticed. All of it happens in
copies of the tree in temporary folders (``tree_copy``); your own files are only read.

**Forks** (``forked``, ``server``, ``swap``): mutants of a family share one pytest that has collected the
nearest modules; each is tried in a fork of it, in which functions get the changed code in place. One that
is done on loading is tried as above. With ``--again`` what earlier runs have left, of all families, shares
one: each module of tests is run once for all.

Runs are kept in ``.mutants/runs.jsonl``: what has been tried in this tree is not tried again.
"""

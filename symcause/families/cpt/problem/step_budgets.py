"""Step budgets of cpt problems: the prices by which their questions spend.

A step is about a microsecond of one core (:mod:`symcause.budgets`).
"""

from __future__ import annotations

CORNER, NETWORK, TRIAL = 20, 2_000, 300  # steps of a corner, of a network executed, of one tried

TYPE = 400  # steps of one type of a programme

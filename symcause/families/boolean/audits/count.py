"""Moved: see :mod:`symcause.audits.words` and :mod:`.engines`."""

from symcause.audits.words import log10 as log10

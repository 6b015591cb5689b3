"""The class source of a linear problem: who stated its class, and what stands in where nobody did."""

from __future__ import annotations

from fractions import Fraction

CLASS_SOURCE = "class_source"
"""Under this key of the metadata stands who stated the class, if it is not the problem itself."""

SMALLEST_PUBLISHED = Fraction("0.001")
"""The smallest square of the published suites: the effect of a configuration that has no edges."""

"""The Boolean catalogue: which functions can be written within a size and depth, exactly.

The mechanism language has n-ary operators whose size is 1 whatever the number of arguments, so "how
short can this function be written" has no textbook answer. The catalogue computes it: every function
of at most four variables, and everything of size at most ten, with a shortest expression of each.
Start at :func:`catalogue`; the mathematics is in :mod:`~catalogue.dynamic_programme`.
"""

from symcause.families.boolean.catalogue.query import UNBOUNDED, Catalogue, catalogue
from symcause.families.boolean.catalogue.table_lists import functions

__all__ = ["UNBOUNDED", "Catalogue", "catalogue", "functions"]

"""The grammar of linear and quadratic equations: syntax, expansion, sympy, mistakes."""

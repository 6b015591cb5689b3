"""The functions of a declared class: closures of grammars, named classes, least expressions."""

"""The grammar of scenario expressions: terms, their parser and their mistakes."""

"""Exports of Boolean certificates to outside checkers: DRAT files, statements for Coq."""

"""Exports of Boolean certificates to outside checkers: DRAT files, Coq theorems."""

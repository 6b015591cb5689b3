"""Exports of certificates about finite worlds to outside checkers: statements for Coq."""

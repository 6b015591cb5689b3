"""Exports of certificates for Coq: terms of ``proofs/`` and theorem files, whatever the family."""

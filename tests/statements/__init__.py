"""Tests of the statements family."""

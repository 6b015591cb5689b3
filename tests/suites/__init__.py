"""Tests of suites."""

"""Tests of the cpt family."""

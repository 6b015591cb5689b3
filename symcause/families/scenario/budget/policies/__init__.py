"""Policies between rivals: values of single designs and of all policies, exact or between proven ends."""

"""The drawing of a version space: every member a mark in a table of two questions.

A family says in an *evidence board* how its evidence falls into pieces and how its members are told; the
rest is the same for all. The drawing is one frozen document, which pages, figures and slides show.
"""

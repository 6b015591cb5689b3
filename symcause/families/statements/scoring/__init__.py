"""Answers about statements: how they are read and scored."""

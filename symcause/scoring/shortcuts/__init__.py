"""Shortcuts: how often rules that solve nothing, and look at public parts alone, are right."""

from symcause.scoring.shortcuts.shortcut_accuracy import ShortcutAccuracy, shortcut_accuracies

__all__ = ["ShortcutAccuracy", "shortcut_accuracies"]

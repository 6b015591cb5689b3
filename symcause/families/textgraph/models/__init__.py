"""Text graph models: directed graphs of named variables, with cycles and loops."""

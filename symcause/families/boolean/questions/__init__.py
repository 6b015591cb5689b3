"""The questions that Boolean problems answer, one a module, named as the command is."""

"""The run behind the score command: answers in, scored lines and tables out."""

"""The output of commands: files of results and transcripts, pages, datasets and the terminal."""

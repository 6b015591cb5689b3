"""What commands write: files of results and transcripts, pages, datasets and the terminal."""

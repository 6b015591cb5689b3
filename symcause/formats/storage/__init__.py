"""Files and folders on disk: bounded streams, named pipes, locks and atomic writes."""

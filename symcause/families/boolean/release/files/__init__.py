"""Files of the ReplaySCM release: records, worlds and stored answers, read and written."""

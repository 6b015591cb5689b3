"""The ReplaySCM release: its files, its scorer and its analysis bundle."""

"""What is known of the ReplaySCM release: its files, its scorer and its analysis bundle."""

"""Reports as one self-contained file: no network, nothing to install, opens from disk."""

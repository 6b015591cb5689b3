"""Speed and memory as ratios against a plain implementation or a peer in the same run."""

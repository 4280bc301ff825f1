"""Speed and memory of Tidings, as ratios against peers in one run on generated pages; see docs/benchmarks.md."""

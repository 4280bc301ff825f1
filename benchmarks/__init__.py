"""Speed and memory of Tidings, compared with other programs in the same run; see docs/benchmarks.md."""

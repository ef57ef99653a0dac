"""What is fast is measured here: `python -m benchmarks`, or one figure with `python -m benchmarks.turns --only ws`."""

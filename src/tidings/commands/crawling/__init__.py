"""Commands that start, steer and prepare crawls."""

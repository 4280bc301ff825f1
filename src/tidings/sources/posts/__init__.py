"""Posts out of files, and the seeds in their links."""

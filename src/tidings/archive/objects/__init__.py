"""WARC files in an object store (S3 and others): sent there when they are full, read there in ranges."""

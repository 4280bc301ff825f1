"""Captures kept for good in standard files: WARC records and the CDXJ index that finds them."""

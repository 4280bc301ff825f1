"""Archive files made by anyone, read record by record: WARC and ARC, plain, gzip or zstd.

We read them ourselves because no library combines ARC, zstd dictionaries, located damage and a record's own
bytes for copying.
"""

SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")
"""How the names of archive files end, in lower case."""

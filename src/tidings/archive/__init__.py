"""Web archives: our own WARC files, archive files of others, their indexes, and archives on the network."""

"""Reads the captures of a scan in parts on a cluster: each part gives one file, and existing files are not made again.

The crawl enters the answers in the order of the archive, so the result is that of a scan without a cluster.
"""

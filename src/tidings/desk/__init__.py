"""The desk: the web pages that people use, as static files."""

"""The commands around the server."""

"""The server: everything a collection knows, over HTTP, for the desk and for other programs."""

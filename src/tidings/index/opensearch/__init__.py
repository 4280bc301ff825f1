"""The index on an OpenSearch server; it needs ``tidings[opensearch]``."""

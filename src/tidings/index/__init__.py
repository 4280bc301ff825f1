"""Full-text search with facets: the engines behind the port ``Index``, and what they share; knows no database."""

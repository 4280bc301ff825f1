"""Search in collections: an index that follows the database, and answers with entries and snippets."""

"""Archives what kept pages need to be shown: found in the worker, queued in the store, fetched on idle hosts."""

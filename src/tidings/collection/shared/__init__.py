"""Collections that several crawls share in a PostgreSQL database."""

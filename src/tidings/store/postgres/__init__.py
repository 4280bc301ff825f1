"""A collection in PostgreSQL, which several crawls on several machines can share; needs ``tidings[shared]``."""

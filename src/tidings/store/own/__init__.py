"""The values of the user's own fields, apart from the collection's database, so that they outlive it."""

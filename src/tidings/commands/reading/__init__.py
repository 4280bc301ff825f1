"""Commands that show, search and export a collection; none of them changes it."""

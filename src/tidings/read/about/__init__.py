"""What experts record about a page: its kind of source, the numbers it reports, its lead."""

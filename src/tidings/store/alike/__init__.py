"""Pages with nearly the same text: which stories are similar, and which page is a copy."""

"""When to visit a page again: how often it changes, what it leads to, where the event stands, what may be asked."""

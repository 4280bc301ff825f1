"""Pages that come back: when they are due, what to ask their servers for, and what an answer means beside the last."""

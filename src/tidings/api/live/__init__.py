"""What goes on in a collection: its crawls, their log, events for listeners, changes of the event file."""

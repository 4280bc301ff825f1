"""Changes event files and leaves everything else in them as it is."""

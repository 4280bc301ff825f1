"""Files that survive a crash: atomic replacement and locks between processes; it knows no formats."""

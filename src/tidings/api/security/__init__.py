"""Who may ask for what: hosts, origins, users and limits."""

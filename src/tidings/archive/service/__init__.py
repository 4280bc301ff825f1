"""An archive as a service for other programs: lists of captures (CDX), Memento, captures as they were."""

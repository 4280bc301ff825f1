"""What a store remembers of pages that come back."""

"""What is done to a shared collection as a whole: judging all pages, moving them, dividing its tables."""

"""From bytes to a page: text, dates, places, language and links."""

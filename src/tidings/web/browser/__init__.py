"""Shows pages in Chromium, which has no network: every request is answered by our own client and recorded."""

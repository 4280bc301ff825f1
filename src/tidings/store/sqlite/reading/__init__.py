"""Questions of readers that no crawl asks."""

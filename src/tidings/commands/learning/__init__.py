"""The commands that learn from labelled texts and pages: ``terms``, ``train`` and ``tune``."""

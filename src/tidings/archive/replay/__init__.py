"""Shows archived pages as they were, without their scripts: everything is rewritten here, before a browser sees it.

Two walls stand by themselves. The markup that leaves holds nothing that runs, sends or leads outside the archive.
The headers forbid the browser all of that as well.
"""

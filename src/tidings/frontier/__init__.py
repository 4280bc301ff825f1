"""The life of a link in the frontier.

1. A page or a source offers it with a score. If it was met before with at least that score, nothing happens.
2. The scope decides. What may never be followed is written down with its reason; what may not be followed
   *from here* (too deep, nofollow) is passed over and may come back from a better place.
3. It waits in the queue of its host. A known link that is found in a better place rises; a page visit
   meanwhile may pass its score on to the links found beside it (``policies``).
4. Its host rests, is ready or is busy. Among the ready hosts the one with the best head goes next, its
   importance as a source counted in (``sources``, ``bandit``), and that head is the link that is fetched; a host
   never has two.
5. It comes back: with a verdict (done for good), or to wait again because its server was not well.
   The host's clock is set and it rests. What it brought tells how much is still out (``stopping``).
"""

"""The life of a link in the frontier.

1. A page or a source offers it with a score. If it was found before with at least that score, nothing happens
   (``seen``).
2. The scope decides (``scope``). A link that may never be followed is stored with the reason. A link that may not be
   followed *from here* (too deep, nofollow) is passed over, and may come back from a better place.
3. It waits in the store, in the queue of its host. Its score rises when it is found again in a better place. A
   judged page may pass its own score on to the links found beside it (``order``).
4. Its host is idle, resting, nearly ready, ready or busy (``hosts``). Among the ready hosts the one with the best rank
   goes next (``rank``), with its best link; a host never has two links under way.
5. It is popped. If the order has learned in the meantime that it is worth less, it waits on with a lower score.
6. It comes back: with a verdict, which is final, or to wait again after a failure worth a retry (``retry``). The clock
   of its host is set, and the host rests. The verdict also counts for the estimate of what is left (``stopping``).

When several crawls share a collection, each asks only the hosts it holds (``leases``).
"""

"""The statements by which a crawl pushes its working set into a shared collection, and leases hosts."""

from __future__ import annotations

from tidings.store.rules import GOOD

ALONE = "SELECT pg_advisory_xact_lock(hashtext(current_schema()))"
"""One push at a time: visits and changes are numbered in the order in which others see them."""
WAIT_LONG = "SET LOCAL lock_timeout = '60s'"
"""A plan for all pages of a large collection takes its time."""
JOIN = """
INSERT INTO worker (name) VALUES (%s)
ON CONFLICT (name) DO UPDATE SET seen_at = clock_timestamp(), may_fetch = 0, may_keep = 0, may_ask = 0, pass = ''
"""
"""What it might have asked before a crash counts as asked."""
PASS_OF_OTHERS = """
SELECT pass FROM worker
WHERE pass LIKE %s AND name <> %s AND seen_at > clock_timestamp() - %s * interval '1 s'
  AND state NOT IN ('finished', 'stopped', 'out of budget')
ORDER BY pass LIMIT 1
"""
MAKE_PASS = "UPDATE worker SET pass = %s, state = '' WHERE name = %s"
AT_WORK = "SELECT pg_advisory_lock_shared(hashtext(current_schema()), 1)"
"""Each crawl has this lock while it is connected."""
WORK_ENDS = "SELECT pg_advisory_unlock_shared(hashtext(current_schema()), 1)"
NO_CRAWLS = "SELECT pg_try_advisory_lock(hashtext(current_schema()), 1)"
STILL_HELD = """
SELECT id, name, lease FROM host WHERE worker = %s AND lease_until > clock_timestamp() ORDER BY id FOR UPDATE
"""
RENEW = """
UPDATE host SET lease_until = clock_timestamp() + %s * interval '1 s' WHERE worker = %s AND id = ANY(%s)
"""
ADD_HOSTS = """
INSERT INTO host (name, site) SELECT * FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING
"""
WITHOUT_SITE = "SELECT name FROM host WHERE site = ''"
SET_SITE = "UPDATE host SET site = %s WHERE name = %s"
HOST_IDS = "SELECT name, id FROM host WHERE name = ANY(%s)"
FOUND = """
INSERT INTO link (id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel)
VALUES (%s, %s, 0, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (id, host) DO UPDATE SET
    score = CASE link.phase WHEN 1 THEN excluded.score ELSE greatest(link.score, excluded.score) END,
    depth = CASE link.phase WHEN 1 THEN excluded.depth ELSE least(link.depth, excluded.depth) END,
    scored_by = CASE WHEN excluded.score > link.score THEN excluded.parent ELSE link.scored_by END,
    hops = CASE link.phase WHEN 1 THEN excluded.hops ELSE link.hops END,
    parent = CASE link.phase WHEN 1 THEN excluded.parent ELSE link.parent END,
    anchor = CASE link.phase WHEN 1 THEN excluded.anchor ELSE link.anchor END,
    context = CASE link.phase WHEN 1 THEN excluded.context ELSE link.context END,
    channel = CASE link.phase WHEN 1 THEN excluded.channel ELSE link.channel END,
    reason = CASE link.phase WHEN 1 THEN '' ELSE link.reason END,
    detail = CASE link.phase WHEN 1 THEN '' ELSE link.detail END,
    phase = 0, outcome = '', barred = '', lease = 0
WHERE link.phase = 1 OR (link.phase = 0 AND (link.score < excluded.score OR link.depth > excluded.depth))
"""
"""A link that was passed over before waits as it is found now; one that waits rises, or comes nearer."""
REFUSE_CLOSED = f"""
UPDATE link SET phase = 2, outcome = ended.outcome, reason = ended.reason, detail = ended.detail,
                due_at = CASE WHEN ended.stays THEN 0 ELSE due_at END
FROM (
    SELECT link.seq, link.host AS host_id, visit.seq IS NOT NULL AS stays,
           coalesce(visit.outcome, host.closed) AS outcome, coalesce(visit.reason, host.reason) AS reason,
           coalesce(visit.detail, host.detail) AS detail
    FROM host JOIN link ON link.host = host.id
         LEFT JOIN visit ON visit.seq = link.visit AND (visit.outcome IN ('{"', '".join(sorted(GOOD))}') OR file <> '')
    WHERE host.closed <> '' AND link.phase = 0 AND host.id = ANY(%s)
) AS ended
WHERE link.seq = ended.seq AND link.host = ended.host_id
"""
"""A page that was to be visited again has the outcome of its last visit again."""
SAVE_HOST = """
UPDATE host SET next_at = greatest(next_at, %s), delay = %s, fetched = %s, good = %s, bad = %s, failures = %s,
                closed = %s, reason = %s, detail = %s
WHERE id = %s AND worker = %s
"""
TOPS = """
UPDATE host SET top = best.score
FROM (SELECT id, coalesce((SELECT max(score) FROM link WHERE host = host.id AND phase = 0),
                          (SELECT -1 FROM requisite WHERE host = host.id AND phase = 0 LIMIT 1)) AS score
      FROM host WHERE id = ANY(%s)) AS best
WHERE host.id = best.id AND host.top IS DISTINCT FROM best.score
"""
"""A host where only requisites of pages wait comes last."""
ALL_TOPS = TOPS.replace("WHERE id = ANY(%s)", "")
NUMBERS = "SELECT coalesce(max(seq), 0), coalesce(max(changed), 0) FROM visit"
LINK_NUMBERS = "SELECT id, seq FROM link WHERE id = ANY(%s)"
REPORT = """
UPDATE worker SET seen_at = clock_timestamp(), state = %s, reason = %s, pages = pages + %s, kept = kept + %s,
                  bytes = bytes + %s, requisite_bytes = requisite_bytes + %s,
                  warc_file = %s, warc_length = %s, batch = %s, best = %s
WHERE name = %s
"""
RELEASE = """
UPDATE host SET worker = '', lease_until = '-infinity' WHERE worker = %s AND name = ANY(%s)
"""
RELEASE_AFTER_CRASH = """
UPDATE host SET worker = '', lease_until = '-infinity',
                next_at = greatest(next_at, extract(epoch FROM clock_timestamp()) + greatest(delay, %s))
WHERE worker = %s
"""
"""What was asked last before a crash is not known, so that every host rests once."""
RELEASE_ALL = "UPDATE host SET worker = '', lease_until = '-infinity' WHERE worker = %s"
CLAIM = """
UPDATE host SET worker = %s, lease = nextval('lease_number'),
    lease_until = clock_timestamp() + %s * interval '1 s',
    next_at = CASE WHEN worker = '' AND (site = '' OR NOT EXISTS (
                  SELECT 1 FROM host AS other WHERE other.site = host.site AND other.worker NOT IN ('', %s)
              )) THEN greatest(next_at, (
                  SELECT max(next_at) FROM host AS other
                  WHERE host.site <> '' AND other.site = host.site AND other.failures = 0
              ))
              -- taken over from a dead crawl: what it asked last is not known
              ELSE greatest(next_at, extract(epoch FROM clock_timestamp()) + greatest(delay, %s)) END
WHERE id IN (
    SELECT id FROM host
    WHERE top IS NOT NULL AND lease_until < clock_timestamp() AND (site = '' OR NOT EXISTS (
        SELECT 1 FROM host AS other
        WHERE other.site = host.site AND other.worker NOT IN ('', %s) AND other.lease_until > clock_timestamp()
    ))
    ORDER BY top DESC, id LIMIT %s FOR UPDATE SKIP LOCKED
)
RETURNING id, name, lease
"""
"""The hosts of a site, if they share a clock, are never held by two crawls at once; pushes come one at a time."""
FREE_TOPS = """
SELECT top FROM host WHERE top IS NOT NULL AND lease_until < clock_timestamp() AND (site = '' OR NOT EXISTS (
    SELECT 1 FROM host AS other
    WHERE other.site = host.site AND other.worker NOT IN ('', %s) AND other.lease_until > clock_timestamp()
))
ORDER BY top DESC LIMIT {most}
"""
"""Of hosts that this crawl might claim."""
SHARE = """
WITH crawl AS (
    SELECT count(*) AS number FROM worker
    WHERE name = %s OR seen_at > clock_timestamp() - interval '10 s'
                       AND state NOT IN ('finished', 'stopped', 'out of budget')
)
SELECT (SELECT count(*) FROM (
            SELECT 1 FROM host WHERE top IS NOT NULL LIMIT %s * (SELECT number FROM crawl)
        ) AS wanted), (SELECT number FROM crawl)
"""
"""Hosts with links, as many as all crawls can hold, and crawls that want some."""
RESERVED = """
SELECT coalesce(sum(may_fetch), 0), coalesce(sum(may_keep), 0) FROM worker
WHERE name <> %s AND seen_at > clock_timestamp() - %s * interval '1 s'
  AND state NOT IN ('finished', 'stopped', 'out of budget')
"""
"""Of the budget, for other crawls; one that was killed has its part until its leases end."""
REQUESTS = """
SELECT coalesce(sum(may_ask) FILTER (WHERE name = %(worker)s), 0),
       coalesce(sum(may_ask) FILTER (WHERE name <> %(worker)s AND state NOT IN ('finished', 'stopped', 'out of budget')
                                     AND seen_at > clock_timestamp() - %(seconds)s * interval '1 s'), 0),
       extract(epoch FROM clock_timestamp())::double precision,
       coalesce((SELECT value FROM fact WHERE name = %(fact)s), '')
FROM worker
"""
"""Those that this crawl and others might have made, by what they reserved, and the state of their budget."""
RESERVE_REQUESTS = "UPDATE worker SET may_ask = %s WHERE name = %s"
NOTE = "INSERT INTO fact VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
RESERVE = "UPDATE worker SET may_fetch = %s, may_keep = %s WHERE name = %s"
HELD_TOPS = "SELECT name, top FROM host WHERE worker = %s ORDER BY top NULLS FIRST, id"
POOREST = """
SELECT name, worker, top FROM host
WHERE worker <> '' AND top IS NOT NULL AND lease_until > clock_timestamp() ORDER BY top, id LIMIT {most}
"""
"""Of all crawls, so that they agree on who gives which host back."""
PULL_AGAIN = """
UPDATE link SET lease = 0 FROM host WHERE host.id = link.host AND host.worker = %s AND link.phase = 0
"""
"""Links that were taken over in a push whose end did not arrive here are not here yet."""
PULL = """
UPDATE link SET lease = taken.lease
FROM (
    SELECT link.seq, link.host AS host_id, host.lease FROM host CROSS JOIN LATERAL (
        SELECT seq, host FROM link WHERE host = host.id AND phase = 0 AND lease <> host.lease
        ORDER BY score DESC, seq LIMIT {most}
    ) AS link
    WHERE worker = %s AND host.lease = ANY(%s)
) AS taken
WHERE link.seq = taken.seq AND link.host = taken.host_id
RETURNING link.seq, host, id, score, url, anchor, context, depth, channel, hops, found_at, tries, parent, visit
"""
URLS = "SELECT id, url FROM link WHERE id = ANY(%s)"
LAST_VISITS = """
SELECT link.id, link.tries, visit.seq, visit.outcome, visit.reason, visit.detail, visit.file
FROM link JOIN visit ON visit.seq = link.visit WHERE link.seq = ANY(%s)
"""
REMEMBERED = """
SELECT link.id, tracked.* FROM tracked JOIN link ON link.seq = tracked.link WHERE link.seq = ANY(%s)
"""
RECORDS = """
SELECT id, name, next_at, delay, fetched, good, bad, failures, closed, reason, detail FROM host
WHERE id = ANY(%s) OR name = ANY(%s)
"""
COME_BACK = """
UPDATE link SET phase = CASE WHEN due.is_closed THEN 2 ELSE 0 END, tries = 0, lease = 0,
                outcome = CASE WHEN due.is_closed THEN outcome ELSE '' END,
                reason = CASE WHEN due.is_closed THEN reason ELSE %s END,
                detail = CASE WHEN due.is_closed THEN detail ELSE '' END,
                due_at = CASE WHEN due.is_closed THEN %s::double precision END
FROM (
    SELECT link.seq, link.host AS host_id, host.closed <> '' AS is_closed FROM link JOIN host ON host.id = link.host
    WHERE due_at <= %s AND phase = 2 AND (host.worker = %s OR host.lease_until < clock_timestamp())
    ORDER BY due_at LIMIT 100
) AS due
WHERE link.seq = due.seq AND link.host = due.host_id
RETURNING host
"""
"""Those of closed hosts come later: to look at them with every push would be a long list."""
BEST_ELSEWHERE = """
SELECT coalesce(max(best), 0.0) FROM worker
WHERE name <> %s AND seen_at > clock_timestamp() - interval '3 s' AND state IN ('', 'running', 'waiting')
"""
"""Of crawls that are surely at work: nobody waits long for one that is paused or gone."""
JUDGED_SINCE = """
SELECT visit.seq, link.url, visit.score FROM visit JOIN link ON link.seq = visit.link
WHERE visit.seq > %s AND visit.seq <= %s AND visit.score IS NOT NULL ORDER BY visit.seq DESC LIMIT 1000
"""
AGAIN_SINCE = """
SELECT count(*) FROM visit WHERE seq > %s AND seq <= %s AND seq <> ALL(%s)
       AND EXISTS (SELECT 1 FROM visit AS before WHERE before.link = visit.link AND before.seq < visit.seq)
"""
ANY_WAITING = """
SELECT EXISTS (SELECT 1 FROM link WHERE phase = 0) OR EXISTS (
    SELECT 1 FROM link JOIN host ON host.id = link.host WHERE due_at <= %s AND phase = 2 AND host.closed = ''
) OR EXISTS (
    SELECT 1 FROM worker JOIN worker AS own USING (pass)
    WHERE own.name = %s AND pass <> '' AND worker.name <> own.name AND worker.state = ''
      AND worker.seen_at > clock_timestamp() - %s * interval '1 s'
)
"""
"""Links that wait, pages that are due at hosts of other crawls, or a crawl that still plans the pass of this one."""
VISITED = "SELECT seq, phase FROM link WHERE id = %s AND visit <> 0"
FIRST_KEPT = """
SELECT visit.seq, visit.outcome, visit.reason, visit.detail, visit.file
FROM visit JOIN link ON link.seq = visit.link
WHERE link.id = ? AND digest = ? AND visit.outcome = 'kept' ORDER BY visit.seq LIMIT 1
"""
TOTALS = """
SELECT coalesce(sum(pages), 0)::bigint, coalesce(sum(kept), 0)::bigint, coalesce(sum(bytes), 0)::bigint FROM worker
"""

-- Two tables carry the frontier: host (clock and record of a server) and link (queue, seen set and ledger).
-- A link's identity is the 64-bit hash of its address; its seq is the order of discovery and breaks ties.

CREATE TABLE host (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE,
    next_at   REAL NOT NULL DEFAULT 0,    -- no request before this moment (seconds since 1970)
    delay     REAL NOT NULL DEFAULT 0,    -- seconds between two requests, as last known
    fetched   INTEGER NOT NULL DEFAULT 0,
    good      INTEGER NOT NULL DEFAULT 0, -- pages kept
    bad       INTEGER NOT NULL DEFAULT 0, -- pages rejected
    failures  INTEGER NOT NULL DEFAULT 0, -- failures in a row
    closed    TEXT NOT NULL DEFAULT '',   -- outcome of all its links when nothing more is fetched from here
    reason    TEXT NOT NULL DEFAULT '',   -- and why: a code (model.Reason)
    detail    TEXT NOT NULL DEFAULT ''    -- and its details
);

CREATE TABLE link (
    seq       INTEGER PRIMARY KEY,
    id        INTEGER NOT NULL UNIQUE,
    host      INTEGER NOT NULL REFERENCES host (id),
    phase     INTEGER NOT NULL,           -- 0 waiting, 1 passed over, 2 done
    score     REAL NOT NULL,
    depth     INTEGER NOT NULL,
    hops      INTEGER NOT NULL,
    tries     INTEGER NOT NULL DEFAULT 0,
    parent    INTEGER NOT NULL,           -- id of the page it was found on, 0 for none
    found_at  REAL NOT NULL,
    url       TEXT NOT NULL,
    anchor    TEXT NOT NULL,
    context   TEXT NOT NULL,
    channel   TEXT NOT NULL,              -- how it came: seed, link, redirect, feed, ...
    barred    TEXT NOT NULL DEFAULT '',   -- why its page does not let it be followed, a code
    outcome   TEXT NOT NULL DEFAULT '',
    reason    TEXT NOT NULL DEFAULT '',   -- a code (model.Reason)
    detail    TEXT NOT NULL DEFAULT ''    -- its details: a score, a URL, a number
);
CREATE INDEX link_waiting ON link (host, score DESC) WHERE phase = 0;

CREATE TABLE page (
    link        INTEGER PRIMARY KEY REFERENCES link (seq),
    captured_at REAL NOT NULL,
    status      INTEGER NOT NULL,
    mime        TEXT NOT NULL,
    size        INTEGER NOT NULL,
    digest      TEXT NOT NULL,
    title       TEXT NOT NULL,
    language    TEXT NOT NULL,
    published   REAL,
    dated_by    TEXT NOT NULL,
    score       REAL,
    explained   TEXT NOT NULL,            -- JSON: parts and evidence of the score, who is named
    file        TEXT NOT NULL,            -- WARC file, empty when not archived
    offset      INTEGER NOT NULL,
    length      INTEGER NOT NULL,
    provenance  TEXT NOT NULL,            -- the archive it was read from, empty for the live web
    version     INTEGER NOT NULL          -- of the page model its score was corrected by, 0 for none
);
CREATE INDEX page_archived ON page (digest) WHERE file <> '';

CREATE TABLE reading (                    -- what a page that was read can be judged again by
    page        INTEGER PRIMARY KEY,      -- seq of its link
    base        REAL NOT NULL,            -- its score by the measure alone
    terms       BLOB NOT NULL             -- its words in buckets, four bytes each (learn/pages.py)
);

CREATE TABLE story (
    page        INTEGER PRIMARY KEY,      -- seq of its link
    first       INTEGER NOT NULL,         -- the page that told the story first, itself for an original
    fingerprint BLOB NOT NULL             -- empty for a copy
);
CREATE INDEX story_copies ON story (first) WHERE first <> page;
CREATE TABLE story_band (                 -- the bands of every original's fingerprint
    band INTEGER NOT NULL,
    page INTEGER NOT NULL,
    PRIMARY KEY (band, page)
) WITHOUT ROWID;

CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);

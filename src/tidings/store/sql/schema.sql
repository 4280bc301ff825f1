-- Two tables carry the frontier: host (clock and record of a server) and link (queue, seen set and ledger).
-- A link's identity is the 64-bit hash of its URL; its seq is the order of discovery and breaks ties.
-- A link may be visited many times: each visit is one answer at one time.

CREATE TABLE host (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE,
    next_at   REAL NOT NULL DEFAULT 0,    -- no request before this moment (seconds since 1970)
    delay     REAL NOT NULL DEFAULT 0,    -- seconds between two requests, as last known
    fetched   INTEGER NOT NULL DEFAULT 0,
    good      INTEGER NOT NULL DEFAULT 0, -- pages kept
    bad       INTEGER NOT NULL DEFAULT 0, -- pages rejected
    failures  INTEGER NOT NULL DEFAULT 0, -- failures in a row
    closed    TEXT NOT NULL DEFAULT '',   -- outcome of all its links if nothing more is fetched from it
    reason    TEXT NOT NULL DEFAULT '',   -- why: a code (model.Reason)
    detail    TEXT NOT NULL DEFAULT ''    -- details of the reason
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
    barred    TEXT NOT NULL DEFAULT '',   -- a code: why it must not be followed, empty if it may
    outcome   TEXT NOT NULL DEFAULT '',
    reason    TEXT NOT NULL DEFAULT '',   -- a code (model.Reason)
    detail    TEXT NOT NULL DEFAULT '',   -- details of the reason: a score, a URL, a number
    visit     INTEGER NOT NULL DEFAULT 0, -- seq of its current visit, 0 for none
    due_at    REAL,                       -- when it is to be visited again (seconds since 1970), NULL for never
    finds     INTEGER NOT NULL DEFAULT 1, -- pages it was found on, as far as they raised its score
    scored_by INTEGER NOT NULL DEFAULT 0  -- id of the page that gave it its score, 0 for its parent
);
CREATE INDEX link_waiting ON link (host, score DESC) WHERE phase = 0;
CREATE INDEX link_due ON link (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE visit (
    seq         INTEGER PRIMARY KEY,
    link        INTEGER NOT NULL REFERENCES link (seq),
    captured_at REAL NOT NULL,
    entered_at  REAL NOT NULL,            -- when it came in: a capture of an archive may be years older
    status      INTEGER NOT NULL,
    mime        TEXT NOT NULL,
    size        INTEGER NOT NULL,
    digest      TEXT NOT NULL,
    title       TEXT NOT NULL,
    language    TEXT NOT NULL,
    published   REAL,
    dated_by    TEXT NOT NULL,
    score       REAL,
    explained   TEXT NOT NULL,            -- JSON: parts and evidence of the score
    type        TEXT NOT NULL,            -- of the crisis, empty for none
    type_probability REAL,
    outcome     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    detail      TEXT NOT NULL,
    file        TEXT NOT NULL,            -- WARC file, empty when not archived
    byte_offset INTEGER NOT NULL,
    length      INTEGER NOT NULL,
    provenance  TEXT NOT NULL,            -- the archive it was read from, empty for the live web
    revision    INTEGER NOT NULL,         -- of the page model its score was corrected by, 0 for none
    changed     INTEGER NOT NULL          -- number of its last change; a search index takes in the higher ones
);
CREATE INDEX visit_link ON visit (link);
CREATE INDEX visit_changed ON visit (changed);
CREATE INDEX visit_archived ON visit (digest) WHERE file <> '';

CREATE TABLE reading (                    -- what was read on a visit: to judge it again, search it, draw the graph
    visit       INTEGER PRIMARY KEY,
    base        REAL NOT NULL,            -- its score by the measure alone
    cells       BLOB NOT NULL,            -- its words in buckets, four bytes each (learn/page_model.py)
    content     BLOB NOT NULL,            -- text, places, names and dates, packed (store/content.py)
    edges       BLOB NOT NULL             -- ids of the links on it, eight bytes each
);

CREATE TABLE part (                       -- archived with a kept page, never judged: styles, images, scripts
    visit       INTEGER NOT NULL,
    url         TEXT NOT NULL,
    captured_at REAL NOT NULL,
    status      INTEGER NOT NULL,
    mime        TEXT NOT NULL,
    digest      TEXT NOT NULL,
    file        TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    length      INTEGER NOT NULL
);
CREATE INDEX part_visit ON part (visit);

CREATE TABLE story (
    visit       INTEGER PRIMARY KEY,
    first       INTEGER NOT NULL,         -- the visit whose page told the story first, itself for an original
    fingerprint BLOB NOT NULL             -- empty for a copy
);
CREATE TABLE story_band (                 -- the bands of every original's fingerprint
    band  INTEGER NOT NULL,
    visit INTEGER NOT NULL,
    PRIMARY KEY (band, visit)
) WITHOUT ROWID;

CREATE TABLE crawl (                      -- one row: how the crawl stands
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    state       TEXT NOT NULL DEFAULT '', -- a model.State, empty before the first crawl
    reason      TEXT NOT NULL DEFAULT '', -- in words
    seconds     REAL NOT NULL DEFAULT 0,  -- spent in all runs
    estimate    TEXT NOT NULL DEFAULT '', -- what is left to find, in words
    outlook     TEXT NOT NULL DEFAULT '', -- JSON: what the last blocks of links brought (frontier/stopping.py)
    asked       TEXT NOT NULL DEFAULT '', -- what answers links: the live web, or archives
    robots      TEXT NOT NULL DEFAULT '', -- whether robots.txt is obeyed
    warc_file   TEXT NOT NULL DEFAULT '', -- the current WARC file
    warc_length INTEGER NOT NULL DEFAULT 0, -- and its durable length
    page_model  INTEGER NOT NULL DEFAULT 0, -- revision that all pages were judged by
    link_model  TEXT NOT NULL DEFAULT ''  -- JSON: what the order has learned about links
);
INSERT INTO crawl (id) VALUES (1);

CREATE TABLE source (                     -- how far each source has been read
    name   TEXT PRIMARY KEY,
    cursor TEXT NOT NULL
);

CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL); -- what users' files were told, when runs began

-- From format 3 (one page per link, reasons in words, facts by name) to format 4.
-- Python brings four functions: reason_code, reason_detail, url_id and names_content.

ALTER TABLE host ADD COLUMN detail TEXT NOT NULL DEFAULT '';
UPDATE host SET detail = reason_detail(reason), reason = reason_code(reason) WHERE reason <> '';

ALTER TABLE link RENAME COLUMN origin TO channel;
ALTER TABLE link ADD COLUMN barred TEXT NOT NULL DEFAULT '';
ALTER TABLE link ADD COLUMN detail TEXT NOT NULL DEFAULT '';
ALTER TABLE link ADD COLUMN visit INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link ADD COLUMN due_at REAL;
CREATE INDEX link_due ON link (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE link ADD COLUMN finds INTEGER NOT NULL DEFAULT 1;
ALTER TABLE link ADD COLUMN scored_by INTEGER NOT NULL DEFAULT 0;
UPDATE link SET detail = reason_detail(reason), reason = reason_code(reason) WHERE reason <> '';
UPDATE link SET barred = 'nofollow', channel = 'link' WHERE channel = 'nofollow';
UPDATE link SET barred = 'address too long', channel = 'link' WHERE channel = 'too-long';
UPDATE link SET barred = 'links per page', channel = 'link' WHERE channel = 'over-limit';

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
    changed     INTEGER NOT NULL          -- order of its last change: what a search index has still to take in
);
INSERT INTO visit
SELECT page.link, coalesce(main.seq, page.link), captured_at, iif(provenance = '', captured_at, link.found_at),
       status, mime, size, digest, title, language, published,
       dated_by, page.score, iif(explained = '', '', json_remove(explained, '$.who', '$.type')),
       coalesce(json_extract(nullif(explained, ''), '$.type[0]'), ''),
       json_extract(nullif(explained, ''), '$.type[1]'),
       link.outcome, link.reason, link.detail, file, "offset", length, provenance, version, page.link
FROM page JOIN link ON link.seq = page.link
LEFT JOIN link AS main ON link.channel = 'version' AND main.id = url_id(link.url);  -- a further snapshot of a URL
CREATE INDEX visit_link ON visit (link);
CREATE INDEX visit_changed ON visit (changed);
CREATE INDEX visit_archived ON visit (digest) WHERE file <> '';
UPDATE link SET visit = seq WHERE seq IN (SELECT seq FROM visit);
-- A link that waits again had lost the outcome of its visit: a rejected page, or a failure.
UPDATE visit SET outcome = 'rejected', reason = 'score', detail = '' WHERE outcome = '' AND score IS NOT NULL;
UPDATE visit SET outcome = 'failed', reason = 'http', detail = status WHERE outcome = '';
-- The type that the model gave a page before a person named another
UPDATE visit
SET explained = json_set(json_remove(explained, '$.told'), '$."model type"', json_extract(explained, '$.told'))
WHERE explained LIKE '%"told"%' AND json_type(explained, '$.told') IS NOT NULL;

ALTER TABLE reading RENAME TO reading_3;
CREATE TABLE reading (                    -- what was read on a visit: to judge it again, search it, draw the graph
    visit       INTEGER PRIMARY KEY,
    base        REAL NOT NULL,            -- its score by the measure alone
    cells       BLOB NOT NULL,            -- its words in buckets, four bytes each (learn/page_model.py)
    content     BLOB NOT NULL,            -- text, places, names, dates and keywords, packed (store/content.py)
    edges       BLOB NOT NULL             -- ids of the links on it, eight bytes each
);
INSERT INTO reading SELECT page, base, terms, names_content(explained), x'' FROM reading_3 JOIN page ON link = page;
DROP TABLE reading_3;

DELETE FROM link WHERE channel = 'version' AND seq <> (SELECT visit.link FROM visit WHERE visit.seq = link.seq);
DROP TABLE page;

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

DROP INDEX story_copies;
ALTER TABLE story RENAME COLUMN page TO visit;
ALTER TABLE story_band RENAME COLUMN page TO visit;

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
INSERT INTO crawl
SELECT 1, iif(instr(state, ': '), substr(state, 1, instr(state, ': ') - 1), state),
       iif(instr(state, ': '), substr(state, instr(state, ': ') + 2), ''),
       CAST(seconds AS REAL), estimate, outlook, asked, robots,
       substr(archive, instr(archive, ' ') + 1), CAST(archive AS INTEGER), CAST(version AS INTEGER), link_model
FROM (
    SELECT coalesce(max(value) FILTER (WHERE name = 'state'), '') AS state,
           coalesce(max(value) FILTER (WHERE name = 'seconds'), '0') AS seconds,
           coalesce(max(value) FILTER (WHERE name = 'estimate'), '') AS estimate,
           coalesce(max(value) FILTER (WHERE name = 'outlook'), '') AS outlook,
           coalesce(max(value) FILTER (WHERE name = 'asked'), '') AS asked,
           coalesce(max(value) FILTER (WHERE name = 'robots.txt'), '') AS robots,
           coalesce(max(value) FILTER (WHERE name = 'archive'), '0 ') AS archive,
           coalesce(max(value) FILTER (WHERE name = 'version'), '0') AS version,
           coalesce(max(value) FILTER (WHERE name = 'link model'), '') AS link_model
    FROM fact
);
DELETE FROM fact WHERE name NOT LIKE 'told %';

CREATE TABLE source (                     -- how far each source has been read
    name   TEXT PRIMARY KEY,
    cursor TEXT NOT NULL
);

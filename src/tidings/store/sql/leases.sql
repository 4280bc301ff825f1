-- Beside the tables of the store, in PostgreSQL: which crawl holds which host, and who is at work.
-- A crawl sends requests only to hosts it holds; a lease ends by the clock of the database.

ALTER TABLE host
    ADD COLUMN worker      text NOT NULL DEFAULT '',            -- who holds it, empty for nobody
    ADD COLUMN lease       bigint NOT NULL DEFAULT 0,           -- a number that only grows: what an older one wrote is refused
    ADD COLUMN lease_until timestamptz NOT NULL DEFAULT '-infinity',
    ADD COLUMN top         double precision,                    -- score of its best waiting link, NULL if none waits
    ADD COLUMN site        text NOT NULL DEFAULT '';            -- its registrable domain if that shares one clock, else empty
ALTER TABLE link
    ADD COLUMN lease bigint NOT NULL DEFAULT 0;                 -- under which its worker has taken it over
ALTER TABLE link                                                -- an id has one host: its URL names it
    DROP CONSTRAINT link_id_key, ADD UNIQUE (id, host);
ALTER TABLE requisite
    DROP CONSTRAINT requisite_id_key, ADD UNIQUE (id, host);
ALTER TABLE host SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE link SET (fillfactor = 85);
ALTER TABLE requisite
    ADD COLUMN lease bigint NOT NULL DEFAULT 0;
CREATE INDEX host_free ON host (top DESC, id) WHERE top IS NOT NULL;  -- a closed host has no waiting links
CREATE INDEX part_digest ON part (digest);
CREATE INDEX host_held ON host (worker) WHERE worker <> '';
CREATE INDEX host_site ON host (site) WHERE site <> '';
CREATE SEQUENCE lease_number;

CREATE TABLE worker (
    name        text PRIMARY KEY,
    seen_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    state       text NOT NULL DEFAULT '',
    reason      text NOT NULL DEFAULT '',
    pages       bigint NOT NULL DEFAULT 0,                      -- fetched in all its runs
    kept        bigint NOT NULL DEFAULT 0,
    bytes       bigint NOT NULL DEFAULT 0,
    requisite_bytes bigint NOT NULL DEFAULT 0,                  -- received for pages to be shown
    warc_file   text NOT NULL DEFAULT '',                       -- its current WARC file
    warc_length bigint NOT NULL DEFAULT 0,                      -- and the durable length of that
    batch       bigint NOT NULL DEFAULT 0,                      -- number of its last push
    best        double precision NOT NULL DEFAULT 0,            -- the best rank of a host that rests and is asked soon
    may_fetch   bigint NOT NULL DEFAULT 0,                      -- pages of the budget that it may fetch beyond those
    may_keep    bigint NOT NULL DEFAULT 0,
    may_ask     bigint NOT NULL DEFAULT 0,                      -- requests of the daily budget that it may make
    pass        text NOT NULL DEFAULT ''                        -- over pages that come back: what, until when, what was there
);

CREATE TABLE turn (                                             -- addresses that crawls ask politely
    name   text PRIMARY KEY,
    worker text NOT NULL,                                       -- who asked it last
    until  timestamptz NOT NULL,                                -- its turn ends then, if it does not give it back
    ended  timestamptz NOT NULL DEFAULT '-infinity',            -- the end of the last request
    paged  timestamptz NOT NULL DEFAULT '-infinity'             -- and of the last one for a page
);

-- The store asks SQLite's list of tables which of them exist.
CREATE VIEW sqlite_master AS SELECT table_name::text AS name, 'table' AS type FROM information_schema.tables
WHERE table_schema = current_schema();

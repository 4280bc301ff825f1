-- What kept pages need to be shown. The tables are made when the first page needs something.

CREATE TABLE IF NOT EXISTS requisite (
    seq     INTEGER PRIMARY KEY,
    id      INTEGER NOT NULL UNIQUE,    -- the 64-bit hash of its URL
    host    INTEGER NOT NULL,
    url     TEXT NOT NULL,
    kind    TEXT NOT NULL,              -- a model.Use
    place   INTEGER NOT NULL,           -- of its use in the order of fetching
    page    INTEGER NOT NULL,           -- the visit that needed it first
    depth   INTEGER NOT NULL,           -- steps from that page
    tries   INTEGER NOT NULL DEFAULT 0,
    phase   INTEGER NOT NULL DEFAULT 0, -- 0 waiting, 2 done
    outcome TEXT NOT NULL DEFAULT '',
    reason  TEXT NOT NULL DEFAULT '',   -- a code (model.Reason)
    detail  TEXT NOT NULL DEFAULT '',
    size    INTEGER NOT NULL DEFAULT 0, -- bytes received
    seconds REAL NOT NULL DEFAULT 0     -- spent on fetching it
);
CREATE INDEX IF NOT EXISTS requisite_waiting ON requisite (host, place, seq) WHERE phase = 0;
CREATE INDEX IF NOT EXISTS requisite_page ON requisite (page);

CREATE TABLE IF NOT EXISTS need (
    owner     INTEGER NOT NULL,         -- a visit, or minus the requisite that names another
    requisite INTEGER NOT NULL,         -- 0 notes that a page was searched
    PRIMARY KEY (owner, requisite)
) WITHOUT ROWID;

CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    revision INTEGER NOT NULL,
    status TEXT NOT NULL,
    flow TEXT NOT NULL,
    step TEXT NOT NULL,
    version TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX sessions_by_conversation ON sessions (customer, business, channel);
CREATE TABLE arrivals (
    id TEXT NOT NULL,
    channel TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX arrivals_by_time ON arrivals (received_at);
CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    session_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER NOT NULL,
    version TEXT NOT NULL,
    event TEXT NOT NULL,
    effects TEXT NOT NULL
) STRICT;
CREATE INDEX history_by_session ON history (session_id, turn);
CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    message TEXT NOT NULL,
    cause TEXT,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failing_since INTEGER,
    next_try INTEGER NOT NULL
) STRICT;
CREATE INDEX deliveries_by_session ON deliveries (session_id, id);
CREATE TABLE timers (
    session_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due INTEGER NOT NULL,
    question TEXT NOT NULL,
    PRIMARY KEY (session_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_by_due ON timers (due);
CREATE TABLE bubbles (
    question TEXT PRIMARY KEY,
    session_id INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    flow TEXT NOT NULL,
    step TEXT NOT NULL,
    version TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dead_letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    channel TEXT NOT NULL,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    content TEXT NOT NULL
) STRICT;
CREATE TABLE calls (
    id TEXT PRIMARY KEY,
    session_id INTEGER NOT NULL,
    action TEXT NOT NULL,
    inputs TEXT NOT NULL,
    cause TEXT,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER,
    dead_letter_id INTEGER
) STRICT;
CREATE INDEX sessions_by_update ON sessions (updated_at);
CREATE INDEX bubbles_by_session ON bubbles (session_id);
INSERT INTO arrivals VALUES ('m0', 'apple', 1772442000000, 'answered');
INSERT INTO bubbles VALUES ('c7c6d8db-845b-46b7-81d2-cc12cbeef073', 1, 1, 'main', 'first', '1');
INSERT INTO deliveries VALUES (1, 1, '1f18b13d-1def-47bd-867a-2caf0c4778a1', 1, '{"text":"Which?"}', 'm0', 1772442000000, 0, NULL, 1772442000000);
INSERT INTO deliveries VALUES (2, 1, 'c7cc0feb-3ac6-4a37-9583-a277d0af0bba', 1, '{"buttons":{"question":"c7c6d8db-845b-46b7-81d2-cc12cbeef073","summary":"Which?","items":[{"id":"Red","title":"Red"},{"id":"Blue","title":"Blue"}]}}', 'm0', 1772442000000, 0, NULL, 1772442000000);
INSERT INTO grdb_migrations VALUES ('001');
INSERT INTO grdb_migrations VALUES ('002');
INSERT INTO grdb_migrations VALUES ('003');
INSERT INTO grdb_migrations VALUES ('004');
INSERT INTO history VALUES (1, 1, 1, 1772442000000, '1', '{"heard":{"text":"hello"},"at":1772442000000,"seed":"994c86ca591d568cd678898cfb272f66","sender":{"customer":"ana","device":{"channel":"apple","capabilities":"QUICK,LIST,TIME"}}}', '[{"send":{"text":"Which?"},"id":"1f18b13d-1def-47bd-867a-2caf0c4778a1"},{"send":{"buttons":{"question":"c7c6d8db-845b-46b7-81d2-cc12cbeef073","summary":"Which?","items":[{"id":"Red","title":"Red"},{"id":"Blue","title":"Blue"}]}},"id":"c7cc0feb-3ac6-4a37-9583-a277d0af0bba"}]');
INSERT INTO sessions VALUES (1, 'apple', 'ana', 'shop', 1, 'waiting', 'main', 'first', '1', '{"status":"waiting","flow":"main","step":"first","answers":{},"open":{"asked":{"id":"c7c6d8db-845b-46b7-81d2-cc12cbeef073","prompt":"Which?","bubble":{"title":"Which?","note":"Tap to choose","size":"icon","reply":"Which?"},"choice":{"style":"automatic","options":[{"choice":{"id":"Red","label":"Red"},"item":0},{"choice":{"id":"Blue","label":"Blue"},"item":1}]}},"name":"first","version":"1","silent_at":1772442600000,"turn":1},"customer":"ana","device":{"channel":"apple","capabilities":"QUICK,LIST,TIME"},"language":"en","turn":1,"at":1772442000000}', 1772442000000, 1772442000000);
INSERT INTO timers VALUES (1, 'silence', 1772442600000, 'c7c6d8db-845b-46b7-81d2-cc12cbeef073');

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
, with_person_since INTEGER, queue TEXT, unanswered_since INTEGER, assignee TEXT) STRICT;
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
, marks TEXT) STRICT;
CREATE INDEX history_by_session ON history (session_id, turn);
CREATE TABLE timers (
    session_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due INTEGER NOT NULL,
    question TEXT NOT NULL, claimed_by TEXT, claimed_until INTEGER,
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
, at INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
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
, claimed_by TEXT, claimed_until INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER,
    dead_letter_id INTEGER
, at INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX bubbles_by_session ON bubbles (session_id);
CREATE TABLE customers (
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    channel TEXT NOT NULL,
    facts TEXT NOT NULL,
    device TEXT NOT NULL,
    language TEXT NOT NULL,
    updated_at INTEGER NOT NULL, forgot_bubbles INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (customer, business, channel)
) STRICT, WITHOUT ROWID;
CREATE TABLE key_proof (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sealed TEXT NOT NULL
) STRICT;
CREATE TABLE content (
    id TEXT PRIMARY KEY,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    channel TEXT NOT NULL,
    details TEXT NOT NULL,
    size INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    file TEXT NOT NULL UNIQUE,
    stored_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    private INTEGER NOT NULL
, chat TEXT, sender TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX content_by_customer ON content (customer, business, channel, stored_at);
CREATE INDEX content_by_expiry ON content (expires_at);
CREATE TABLE sign_ins (
    key TEXT PRIMARY KEY,
    way TEXT NOT NULL,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    channel TEXT NOT NULL,
    question TEXT NOT NULL,
    request TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    wrong_digits INTEGER NOT NULL DEFAULT 0,
    taken_at INTEGER,
    closed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_of_question ON sign_ins (customer, question);
CREATE INDEX sign_ins_by_end ON sign_ins (expires_at);
CREATE TABLE tokens (
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    channel TEXT NOT NULL,
    provider TEXT NOT NULL,
    sealed TEXT NOT NULL,
    PRIMARY KEY (customer, business, channel, provider)
) STRICT, WITHOUT ROWID;
CREATE TABLE payments (
    id INTEGER PRIMARY KEY,
    channel TEXT NOT NULL,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    question TEXT NOT NULL,
    merchant TEXT NOT NULL,
    state TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    items TEXT,
    reference TEXT,
    problem TEXT,
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    is_told INTEGER NOT NULL DEFAULT 0,
    is_unclaimed INTEGER NOT NULL DEFAULT 0,
    is_erased INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX payments_of_question ON payments (question, customer, business, channel);
CREATE INDEX payments_of_customer ON payments (customer);
CREATE INDEX payments_open ON payments (expires_at) WHERE state = 'opened';
CREATE INDEX payments_unsettled ON payments (id) WHERE is_told = 0 AND state <> 'opened';
CREATE TABLE payment_sheets (
    key TEXT PRIMARY KEY,
    payment INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE payment_attempts (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    payment INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    shipping TEXT,
    request TEXT,
    begun_at INTEGER NOT NULL,
    outcome TEXT,
    reference TEXT,
    problem TEXT,
    ended_at INTEGER
) STRICT;
CREATE INDEX attempts_of_payment ON payment_attempts (payment, id);
CREATE TABLE payment_trail (
    id INTEGER PRIMARY KEY,
    payment INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    detail TEXT
) STRICT;
CREATE INDEX trail_of_payment ON payment_trail (payment, id);
CREATE TABLE chat_customers (
    id TEXT PRIMARY KEY,
    subject TEXT UNIQUE,
    name TEXT,
    language TEXT,
    role TEXT NOT NULL,
    generation INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
, revision INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE INDEX chat_customers_by_seen ON chat_customers (seen_at);
CREATE TABLE chat_participants (
    conversation TEXT NOT NULL,
    customer TEXT NOT NULL,
    position INTEGER NOT NULL,
    has_left INTEGER NOT NULL DEFAULT 0,
    since INTEGER NOT NULL DEFAULT 0,
    delivered_up_to INTEGER NOT NULL DEFAULT 0,
    read_up_to INTEGER NOT NULL DEFAULT 0,
    joined_revision INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (conversation, customer)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_participants_of_customer ON chat_participants (customer);
CREATE TABLE chat_conversations (
    id TEXT PRIMARY KEY,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    distinct_key TEXT UNIQUE,
    metadata TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    UNIQUE (customer, business)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_conversations_by_time ON chat_conversations (updated_at);
CREATE TABLE chat_messages (
    conversation TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    id TEXT NOT NULL,
    sender TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    parts TEXT NOT NULL,
    state_types TEXT NOT NULL,
    heard TEXT,
    is_heard INTEGER,
    first_revision INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (conversation, sequence),
    UNIQUE (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_messages_by_revision ON chat_messages (conversation, revision);
CREATE INDEX chat_messages_unheard ON chat_messages (conversation, sequence) WHERE is_heard = 0;
CREATE INDEX content_by_chat ON content (chat, stored_at) WHERE chat IS NOT NULL;
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    channel TEXT NOT NULL,
    chat TEXT,
    sender TEXT,
    details TEXT NOT NULL,
    size INTEGER NOT NULL,
    file TEXT NOT NULL UNIQUE,
    begun_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
, writer TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX content_by_sender ON content (sender) WHERE sender IS NOT NULL;
CREATE INDEX uploads_by_sender ON uploads (sender);
CREATE INDEX uploads_by_customer ON uploads (customer);
CREATE INDEX uploads_by_chat ON uploads (chat, begun_at);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
CREATE TABLE downloads (
    content TEXT NOT NULL,
    viewer TEXT NOT NULL,
    received INTEGER NOT NULL, chat TEXT,
    PRIMARY KEY (content, viewer)
) STRICT, WITHOUT ROWID;
CREATE INDEX downloads_by_viewer ON downloads (viewer);
CREATE TABLE flow_versions (
    hash TEXT PRIMARY KEY,
    kept_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE flow_files (
    version TEXT NOT NULL,
    path TEXT NOT NULL,
    role TEXT NOT NULL,
    checksum TEXT NOT NULL,
    size INTEGER NOT NULL,
    content BLOB,
    PRIMARY KEY (version, path)
) STRICT;
CREATE TABLE publications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version TEXT NOT NULL,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    note TEXT NOT NULL,
    refusal TEXT
) STRICT;
CREATE TABLE running_flows (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version TEXT NOT NULL,
    publication INTEGER,
    since INTEGER NOT NULL
) STRICT;
CREATE INDEX bubbles_by_time ON bubbles (at);
CREATE INDEX dead_letters_by_time ON dead_letters (at);
CREATE INDEX dead_letters_by_customer ON dead_letters (customer);
CREATE INDEX sessions_by_update ON sessions (updated_at, id, status, flow, step);
CREATE INDEX sessions_with_person ON sessions (updated_at, id) WHERE status = 'with-person';
CREATE INDEX downloads_by_chat ON downloads (chat) WHERE chat IS NOT NULL;
CREATE INDEX sessions_by_handover ON sessions (with_person_since, id)
    WHERE with_person_since IS NOT NULL;
CREATE TABLE content_total (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE chat_owners (
    name TEXT PRIMARY KEY,
    customer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_owners_by_customer ON chat_owners (customer);
CREATE TRIGGER content_kept AFTER INSERT ON content BEGIN
    INSERT INTO content_total (id, bytes) VALUES (1, new.size)
        ON CONFLICT (id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER content_gone AFTER DELETE ON content BEGIN
    UPDATE content_total SET bytes = bytes - old.size;
END;
CREATE TRIGGER uploads_kept AFTER INSERT ON uploads BEGIN
    INSERT INTO content_total (id, bytes) VALUES (1, new.size)
        ON CONFLICT (id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER uploads_gone AFTER DELETE ON uploads BEGIN
    UPDATE content_total SET bytes = bytes - old.size;
END;
CREATE INDEX sessions_by_queue ON sessions (queue, unanswered_since)
    WHERE unanswered_since IS NOT NULL;
CREATE TABLE queue_waits (
    id INTEGER PRIMARY KEY,
    queue TEXT NOT NULL,
    waited INTEGER NOT NULL
) STRICT;
CREATE INDEX queue_waits_by_queue ON queue_waits (queue, id);
CREATE TABLE bookings (
    id TEXT PRIMARY KEY,
    calendar TEXT NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    until INTEGER,
    settled INTEGER NOT NULL,
    session_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    channel TEXT NOT NULL,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    booked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bookings_by_calendar ON bookings (calendar, ends);
CREATE INDEX bookings_by_session ON bookings (session_id);
CREATE INDEX bookings_by_customer ON bookings (customer);
CREATE TRIGGER sessions_forgotten AFTER DELETE ON sessions BEGIN
    DELETE FROM bookings WHERE session_id = old.id AND settled = 0;
END;
CREATE TABLE results (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    channel TEXT NOT NULL,
    customer TEXT NOT NULL,
    business TEXT NOT NULL,
    fields TEXT NOT NULL,
    state TEXT NOT NULL,
    kept_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX results_by_number ON results (name, number);
CREATE INDEX results_by_time ON results (kept_at, id);
CREATE INDEX results_by_customer ON results (customer);
CREATE INDEX results_by_expiry ON results (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE result_numbers (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE result_notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    result TEXT NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    way TEXT NOT NULL,
    occasion TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    next_try INTEGER,
    reason TEXT
) STRICT;
CREATE INDEX result_notices_by_time ON result_notices (next_try) WHERE next_try IS NOT NULL;
CREATE INDEX result_notices_by_result ON result_notices (result);
CREATE TABLE lanes (
    session_id INTEGER PRIMARY KEY,
    next INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    owner TEXT,
    epoch INTEGER NOT NULL,
    due INTEGER
) STRICT;
CREATE TABLE "deliveries" (
    session_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    message TEXT NOT NULL,
    cause TEXT,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failing_since INTEGER,
    next_try INTEGER NOT NULL,
    context TEXT,
    PRIMARY KEY (session_id, number)
) STRICT;
CREATE TABLE content_pieces (
    file TEXT NOT NULL,
    place INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (file, place)
) STRICT;
CREATE TABLE content_drafts (
    file TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX content_drafts_by_time ON content_drafts (at);
CREATE TABLE nodes (
    name TEXT PRIMARY KEY,
    start TEXT NOT NULL,
    version TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    until INTEGER NOT NULL
, publication INTEGER) STRICT;
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE TABLE accounts (
    name TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    password TEXT NOT NULL,
    is_disabled INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    locked_until INTEGER,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    signed_in_at INTEGER
) STRICT;
CREATE TABLE account_sessions (
    digest TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_sessions_by_account ON account_sessions (account);
CREATE TABLE api_tokens (
    name TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    role TEXT,
    rights TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    used_at INTEGER
) STRICT;
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    customer TEXT,
    object TEXT,
    details TEXT NOT NULL,
    outcome TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_customer ON audit (customer) WHERE customer IS NOT NULL;
CREATE TRIGGER audit_unchanged
BEFORE UPDATE OF id, at, actor, act, object, details, outcome ON audit BEGIN
    SELECT RAISE(ABORT, 'entries of the audit log cannot be changed');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit WHEN old.at > (strftime('%s') - 82800) * 1000 BEGIN
    SELECT RAISE(ABORT, 'recent entries of the audit log cannot be deleted');
END;
CREATE TABLE flow_texts (
    path TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    hash TEXT NOT NULL,
    base TEXT NOT NULL,
    author TEXT NOT NULL,
    saved_at INTEGER NOT NULL
) STRICT;
CREATE TABLE flow_drafts (
    author TEXT NOT NULL,
    path TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL,
    base TEXT,
    base_text TEXT NOT NULL,
    PRIMARY KEY (author, path)
) STRICT;
INSERT INTO arrivals VALUES ('m0', 'apple', 1772442000000, 'answered');
INSERT INTO bubbles VALUES ('25c83e97-c04e-4f79-ba5a-d877a5023334', 1, 1, 'main', 'first', '1', 1772442000000);
INSERT INTO customers VALUES ('ana', 'shop', 'apple', '{}', '{"channel":"apple","capabilities":"QUICK,LIST,TIME"}', 'en', 1772442000000, 0);
INSERT INTO deliveries VALUES (1, 1, '7e8465e8-4b21-4761-a3c1-2e9969baed7c', 1, '{"text":"Which?"}', 'm0', 1772442000000, 0, NULL, 1772442000000, '{"language":"en","region":"ZZ"}');
INSERT INTO deliveries VALUES (1, 2, 'ba2747ee-077c-4562-87b3-20f368e988e8', 1, '{"buttons":{"question":"25c83e97-c04e-4f79-ba5a-d877a5023334","summary":"Which?","items":[{"id":"Red","title":"Red"},{"id":"Blue","title":"Blue"}]}}', 'm0', 1772442000000, 0, NULL, 1772442000000, '{"language":"en","region":"ZZ"}');
INSERT INTO grdb_migrations VALUES ('001');
INSERT INTO grdb_migrations VALUES ('002');
INSERT INTO grdb_migrations VALUES ('003');
INSERT INTO grdb_migrations VALUES ('004');
INSERT INTO grdb_migrations VALUES ('005');
INSERT INTO grdb_migrations VALUES ('006');
INSERT INTO grdb_migrations VALUES ('007');
INSERT INTO grdb_migrations VALUES ('008');
INSERT INTO grdb_migrations VALUES ('009');
INSERT INTO grdb_migrations VALUES ('010');
INSERT INTO grdb_migrations VALUES ('011');
INSERT INTO grdb_migrations VALUES ('012');
INSERT INTO grdb_migrations VALUES ('013');
INSERT INTO grdb_migrations VALUES ('014');
INSERT INTO grdb_migrations VALUES ('015');
INSERT INTO grdb_migrations VALUES ('016');
INSERT INTO grdb_migrations VALUES ('017');
INSERT INTO grdb_migrations VALUES ('018');
INSERT INTO grdb_migrations VALUES ('019');
INSERT INTO grdb_migrations VALUES ('020');
INSERT INTO grdb_migrations VALUES ('021');
INSERT INTO grdb_migrations VALUES ('022');
INSERT INTO grdb_migrations VALUES ('023');
INSERT INTO grdb_migrations VALUES ('024');
INSERT INTO grdb_migrations VALUES ('025');
INSERT INTO grdb_migrations VALUES ('026');
INSERT INTO grdb_migrations VALUES ('027');
INSERT INTO grdb_migrations VALUES ('028');
INSERT INTO grdb_migrations VALUES ('029');
INSERT INTO grdb_migrations VALUES ('030');
INSERT INTO history VALUES (1, 1, 1, 1772442000000, '1', '{"heard":{"text":"hello"},"at":1772442000000,"seed":"af38be116398b1c5f6e7dfe474545b7e","sender":{"customer":"ana","device":{"channel":"apple","capabilities":"QUICK,LIST,TIME"},"region":"ZZ"},"rules":5}', '[{"send":{"text":"Which?"},"id":"7e8465e8-4b21-4761-a3c1-2e9969baed7c"},{"send":{"buttons":{"question":"25c83e97-c04e-4f79-ba5a-d877a5023334","summary":"Which?","items":[{"id":"Red","title":"Red"},{"id":"Blue","title":"Blue"}]}},"id":"ba2747ee-077c-4562-87b3-20f368e988e8"}]', 'entered main/first');
INSERT INTO lanes VALUES (1, 3, 0, NULL, 0, 1772442000000);
INSERT INTO sessions VALUES (1, 'apple', 'ana', 'shop', 1, 'waiting', 'main', 'first', '1', '{"status":"waiting","flow":"main","step":"first","answers":{},"open":{"asked":{"id":"25c83e97-c04e-4f79-ba5a-d877a5023334","prompt":"Which?","bubble":{"title":"Which?","note":"Tap to choose","size":"icon","reply":"My answer"},"choice":{"style":"automatic","options":[{"choice":{"id":"Red","label":"Red"},"item":0},{"choice":{"id":"Blue","label":"Blue"},"item":1}]}},"name":"first","version":"1","silent_at":1772442600000,"turn":1},"customer":"ana","device":{"channel":"apple","capabilities":"QUICK,LIST,TIME"},"language":"en","region":"ZZ","said":"hello","turn":1,"at":1772442000000}', 1772442000000, 1772442000000, NULL, NULL, NULL, NULL);
INSERT INTO timers VALUES (1, 'silence', 1772442600000, '25c83e97-c04e-4f79-ba5a-d877a5023334', NULL, NULL);

public import ConversationRuntime
import Databases
public import Expressions

/// The servers that share the database.
public struct SQLNodes: NodeStore {
    let database: StoredData

    /// How long a node is listed that is not seen any more; the next start of any node removes it then.
    package static let kept = TimeLength.days(7)

    public func register(_ node: Node, for length: TimeLength, at moment: Moment) async throws -> Moment? {
        try await database.perform { db in
            // A move may be under way: what it leaves is seen after it.
            if db.dialect == .postgresql { try db.execute(sql: "LOCK TABLE nodes IN ROW EXCLUSIVE MODE") }
            if let mark = try MovedMark.read(.target, db) {
                throw StoreTrouble.gone("\(StorageError.moved("the database", mark))")
            }
            let now = db.dialect.now("?1")
            let known = try Row.fetchOne(
                db, sql: "SELECT start, version, until > \(now) FROM nodes WHERE name = ?2",
                arguments: [moment.milliseconds, node.name])
            if let known {
                let former = Node(name: node.name, start: known[0], version: known[1])
                if former.start != node.start {
                    if known[2] { return nil }
                    try free(former, at: moment, db)
                }
            }
            try db.execute(
                sql: "DELETE FROM nodes WHERE seen_at < \(now) - ?2",
                arguments: [moment.milliseconds, Self.kept.milliseconds])
            return try Int.fetchOne(
                db,
                sql: """
                    INSERT INTO nodes (name, start, version, seen_at, until) VALUES (?2, ?3, ?4, \(now), \(now) + ?5)
                    ON CONFLICT (name) DO UPDATE SET start = excluded.start, version = excluded.version,
                        seen_at = excluded.seen_at, until = excluded.until,
                        publication = CASE WHEN nodes.start = excluded.start THEN nodes.publication END
                    RETURNING seen_at
                    """,
                arguments: [moment.milliseconds, node.name, node.start, node.version, length.milliseconds]
            ).map { Moment(milliseconds: $0) }
        }
    }

    public func beat(_ node: Node, for length: TimeLength, at moment: Moment) async throws -> Moment? {
        try await database.perform { db in
            let now = db.dialect.now("?1")
            return try Int.fetchOne(
                db,
                sql: """
                    UPDATE nodes SET seen_at = \(now), until = \(now) + ?2 WHERE name = ?3 AND start = ?4
                    RETURNING seen_at
                    """,
                arguments: [moment.milliseconds, length.milliseconds, node.name, node.start]
            ).map { Moment(milliseconds: $0) }
        }
    }

    public func recordActivation(of publication: Int, by node: Node) async throws -> Bool {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE nodes SET publication = ? WHERE name = ? AND start = ?",
                arguments: [publication, node.name, node.start])
            return db.changesCount == 1
        }
    }

    public func leave(_ node: Node, at moment: Moment) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE nodes SET until = 0 WHERE name = ? AND start = ?", arguments: [node.name, node.start])
            if db.changesCount == 1 { try free(node, at: moment, db) }
        }
    }

    public func all(at moment: Moment) async throws -> [NodeStatus] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT name, start, version, seen_at, until > \(db.dialect.now("?1")), until = 0, publication
                    FROM nodes ORDER BY name
                    """,
                arguments: [moment.milliseconds]
            ).map { row in
                NodeStatus(
                    node: Node(name: row[0], start: row[1], version: row[2]), seenAt: Moment(milliseconds: row[3]),
                    isRunning: row[4], hasLeft: row[5], publication: row[6])
            }
        }
    }

    public func take(
        _ lease: String, for node: Node, length: TimeLength, at moment: Moment
    ) async throws -> Lease? {
        try await database.perform { db in
            let now = db.dialect.now("?1")
            return try Row.fetchOne(
                db,
                sql: """
                    INSERT INTO leases (name, owner, epoch, until) VALUES (?2, ?3, 1, \(now) + ?4)
                    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until,
                        epoch = CASE WHEN leases.owner = excluded.owner THEN leases.epoch ELSE leases.epoch + 1 END
                        WHERE leases.owner = excluded.owner OR leases.until <= \(now)
                    RETURNING epoch
                    """,
                arguments: [moment.milliseconds, lease, node.owner, length.milliseconds]
            ).map { Lease(name: lease, owner: node.owner, epoch: $0[0]) }
        }
    }

    public func release(_ lease: String, of node: Node, at moment: Moment) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE leases SET until = 0 WHERE name = ? AND owner = ?", arguments: [lease, node.owner])
        }
    }

    /// Lets everything go that a start of a node holds. Timers and calls are claimed for its name.
    private func free(_ node: Node, at moment: Moment, _ db: Database) throws {
        try db.execute(sql: "UPDATE leases SET until = 0 WHERE owner = ?", arguments: [node.owner])
        try LaneRows.letGo(all: node.owner, at: moment, db)
        for table in ["timers", "calls"] {
            try db.execute(
                sql: "UPDATE \(table) SET claimed_until = NULL WHERE claimed_by = ? AND claimed_until IS NOT NULL",
                arguments: [node.name])
        }
    }
}

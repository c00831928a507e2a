package import Databases
public import Expressions

/// Says that what a database holds belongs to another one since a time, which serves it.
///
/// It is a lease on everything, which never ends and which no server takes.
public struct MovedMark: Sendable, Hashable {
    /// The path or the address of the other database.
    public let place: String
    public let at: Moment

    package init(place: String, at: Moment) {
        self.place = place
        self.at = at
    }

    private var isServer: Bool { place.hasPrefix("postgresql://") }

    /// What lets a server use the other database.
    package var wayThere: String {
        isServer ? "set `storage.url` to it" : "remove `storage.url`, and set `storage.path` to that file"
    }

    /// The command that moves the data back.
    package var wayBack: String { isServer ? "postgresql-to-sqlite" : "sqlite-to-postgresql" }

    /// The two ends of a move.
    package enum End: String, Sendable {
        /// Where the data are now.
        case target = "moved to"
        /// Where the data were before.
        case source = "moved from"
    }

    package static func read(_ end: End, _ db: Database) throws -> MovedMark? {
        try Row.fetchOne(db, sql: "SELECT owner, until FROM leases WHERE name = ?", arguments: [end.rawValue]).map {
            MovedMark(place: $0[0], at: Moment(milliseconds: $0[1]))
        }
    }

    package func write(_ end: End, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO leases (name, owner, epoch, until) VALUES (?, ?, 0, ?)
                ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
                """, arguments: [end.rawValue, place, at.milliseconds])
    }

    package static func remove(_ end: End, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM leases WHERE name = ?", arguments: [end.rawValue])
    }
}

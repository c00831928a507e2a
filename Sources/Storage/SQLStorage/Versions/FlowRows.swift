package import ConversationRuntime
package import Databases
import Expressions
import Foundation

/// The rows of versions and publications.
package enum FlowRows {
    private static let columns = "id, version, at, author, note"
    private static let last = "SELECT \(columns) FROM publications WHERE refusal IS NULL ORDER BY id DESC LIMIT 1"

    static func isKept(_ hash: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM flow_versions WHERE hash = ?)", arguments: [hash]) ?? false
    }

    static func keep(_ version: FlowVersion, at moment: Moment, _ db: Database) throws {
        if try isKept(version.hash, db) { return }
        try db.execute(
            sql: "INSERT INTO flow_versions (hash, kept_at) VALUES (?, ?)",
            arguments: [version.hash, moment.milliseconds])
        for file in version.files {
            try db.execute(
                sql: "INSERT INTO flow_files (version, path, role, checksum, size, content) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    version.hash, file.path, file.role.rawValue, file.checksum, file.size,
                    file.content.map { Data($0) },
                ])
        }
    }

    static func publish(
        _ hash: String, at moment: Moment, by author: String, _ note: String, _ db: Database
    ) throws -> Publication {
        let number = try Int.fetchOne(
            db, sql: "INSERT INTO publications (version, at, author, note) VALUES (?, ?, ?, ?) RETURNING id",
            arguments: [hash, moment.milliseconds, author, note])
        return Publication(
            number: number ?? 0, version: hash, at: moment, author: author, note: note)
    }

    package static func publication(_ db: Database) throws -> Publication? {
        try Row.fetchOne(db.cachedStatement(sql: last)).map(Publication.init(row:))
    }

    package static func version(_ hash: String, _ db: Database) throws -> FlowVersion? {
        guard try isKept(hash, db) else { return nil }
        let rows = try Row.fetchAll(
            db, sql: "SELECT role, path, checksum, size, content FROM flow_files WHERE version = ?",
            arguments: [hash])
        return FlowVersion(hash: hash, files: rows.compactMap(FlowVersion.File.init(row:)))
    }

    static func summaries(_ db: Database) throws -> [VersionSummary] {
        let current = try publication(db)?.version
        let published = try Row.fetchAll(
            db,
            sql: """
                SELECT \(columns), refusal FROM publications
                WHERE id IN (SELECT MAX(id) FROM publications GROUP BY version)
                """)
        let last = Dictionary(published.map { ($0[1] as String, $0) }) { first, _ in first }
        let counts = try Row.fetchAll(
            db,
            sql: """
                SELECT version, COUNT(*) FROM sessions WHERE status IN ('waiting', 'calling', 'with-person')
                GROUP BY version
                """)
        let sessions = Dictionary(counts.map { ($0[0] as String, $0[1] as Int) }) { first, _ in first }
        let kept = try Row.fetchAll(
            db,
            sql: """
                SELECT hash, kept_at, (SELECT COUNT(*) FROM flow_files WHERE version = hash AND role = 'flow')
                FROM flow_versions
                """)
        return kept.map { row in
            let hash: String = row[0]
            return VersionSummary(
                hash: hash, keptAt: Moment(milliseconds: row[1]), flows: row[2],
                publication: last[hash].map(Publication.init(row:)), refusal: last[hash]?[5],
                isCurrent: hash == current,
                sessions: sessions[hash] ?? 0)
        }.sorted { ($0.publication?.number ?? 0, $0.keptAt) > ($1.publication?.number ?? 0, $1.keptAt) }
    }

    /// The hashes of versions that are no longer needed.
    static func forgettable(before moment: Moment, _ db: Database, among: [String]? = nil) throws -> [String] {
        let old = try String.fetchAll(
            db,
            sql: """
                SELECT hash FROM flow_versions
                WHERE kept_at < ?1
                    AND NOT EXISTS (SELECT 1 FROM publications WHERE version = hash AND at >= ?1)
                    AND hash NOT IN (SELECT version FROM running_flows)
                    AND hash NOT IN (SELECT version FROM publications GROUP BY version ORDER BY MAX(id) DESC LIMIT 10)
                ORDER BY hash
                """, arguments: [moment.milliseconds])
        if old.isEmpty || among?.isEmpty ?? false { return [] }
        let current = try publication(db)?.version
        let inUse = try String.fetchSet(db, sql: "SELECT DISTINCT version FROM sessions")
        return old.filter { $0 != current && !inUse.contains($0) && among?.contains($0) ?? true }
    }

    static func forget(_ hash: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM flow_files WHERE version = ?", arguments: [hash])
        try db.execute(sql: "DELETE FROM flow_versions WHERE hash = ?", arguments: [hash])
    }
}

extension Publication {
    /// From `id, version, at, author, note`.
    fileprivate init(row: Row) {
        self.init(
            number: row[0], version: row[1], at: Moment(milliseconds: row[2]), author: row[3], note: row[4])
    }
}

extension FlowVersion.File {
    /// From `role, path, checksum, size, content`; `nil` for a role introduced by a newer version of Usher.
    fileprivate init?(row: Row) {
        guard let role = Role(rawValue: row[0]) else { return nil }
        self.init(
            role: role, path: row[1], checksum: row[2], size: row[3], content: (row[4] as Data?).map { [UInt8]($0) })
    }
}

public import ConversationRuntime
import Databases
public import Expressions
import Foundation

/// Versions of the flows, and which of them is published.
public struct SQLVersions: VersionStore {
    let database: StoredData

    public func keep(_ version: FlowVersion, pictures: [String: String], at moment: Moment) async throws {
        try await copy(pictures, of: version)
        try await database.perform { try FlowRows.keep(version, at: moment, $0) }
    }

    public func publish(
        _ version: FlowVersion, pictures: [String: String], at moment: Moment, by author: String, note: String,
        recording entry: AuditEntry?
    ) async throws -> Publication {
        try await copy(pictures, of: version)
        return try await database.change { db in
            try FlowRows.keep(version, at: moment, db)
            try AuditRows.insert(entry, db)
            return try FlowRows.publish(version.hash, at: moment, by: author, note, db)
        }
    }

    public func publish(
        _ hash: String, at moment: Moment, by author: String, note: String
    ) async throws -> Publication? {
        try await database.change { db in
            guard try FlowRows.isKept(hash, db) else { return nil }
            return try FlowRows.publish(hash, at: moment, by: author, note, db)
        }
    }

    /// Copies pictures before any row refers to them.
    private func copy(_ pictures: [String: String], of version: FlowVersion) async throws {
        for file in version.files where file.role == .picture {
            guard let source = pictures[file.path] else { continue }
            try await database.published.keep(file, from: source)
            if database.files.place == .database { try await database.files.keepPicture(file, in: database.published) }
        }
    }

    public func publication() async throws -> Publication? { try await database.read(FlowRows.publication) }

    public func refuse(_ publication: Int, because reason: String) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE publications SET refusal = ? WHERE id = ?", arguments: [reason, publication])
        }
    }

    public func refusal(of publication: Int) async throws -> String? {
        try await database.read { db in
            try String.fetchOne(
                db, sql: "SELECT refusal FROM publications WHERE id = ? AND refusal IS NOT NULL",
                arguments: [publication])
        }
    }

    public func tell(_ running: RunningFlows) async throws {
        try await database.perform { db in
            try db.execute(
                sql: """
                    INSERT INTO running_flows (id, version, publication, since) VALUES (1, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE
                        SET version = excluded.version, publication = excluded.publication, since = excluded.since
                    """,
                arguments: [running.version, running.publication, running.since.milliseconds])
        }
    }

    public func running() async throws -> RunningFlows? {
        try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT version, publication, since FROM running_flows").map {
                RunningFlows(version: $0[0], publication: $0[1], since: Moment(milliseconds: $0[2]))
            }
        }
    }

    public func version(_ hash: String) async throws -> FlowVersion? {
        let version = try await database.read { try FlowRows.version(hash, $0) }
        if let version, database.files.place == .database {
            for file in version.files where file.role == .picture {
                try await database.files.fetchPicture(file, to: database.published)
            }
        }
        return version
    }

    public func hashes(beginningWith digits: String) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(
                db, sql: "SELECT hash FROM flow_versions WHERE substr(hash, 1, CAST(? AS INTEGER)) = ? ORDER BY hash",
                arguments: [digits.count, digits])
        }
    }

    public func versions() async throws -> [VersionSummary] { try await database.read(FlowRows.summaries) }

    public func place(ofPicture file: FlowVersion.File) -> String { database.published.place(of: file) }

    public func forgetVersions(before moment: Moment) async throws -> Int {
        let old = try await database.read { try FlowRows.forgettable(before: moment, $0) }
        var count = 0
        if !old.isEmpty {
            count = try await database.perform { db in
                // Another process may have published one of them since.
                let still = try FlowRows.forgettable(before: moment, db, among: old)
                for hash in still { try FlowRows.forget(hash, db) }
                return still.count
            }
        }
        database.published.removeAll(
            but: try await database.read {
                try String.fetchSet($0, sql: "SELECT checksum FROM flow_files WHERE content IS NULL")
            })
        try await database.files.pieces.sweep()
        return count
    }

    /// The location of a picture of the versions stored with a database.
    public static func place(ofPicture file: FlowVersion.File, in database: String) -> String {
        PublishedPictures(database: database).place(of: file)
    }
}

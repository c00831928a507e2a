import Channels
package import ConversationRuntime
import Databases
import Expressions
package import SQLStorage

/// What is asked of a database before it is used.
extension PostgreSQLDatabase {
    /// The flows published last, whose pictures this machine has then; `nil` when none were, or there are no tables yet.
    ///
    /// - Parameter folder: the folder of files.
    package static func published(
        at address: PostgreSQLAddress, files folder: String
    ) async throws(PostgreSQLOpeningError) -> (publication: Publication, version: FlowVersion)? {
        let found = try await publishedFiles(at: address)
        guard let found, found.version.files.contains(where: { $0.role == .picture }) else { return found }
        let database = try await PostgreSQLDatabase(address, files: folder, isServer: false)
        do {
            _ = try await StoredData(database, key: nil, files: folder, in: .database).versions.version(
                found.version.hash)
        } catch {
            throw .unusable(address.place, reason: "the pictures of the published flows cannot be read: \(error)")
        }
        return found
    }

    private static func publishedFiles(
        at address: PostgreSQLAddress
    ) async throws(PostgreSQLOpeningError) -> (publication: Publication, version: FlowVersion)? {
        try await asking(address) { db in
            let hasTables: Bool =
                try Row.fetchOne(db, sql: "SELECT to_regclass('publications') IS NOT NULL").map { $0[0] } ?? false
            guard hasTables, let publication = try FlowRows.publication(db),
                let version = try FlowRows.version(publication.version, db)
            else { return nil }
            return (publication, version)
        }
    }

    /// What the server says of itself.
    package static func facts(at address: PostgreSQLAddress) async throws(PostgreSQLOpeningError) -> ServerFacts {
        try await asking(address) { try ServerFacts($0) }
    }

    /// Why the server that takes writes may be a former primary; `nil` when a standby confirms its commits, or no server of
    /// the address has been missed. Asks each of them, for two seconds at most.
    package static func doubt(_ facts: ServerFacts, at address: PostgreSQLAddress) -> PrimaryDoubt? {
        guard address.hostCount > 1, !facts.isConfirmed else { return nil }
        return PrimaryDoubt(roles(at: address))
    }

    /// How long an opening may take before it is explained.
    private static let patience = TimeLength.seconds(3)

    /// Reports why a database that is being opened does not respond for long, if the reason is that commits wait for a standby.
    /// Ends when its task is cancelled.
    package static func explainDelay(
        at address: PostgreSQLAddress, to report: (@Sendable (String) -> Void)?
    ) async {
        guard let report else { return }
        let clock = SystemClock()
        try? await clock.sleep(until: clock.now + patience)
        if Task.isCancelled { return }
        let wait = try? await PostgreSQLSession(address).value { try StandbyWait($0) }
        if let wait, wait.isBlocked, !Task.isCancelled { report(wait.description) }
    }

    /// Why an error has ended the opening: also because commits wait for a standby.
    static func reason(for error: SQLError, at address: PostgreSQLAddress) async -> PostgreSQLOpeningError {
        let unwritable = PostgreSQLOpeningError(error, at: address.place)
        guard [.unavailable, .unknown, .conflict].contains(error.kind) else { return unwritable }
        let wait = try? await PostgreSQLSession(address).value { try StandbyWait($0) }
        guard let wait, wait.isBlocked else { return unwritable }
        return .notWritable(address.place, reason: wait.description)
    }

    static func asking<Outcome: Sendable>(
        _ address: PostgreSQLAddress, _ work: @escaping @Sendable (Database) throws -> Outcome
    ) async throws(PostgreSQLOpeningError) -> Outcome {
        do {
            return try await PostgreSQLSession(address).value(work)
        } catch let error as SQLError {
            throw PostgreSQLOpeningError(error, at: address.place)
        } catch {
            throw .unusable(address.place, reason: "\(error)")
        }
    }
}

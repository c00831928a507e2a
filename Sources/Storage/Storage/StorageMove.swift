import Concurrency
import Databases
public import Expressions
import Foundation
public import SQLStorage
import SQLiteStorage

#if PostgreSQL
    import PostgreSQLStorage
#endif

/// Moves everything that a bot keeps from an SQLite file to a PostgreSQL database, or back, while no server runs.
///
/// The target is written in one transaction, which also makes the tables of a PostgreSQL database, so that a move which is
/// refused or interrupted leaves it as it was. Then the source is marked, and servers refuse it.
public struct StorageMove: Sendable {
    private let source: StoragePlace
    private let target: StoragePlace
    private let use: StorageUse
    private let now: Moment

    /// - Parameters:
    ///   - use: the key of both, and what is accepted of a database server.
    ///   - now: the time, for the marks.
    public init(from source: StoragePlace, to target: StoragePlace, _ use: StorageUse, at now: Moment) {
        self.source = source.resolved
        self.target = target.resolved
        self.use = use
        self.now = now
    }

    /// - Parameter progress: receives the fraction that is done, from 0 to 1.
    /// - Throws: `MoveError`.
    public func run(
        _ progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(MoveError) -> MoveReport {
        try await run(progress, passing: { _ in })
    }

    /// - Parameter passing: called with the name of a table after each page of rows, with `target` before the target is
    ///   written for good, and with `source` before the source is marked for good.
    package func run(
        _ progress: @escaping @Sendable (Double) -> Void = { _ in },
        passing: @escaping @Sendable (String) throws -> Void
    ) async throws(MoveError) -> MoveReport {
        do {
            try checkFiles()
            let created: CreatedFiles? = if case .file(let path) = target { CreatedFiles(at: path) } else { nil }
            let (from, to) = try await opened()
            do {
                return try await onThreadOfItsOwn { try move(from, to, progress, passing) }
            } catch {
                if let created, case .file(let database) = to, database.closeIfEmpty() { created.remove() }
                throw error
            }
        } catch {
            throw MoveError(error, from: source, to: target)
        }
    }

    // MARK: Opening

    /// What can be refused before a file is created, or an older one migrated.
    private func checkFiles() throws {
        if case .file(let path) = source, !FileManager.default.fileExists(atPath: path) {
            throw MoveError("there is no database at \(path); set `storage.path` to the file that is to be moved")
        }
        if case .server = source, try source.facts()?.hasTables != true {
            throw MoveError("\(source) has no data of a bot; check `storage.url`")
        }
        if case .file(let path) = target { _ = try hasArrived(SQLiteDatabase.found(at: path)) }
        for place in [source, target] {
            guard let wait = try place.facts()?.standbyWait, wait.isBlocked else { continue }
            throw MoveError("\(place) cannot be written at present: \(wait). Nothing was moved", isTemporary: true)
        }
    }

    /// A database server is asked first, which changes nothing: opening a file creates or migrates it.
    private func opened() async throws -> (source: HeldPlace, target: HeldPlace) {
        guard case .server = target else {
            let from = try await opened(source, isSource: true)
            return (from, try await opened(target, isSource: false))
        }
        let to = try await opened(target, isSource: false)
        return (try await opened(source, isSource: true), to)
    }

    /// The key is compared later, before anything is sealed with it.
    private func opened(_ place: StoragePlace, isSource: Bool) async throws -> HeldPlace {
        switch place {
        case .file(let path): return .file(try SQLiteDatabase(path: path, beginsAnew: !isSource))
        case .server(let url, _):
            #if PostgreSQL
                let address = try place.address(url, node: ConnectionName.move)
                let facts = try await PostgreSQLDatabase.facts(at: address)
                let refusal = facts.refusal(hosts: address.hostCount, acceptsLoss: use.acceptsLoss)
                if let reason = facts.flaw ?? refusal {
                    throw MoveError("\(place) cannot be used: \(reason)")
                }
                let found = try await PostgreSQLDatabase.found(at: address, now)
                try check(servers: found.servers, of: place)
                if !isSource {
                    try checkTables(found.data)
                    _ = try hasArrived(found.data)
                }
                return .server(address, onDelay: use.onDelay)
            #else
                throw StoragePlace.lacksPostgreSQL(url)
            #endif
        }
    }

    // MARK: Moving

    private func move(
        _ source: HeldPlace, _ target: HeldPlace, _ progress: @escaping (Double) -> Void,
        _ passing: @escaping (String) throws -> Void
    ) throws -> MoveReport {
        let files = MovedFiles(from: self.source.files, to: self.target.files)
        return try source.holding { from in
            try check(from)
            var makesFiles = false
            let report: MoveReport
            do {
                report = try target.holding { to in
                    var report = try moveRows(from, to, progress, passing)
                    makesFiles = !report.wasInterrupted
                    try files.copy(namedIn: from, for: &report)
                    try passing("target")
                    return report
                }
            } catch {
                // When it is not known whether the target was written, its files are needed.
                if makesFiles, (error as? SQLError)?.kind != .unknown { try? files.removeCopies(namedIn: from) }
                throw error
            }
            try MovedMark(place: "\(self.target)", at: now).write(.target, from)
            try passing("source")
            return report
        }
    }

    /// Checks that the source may be moved.
    private func check(_ db: Database) throws {
        try checkServers(of: source, db)
        if let mark = try MovedMark.read(.target, db) {
            throw MoveError(
                "\(source) was moved to \(mark.place) at \(mark.at.iso) already; \(mark.wayThere), and start the servers"
            )
        }
        do {
            try KeyProof.compare(Seal(use.key), db)
        } catch SealError.noKey {
            throw MoveError(
                "\(source) holds private answers, and `storage.key` is not set; set the key with which they were sealed"
            )
        } catch let error as SealError {
            throw MoveError(
                "`storage.key` does not open what \(source) holds: \(error); set the keys that its servers have")
        }
    }

    private func checkServers(of place: StoragePlace, _ db: Database) throws {
        try check(servers: FoundData.servers(at: now, db), of: place)
    }

    private func check(servers: [String], of place: StoragePlace) throws {
        guard let first = servers.first else { return }
        throw MoveError(
            "\(place) is in use by \(servers.count == 1 ? "the server \(first)" : "the servers \(servers.joined(separator: ", "))"); "
                + "stop \(servers.count == 1 ? "it" : "them") first. One that was killed counts as stopped when its lease has run out "
                + "(`storage.lease`)", isTemporary: true)
    }

    private func moveRows(
        _ from: Database, _ to: Database, _ progress: @escaping (Double) -> Void,
        _ passing: @escaping (String) throws -> Void
    ) throws -> MoveReport {
        try checkServers(of: target, to)
        try checkTables(FoundData(to))
        let mover = try Mover(from: from, to: to, progress, passing: passing)
        if try hasArrived(FoundData(to)) {
            guard var report = try mover.compare() else {
                throw MoveError(
                    "\(target) has received the data of \(source) before, and they differ now: one of the two has been in use since. "
                        + "Decide on one, and start its servers; to move again, empty the other")
            }
            report.wasInterrupted = true
            return report
        }
        let report = try mover.move()
        try MovedMark.remove(.target, to)
        try MovedMark(place: "\(source)", at: now).write(.source, to)
        return report
    }

    /// Whether the target has the data of the source already, because a move was interrupted before the source was marked.
    ///
    /// - Throws: `MoveError` when it holds other data.
    private func hasArrived(_ found: FoundData) throws -> Bool {
        if found.filled.isEmpty { return false }
        if let mark = found.source, mark.place == "\(source)", found.target == nil { return true }
        let past = found.target.map { "; it was moved to \($0.place) at \($0.at.iso)" } ?? ""
        throw MoveError(
            "\(target) is not empty: there are rows in `\(found.filled.prefix(3).joined(separator: "`, `"))`\(past). A move needs an "
                + "empty target: \(emptyTarget)")
    }

    /// Checks that no other program has tables in the target.
    private func checkTables(_ found: FoundData) throws {
        if found.foreign.isEmpty { return }
        let names = found.foreign.prefix(3).joined(separator: "`, `")
        throw MoveError(
            "\(target) is not empty: it has tables that are not Usher's, such as `\(names)`. A move needs an empty target: "
                + emptyTarget)
    }

    /// How to get an empty target.
    private var emptyTarget: String {
        if case .file = target {
            return "set `storage.path` to a file that does not exist, in the same folder, or put this one into another "
                + "folder"
        }
        return "create an empty database with `createdb`, and set `storage.url` to it"
    }
}

extension StoragePlace {
    /// The place with a full path, whatever the folder is from which it is seen.
    fileprivate var resolved: StoragePlace {
        guard case .file(let path) = self else { return self }
        return .file(URL(filePath: path).standardizedFileURL.path)
    }
}

extension MoveError {
    /// Describes an error for operators.
    fileprivate init(_ error: any Error, from source: StoragePlace, to target: StoragePlace) {
        switch error {
        case let error as MoveError: self = error
        case StorageError.inUse(let path):
            self.init("\(path) is in use by a server; stop the server first", isTemporary: true)
        case let error as StorageError: self.init("\(error)", isTemporary: error.isTemporary)
        case let error as SQLError where error.kind == .conflict:
            self.init(
                "other programs write to the PostgreSQL database at present; stop servers and commands, and run the command again",
                isTemporary: true)
        case let error as SQLError where error.kind == .unknown:
            self.init(
                "\(error). It is not known whether the move is complete; once the database answers, run the command again: it compares "
                    + "both, and completes the move", isTemporary: true)
        case let error as SQLError:
            self.init("\(error); nothing was moved", isTemporary: error.kind == .unavailable)
        default:
            #if PostgreSQL
                if let error = error as? PostgreSQLOpeningError {
                    self.init("\(error)", isTemporary: error.isTemporary)
                    return
                }
            #endif
            let trouble = StorageTrouble(error)
            self.init(
                "\(trouble?.description ?? "\(error)"); nothing was moved", isTemporary: trouble?.isTemporary ?? false)
        }
    }
}

import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import FlowModel
import SQLStorage
import SQLiteStorage
import Server
import Storage
import Usher

/// The database of an operator's command, whether or not a server is running.
struct OperatorAccess: ParsableArguments {
    @Option(
        help: "Read settings from this file; its `storage.path` or `storage.url` locates the database.",
        completion: .file())
    var config: String?

    func open() throws -> StoredData { try Self.open(SettingsSource.here(file: config)) }

    /// Opens the database of a project's settings.
    static func open(_ source: SettingsSource) throws -> StoredData {
        try open(try Bootstrap.settings(source, isServing: false))
    }

    /// - Parameter purpose: what the command does, for a refusal.
    /// - Returns: the SQLite file of a command that works on files.
    func openFile(for purpose: String, instead: String) throws -> SQLiteDatabase {
        let settings = try Bootstrap.settings(SettingsSource.here(file: config), isServing: false)
        guard case .file(let path) = settings.storage else {
            try Bootstrap.refuse("`usher \(purpose)` is for SQLite files, and `storage.url` is set; \(instead)")
        }
        try Self.expect(settings.storage)
        return try Console.opening { () throws(StorageError) in
            try SQLiteDatabase(path: path, isOwner: false, key: settings.storageKey)
        }
    }

    /// Ends the command when there is no database.
    static func expect(_ storage: StoragePlace) throws {
        guard storage.isAbsent else { return }
        try Bootstrap.refuse(
            "there is no database at \(storage): start `usher serve`, which creates it, or name the server's settings with `--config`"
        )
    }

    private static func open(_ settings: ServerSettings) throws -> StoredData {
        try expect(settings.storage)
        let data = try opened(settings)
        if let mark = data.moved {
            Console.note(
                "usher: \(settings.storage) was moved to \(mark.place) at \(mark.at.iso), and shows what was there then"
            )
        }
        return data
    }

    /// Opens the database of settings, and warns when it may not be the one that servers use; reports an error and ends the
    /// command.
    static func opened(_ settings: ServerSettings) throws -> StoredData {
        let data = try Console.opening { () throws(StorageError) in
            try settings.storage.open(settings.storageUse(isServer: false))
        }
        if let doubt = data.doubt { Console.note("usher: \(doubt)") }
        return data
    }
}

extension OperatorAccess {
    /// Returns the operations on conversations, which notify the agent desk of the settings.
    func operations(on database: StoredData) throws -> Operations {
        let settings = try Bootstrap.settings(SettingsSource.here(file: config), isServing: false)
        return Operations(
            sessions: database.sessions, operators: database.operators, clock: SystemClock(),
            notifiesDesk: settings.desk != nil)
    }

    /// Returns the bot that a server with these settings would run.
    func bot() throws -> Bot {
        try Bootstrap.servedFlows(try Bootstrap.settings(SettingsSource.here(file: config), isServing: false))
    }
}

extension SQLOperators {
    /// Returns the only session identified by `id`; ends the command if there is not exactly one.
    func onlySession(_ id: String) async throws -> SessionSummary {
        let found = try await sessions(named: id)
        if let only = found.first, found.count == 1 { return only }
        if found.isEmpty {
            try Bootstrap.refuse(
                "there is no session of `\(id)`; `usher sessions list` lists sessions", code: Console.notFound)
        }
        let numbers = found.map { "\($0.id.number) (\($0.conversation.business))" }.joined(separator: ", ")
        try Bootstrap.refuse("`\(id)` has several sessions; name one by its number: \(numbers)")
    }
}

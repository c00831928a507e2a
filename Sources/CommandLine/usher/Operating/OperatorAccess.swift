import ArgumentParser
import Channels
import ConversationRuntime
import FlowModel
import Foundation
import SQLStorage
import SQLiteStorage
import Server
import Usher

/// The database of an operator's command, whether or not a server is running.
struct OperatorAccess: ParsableArguments {
    @Option(help: "Read settings from this file; its `storage.path` locates the database.", completion: .file())
    var config: String?

    func open() throws -> SQLiteDatabase {
        let settings = try Bootstrap.settings(SettingsSource.here(file: config), isServing: false)
        guard FileManager.default.fileExists(atPath: settings.storagePath) else {
            try Bootstrap.refuse(
                "there is no database at \(settings.storagePath); name the server's settings with `--config`")
        }
        return try Console.opening { () throws(StorageError) in
            try SQLiteDatabase(path: settings.storagePath, isOwner: false, key: settings.storageKey)
        }
    }
}

extension OperatorAccess {
    /// Returns the operations on conversations, which notify the agent desk of the settings.
    func operations(on database: SQLiteDatabase) throws -> Operations {
        let settings = try Bootstrap.settings(SettingsSource.here(file: config), isServing: false)
        return Operations(
            sessions: database.sessions, operators: database.operators, clock: SystemClock(),
            notifiesDesk: settings.desk != nil)
    }

    /// Returns the bot that a server with these settings would run.
    func bot() throws -> Bot {
        let source = SettingsSource.here(file: config)
        let settings = try Bootstrap.settings(source, isServing: false)
        return try Bootstrap.servedBot(source, settings).project.bot
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

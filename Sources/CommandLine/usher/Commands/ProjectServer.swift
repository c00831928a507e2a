import Files
import FlowPublishing
import Foundation
import Projects
import SQLiteStorage
import Server
import Studio
import Usher

/// The server of a project on this machine, for the studio: what `usher publish` and `usher flow stats` work with.
enum ProjectServer {
    /// - Parameter settings: those at the start; what publishing needs is read again each time, as the command does.
    static func of(
        _ folder: ProjectFolder, _ source: SettingsSource, _ settings: ServerSettings
    ) -> StudioServer {
        let path = settings.storagePath
        return StudioServer(
            database: path, author: PublishCommand.user,
            sources: {
                try FlowSources(in: folder, actions: settings.actionsPath, services: settings.servicesPath)
            },
            validator: { try validator(source) },
            open: { makes in
                guard makes || FileManager.default.fileExists(atPath: path) else { return nil }
                let key = try source.settings(isServing: false).storageKey
                let database = try SQLiteDatabase(path: path, isOwner: false, key: key)
                return StudioServer.Open(
                    publisher: Publisher(store: database.versions, validator: try validator(source)),
                    copies: database.copies, operators: database.operators, sessions: database.sessions)
            },
            isServed: { SQLiteDatabase.isOwned(path) })
    }

    private static func validator(_ source: SettingsSource) throws -> PublishValidator {
        let settings = try source.settings(isServing: false)
        return PublishValidator(needs: UsherBot.needs(source, settings), isStrict: settings.isStrict)
    }
}

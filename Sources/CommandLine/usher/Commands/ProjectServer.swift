import Files
import FlowPublishing
import Projects
import SQLStorage
import Server
import Storage
import Studio
import Usher

/// The server of a project on this machine, for the studio: what `usher publish` and `usher flow stats` work with.
enum ProjectServer {
    /// - Parameter settings: those at the start; what publishing needs is read again each time, as the command does.
    static func of(
        _ folder: ProjectFolder, _ source: SettingsSource, _ settings: ServerSettings
    ) -> StudioServer {
        let storage = settings.storage
        return StudioServer(
            database: "\(storage)", author: PublishCommand.user,
            sources: {
                try FlowSources(in: folder, actions: settings.actionsPath, services: settings.servicesPath)
            },
            validator: { try validator(source) },
            open: { makes in
                guard makes || !storage.isAbsent else { return nil }
                let database = try storage.open(source.settings(isServing: false).storageUse(isServer: false))
                return StudioServer.Open(
                    publisher: Publisher(store: database.versions, validator: try validator(source)),
                    copies: database.copies, operators: database.operators, sessions: database.sessions,
                    audit: database.audit, nodes: database.nodes)
            },
            isServed: {
                // A database that does not answer may have servers that do.
                (try? await storage.isServed(
                    storage.open(source.settings(isServing: false).storageUse(isServer: false))))
                    ?? true
            })
    }

    private static func validator(_ source: SettingsSource) throws -> PublishValidator {
        let settings = try source.settings(isServing: false)
        return PublishValidator(needs: UsherBot.needs(source, settings), isStrict: settings.isStrict)
    }
}

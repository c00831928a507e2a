import Channels
import ConversationRuntime
import FlowCompiler
import FlowModel
import FlowPublishing
import Logging
import Projects
import SQLStorage
import Server
import ServerMetrics
import Storage

/// A bot that has everything it needs to be served, except its database.
struct PreparedBot {
    let settings: ServerSettings
    /// The hashes of the settings.
    let marks: [String: Int]
    let project: CompiledProject
    let calls: ActionCalls
    let source: SettingsSource
    let warnings: [String]

    /// Opens the database of the bot.
    ///
    /// - Parameters:
    ///   - beginsAnew: whether an empty database may replace one that is missing.
    ///   - context: with the metrics and the log of the bot.
    ///   - pages: pages of other modules.
    /// - Throws: `UsherError`, which names a bot in a folder.
    func opened(
        beginsAnew: Bool, in context: ServerContext, pages: AddedPages? = nil
    ) throws(UsherError) -> OpenedBot {
        for warning in warnings { context.logger.warning("\(warning)") }
        logFlows(context.logger)
        var use = settings.storageUse(isServer: true)
        use.beginsAnew = beginsAnew
        let logger = context.logger
        use.onDelay = { reason in
            logger.warning("server not started yet, the database does not respond", metadata: ["reason": "\(reason)"])
        }
        var context = context
        let database: StoredData
        do throws(StorageError) {
            database = try settings.storage.open(use, measuredIn: context.registry)
            context.share(
                try settings.storage.sharing(
                    use, clockAhead: database.clockAhead, times: settings.sharingTimes, version: UsherServer.version,
                    logger: context.logger))
        } catch {
            let error = UsherError(error)
            throw settings.bot == .main ? error : error.of(settings.bot)
        }
        if database.acceptsLossNeedlessly {
            logger.warning(
                "storage.accept_loss set and not needed, a standby confirms commits",
                metadata: ["advice": "\(StoredData.needlessLossAdvice)"])
        }
        var hosted = HostedBot(
            settings: settings, bot: project.bot, pictures: project.pictures, stores: database.stores, in: context)
        hosted.calls = calls
        hosted.pages = pages
        let validator = PublishValidator(
            needs: BotNeeds(calls: calls, settings: settings), isStrict: settings.isStrict)
        hosted.publishing = Publishing(
            Publisher(store: database.versions, validator: validator), sessions: database.copies,
            origin: project.origin)
        return OpenedBot(hosted: hosted, source: source, marks: marks)
    }

    /// Logs which flows run, and whether the folder contains different ones.
    private func logFlows(_ logger: Logger) {
        let version: Logger.Metadata = ["version": "\(project.bot.version)"]
        guard case .publication = project.origin else {
            return logger.notice("flows of the folder active, none were published", metadata: version)
        }
        logger.notice("published flows active", metadata: version)
        let folder = try? ProjectFolder(flows: source.inProject(settings.flowsPath))
        let files = try? folder?.files(actions: settings.actionsPath, services: settings.servicesPath)
        guard let files, files.version != project.bot.version else { return }
        logger.warning(
            "flows of the folder differ from the published ones",
            metadata: [
                "folder": "\(settings.flowsPath)", "holds": "\(files.version)", "answers": "\(project.bot.version)",
            ])
    }
}

/// A bot to be served, and where its settings are read again.
struct OpenedBot {
    let hosted: HostedBot
    let source: SettingsSource
    /// The hashes of the settings.
    let marks: [String: Int]
}

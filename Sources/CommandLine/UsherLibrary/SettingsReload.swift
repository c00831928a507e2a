import ConversationRuntime
import Logging
import Server
import Synchronization

/// Reloads the settings of a running server, and applies those that can change. If any are not valid, nothing changes.
final class SettingsReload: Sendable {
    private let source: SettingsSource
    private let calls: ActionCalls
    private let server: UsherServer
    private let level: SharedLogLevel?
    private let logger: Logger
    /// The hashes of the running settings.
    private let marks: Mutex<[String: Int]>

    /// - Parameter level: the log level that `log.level` sets; `nil` where the logger belongs to the embedding server.
    init(
        _ source: SettingsSource, marks: [String: Int], calls: ActionCalls, server: UsherServer,
        level: SharedLogLevel?, logger: Logger
    ) {
        self.source = source
        self.calls = calls
        self.server = server
        self.level = level
        self.logger = logger
        self.marks = Mutex(marks)
    }

    func run() {
        let settings: ServerSettings
        let now: [String: Int]
        do throws(UsherError) {
            (settings, now) = try source.settingsAndMarks(isServing: true)
        } catch {
            return refuse(error.lines)
        }
        let lacks =
            server.bot(named: settings.bot).map { BotNeeds(calls: calls, settings: settings).lacks(of: $0) } ?? []
        guard lacks.isEmpty else { return refuse(lacks) }
        let changed = marks.withLock { marks in
            let keys = SettingChanges(from: marks, to: now, appliesLogLevel: level != nil)
            for key in keys.applied { marks[key] = now[key] }
            return keys
        }
        for warning in settings.warnings { logger.warning("\(warning)") }
        server.apply(settings)
        level?.use(settings.logLevel)
        logger.notice(
            "settings, secrets and certificates reloaded",
            metadata: ["changed": "\(changed.applied.joined(separator: ", "))"])
        guard !changed.needingRestart.isEmpty else { return }
        logger.warning(
            "changed settings require a restart",
            metadata: ["settings": "\(changed.needingRestart.joined(separator: ", "))"])
    }

    private func refuse(_ lines: [String]) {
        for line in lines {
            logger.error("settings not reloaded, keeping the current ones", metadata: ["reason": "\(line)"])
        }
    }
}

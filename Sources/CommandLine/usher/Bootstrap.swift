import ArgumentParser
import Diagnostics
import FlowModel
import Foundation
import Logging
import Projects
import Server
import Usher

/// The setup of commands that run a server.
enum Bootstrap {
    /// Reads the settings; ends the command when they are not valid.
    static func settings(_ source: SettingsSource, isServing: Bool) throws -> ServerSettings {
        try orRefusal { () throws(UsherError) in try source.settings(isServing: isServing) }
    }

    /// Reads the settings for trying a bot on this machine. Secrets that cannot be read are noted, and what needs them is
    /// left out.
    static func settingsForTrying(_ source: SettingsSource) throws -> ServerSettings {
        let settings = try orRefusal { () throws(UsherError) in try source.settings(isServing: false, isTrying: true) }
        for secret in settings.unreadSecrets { Console.note("usher: \(secret)") }
        return settings
    }

    /// Returns the bot of a project, and shows the warnings about its flows.
    static func bot(
        of folder: ProjectFolder, _ source: SettingsSource, _ settings: ServerSettings
    ) throws -> UsherBot {
        Console.noteMisnamedFlows(in: folder)
        return reported(
            try orRefusal { () throws(UsherError) in try CompiledProject(of: folder, settings) }, source, settings)
    }

    /// Returns the bot that a server would run: the one published last, otherwise that of the folder of flows. Shows the
    /// warnings about its flows.
    static func servedBot(_ source: SettingsSource, _ settings: ServerSettings) throws -> UsherBot {
        if let published = try published(settings) { return reported(published, source, settings) }
        return try bot(of: try flowFolder(settings), source, settings)
    }

    /// Returns the flows of the bot that a server would run, for commands that are about something else than flows.
    static func servedFlows(_ settings: ServerSettings) throws -> Bot {
        if let published = try published(settings) { return published.bot }
        let folder = try flowFolder(settings)
        return try orRefusal { () throws(UsherError) in try CompiledProject(of: folder, settings) }.bot
    }

    private static func published(_ settings: ServerSettings) throws -> CompiledProject? {
        try orRefusal { () throws(UsherError) in try CompiledProject.published(in: settings.storage, settings) }
    }

    private static func flowFolder(_ settings: ServerSettings) throws -> ProjectFolder {
        try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(flows: settings.flowsPath) }
    }

    /// The bot of compiled flows, whose warnings are shown.
    private static func reported(
        _ project: CompiledProject, _ source: SettingsSource, _ settings: ServerSettings
    ) -> UsherBot {
        if !project.report.diagnostics.isEmpty {
            Console.show(project.report)
        }
        return UsherBot(source, settings, project)
    }

    /// Runs `work`; reports an error that keeps a bot from starting, and ends the command.
    static func orRefusal<Result>(_ work: () throws(UsherError) -> Result) throws -> Result {
        do throws(UsherError) {
            return try work()
        } catch {
            throw refusal(error)
        }
    }

    /// Reports why a bot does not start. Returns the exit code of the command.
    private static func refusal(_ error: UsherError) -> ExitCode {
        switch error {
        case .brokenFlows(let errors):
            Console.show(errors.report)
            Console.note("usher: \(errors.summary)\(errors.report.advice)")
            return ExitCode(1)
        case .incomplete(let lines): for line in lines { Console.note("usher: \(line)") }
        case .wrongSettings(let lines):
            for line in lines { Console.note("usher: \(line)") }
            // What is wrong with a setting is said with its key in quotes.
            if lines.contains(where: { $0.contains("`") }) {
                Console.note("usher: `usher help settings` explains the settings")
            }
        case .noProject(let reason), .noDatabase(let reason): Console.note("usher: \(reason)")
        // A missing database may be restored, or its disk mounted.
        case .unavailable(let reason), .missingDatabase(let reason):
            Console.note("usher: \(reason)")
            return Console.tryLater
        }
        return ExitCode(2)
    }

    /// The logger of a server, to standard error. The server keeps running when the reader of the log ends.
    static func logger(_ level: Logger.Level, isJSON: Bool = false) -> Logger {
        signal(SIGPIPE, SIG_IGN)
        var logger = Logger(label: "usher") { label in
            LineLogHandler.standardError(isJSON ? .json : .text, label: label)
        }
        logger.logLevel = level
        return logger
    }

    static func refuse(_ message: String, code: ExitCode = ExitCode(2)) throws -> Never {
        Console.note("usher: \(message)")
        throw code
    }
}

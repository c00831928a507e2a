import ArgumentParser
import Diagnostics
import Foundation
import Logging
import Server
import Usher

/// What commands that run a server do before it starts.
enum Bootstrap {
    /// Reads the settings; what is wrong with them ends the command.
    static func settings(_ source: SettingsSource, needsApple: Bool) throws -> ServerSettings {
        try orRefusal { () throws(UsherError) in try source.settings(needsApple: needsApple) }
    }

    /// A bot out of a project; what there is to say about its flows is shown.
    static func bot(
        of folder: ProjectFolder, _ source: SettingsSource, _ settings: ServerSettings
    ) throws -> UsherBot {
        Console.noteMisnamedFlows(in: folder)
        return told(
            try orRefusal { () throws(UsherError) in try CompiledProject(of: folder, settings) }, source, settings)
    }

    /// The bot that a server answers with: what was published last, else what lies in the folder of flows.
    static func servedBot(_ source: SettingsSource, _ settings: ServerSettings) throws -> UsherBot {
        let published = try orRefusal { () throws(UsherError) in
            try CompiledProject.published(in: settings.storagePath, settings)
        }
        if let published { return told(published, source, settings) }
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(flows: settings.flowsPath) }
        return try bot(of: folder, source, settings)
    }

    private static func told(
        _ project: CompiledProject, _ source: SettingsSource, _ settings: ServerSettings
    ) -> UsherBot {
        if !project.report.diagnostics.isEmpty {
            Console.show(project.report)
        }
        return UsherBot(source, settings, project)
    }

    /// Runs `work`; what keeps a bot from starting is told and ends the command.
    static func orRefusal<Result>(_ work: () throws(UsherError) -> Result) throws -> Result {
        do throws(UsherError) {
            return try work()
        } catch {
            throw refusal(error)
        }
    }

    /// Tells why a bot does not start. Returns the end of the command.
    private static func refusal(_ error: UsherError) -> ExitCode {
        switch error {
        case .brokenFlows(let errors):
            Console.show(errors.report)
            Console.note("usher: \(errors.summary)")
            return ExitCode(1)
        case .wrongSettings(let lines), .incomplete(let lines):
            for line in lines { Console.note("usher: \(line)") }
        case .noProject(let reason), .noDatabase(let reason): Console.note("usher: \(reason)")
        // A missing database may be put back, or its disk mounted.
        case .unavailable(let reason), .missingDatabase(let reason):
            Console.note("usher: \(reason)")
            return Console.tryLater
        }
        return ExitCode(2)
    }

    /// The log of a server, on standard error. A reader of the log who goes does not end the server.
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

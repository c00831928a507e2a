import ArgumentParser
import Channels
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import Logging
import Server

/// What commands that run a server do before it starts.
enum Bootstrap {
    /// Reads the settings; what is wrong with them ends the command.
    ///
    /// - Parameters:
    ///   - path: the file that the command line names; `nil` is `Config/usher.yaml` of the project, which may be missing.
    ///   - project: the project folder.
    static func settings(
        file path: String?, project: String = ".", options: [String: String] = [:], needsApple: Bool
    ) throws -> ServerSettings {
        let name = path ?? (project == "." ? "Config/usher.yaml" : "\(project)/Config/usher.yaml")
        let data = FileManager.default.contents(atPath: name)
        if path != nil, data == nil { try refuse("\(name) cannot be read; does it exist?") }
        var reader = SettingsReader(
            file: data.map { SourceFile(path: name, bytes: [UInt8]($0)) },
            environment: ProcessInfo.processInfo.environment, options: options)
        do {
            return try reader.settings(needsApple: needsApple)
        } catch {
            for line in error.lines { Console.note("usher: \(line)") }
            throw ExitCode(2)
        }
    }

    /// A bot and its pictures, out of a project.
    static func bot(
        of folder: ProjectFolder, _ settings: ServerSettings
    ) throws -> (bot: Bot, pictures: [String: [UInt8]]) {
        let files = try Console.orWrongUse { () throws(ProjectError) in
            try folder.files(actions: settings.actionsPath)
        }
        let compilation = Compiler.compile(
            files, options: CompilerOptions(now: Console.now, isStrict: settings.isStrict))
        guard let bot = compilation.bot else {
            Console.note(compilation.report.text(colors: Console.hasColors(.standardError)))
            Console.note("usher: the flows have \(compilation.report.summary); mend them and start again")
            throw ExitCode(1)
        }
        if !compilation.report.diagnostics.isEmpty {
            Console.note(compilation.report.text(colors: Console.hasColors(.standardError)))
        }
        let pictures = try Console.orWrongUse { () throws(ProjectError) in try folder.pictures() }
        return (bot, pictures)
    }

    /// What the calls of a bot may reach. Under `serve` whatever is missing is a reason not to start; on an author's machine
    /// the customer then sees how the call fails.
    static func calls(of bot: Bot, _ settings: ServerSettings, doubles: ActionCalls.Doubles) throws -> ActionCalls {
        let calls = ActionCalls(
            allowsPrivateAddresses: settings.allowsPrivateAddresses, environment: ProcessInfo.processInfo.environment,
            doubles: doubles)
        let lacks = calls.lacks(of: bot)
        for lack in lacks { Console.note("usher: \(lack)") }
        if !lacks.isEmpty, doubles == .none { throw ExitCode(2) }
        return calls
    }

    /// The log of a server, on standard error.
    static func logger(_ level: Logger.Level, isJSON: Bool = false) -> Logger {
        var logger = Logger(label: "usher") { label -> any LogHandler in
            isJSON ? JSONLogHandler.standardError() : StreamLogHandler.standardError(label: label)
        }
        logger.logLevel = level
        return logger
    }

    static func refuse(_ message: String) throws -> Never {
        Console.note("usher: \(message)")
        throw ExitCode(2)
    }
}

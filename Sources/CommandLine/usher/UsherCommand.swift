import ArgumentParser
import Foundation
import SQLiteStorage
import Server

/// The command line of Usher.
@main
struct UsherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usher",
        abstract: "Build, test and run conversations for businesses, written as text files.",
        discussion: """
            Make a project with `usher new my-shop`, run it with `usher dev`, and talk to it with `usher chat`.
            `usher check` reports the errors of flows with their location, `usher fmt` formats files, `usher map` draws a flow.

            Pages: `usher help language`, `usher help transcripts`, `usher help settings`, `usher help templates`.
            """,
        version: UsherServer.version,
        subcommands: [
            NewCommand.self, DevCommand.self, ServeCommand.self, CheckCommand.self, ExplainCommand.self,
            FormatCommand.self, TestCommand.self, ExploreCommand.self, DiffCommand.self, ReplayCommand.self,
            TranslateCommand.self, MapCommand.self, ChatCommand.self, SimulatorCommand.self, MessageCommand.self,
            PublishCommand.self, VersionsCommand.self,
            SessionsCommand.self, FlowCommand.self, EventsCommand.self, HandoverCommand.self, BookingsCommand.self,
            PaymentsCommand.self,
            ResultsCommand.self, DeliveriesCommand.self, BackupCommand.self, RestoreCommand.self, MoveCommand.self,
            DoctorCommand.self, HealthCommand.self, AccountsCommand.self, TokensCommand.self, AuditCommand.self,
            LanguageServerCommand.self, SchemaCommand.self,
        ])

    /// Runs the command, and ends the process with its exit code once all output is written.
    static func main() async {
        WritableStream.reserveStandardStreams()
        OpenFileLimit.raise()
        SQLiteDatabase.omitStatistics()
        let code = await runCommand()
        StandardOutput.flush()
        let failure = StandardOutput.failure.map(StandardOutput.exitCode)
        // A log without a reader must not keep the program from ending.
        LogWriter.standardError.drain(within: .seconds(1))
        end(code == 0 || code == 1 ? failure ?? code : code)
    }

    /// Ends the process at once, without the exit handlers of libraries: OpenSSL's would free what a thread that is just
    /// ending frees too, and the process would die of a signal instead of ending with its code. All output is written by
    /// then, and nothing of ours waits for a handler.
    private static func end(_ code: Int32) -> Never { _exit(code) }

    private static func runCommand() async -> Int32 {
        if let topic = HelpTopic(CommandLine.arguments.dropFirst()) {
            print(topic.text, terminator: "")
            return 0
        }
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
        if let objection = HelpTopic.objection(to: CommandLine.arguments.dropFirst(), commands: commands) {
            Console.note("usher: \(objection)")
            return 2
        }
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let error as ExitCode {
            return error.rawValue
        } catch {
            return report(error)
        }
    }

    /// Reports an error that no command has reported, or shows the requested help. Wrong use has exit code 2, where the
    /// parser itself would return 64.
    private static func report(_ error: any Error) -> Int32 {
        if let trouble = StorageTrouble(error) {
            let outcome = trouble.isGivenUp ? "; nothing was changed: run the command again once commits succeed" : ""
            Console.note("usher: \(trouble)\(outcome)")
            return trouble.isTemporary ? Console.tryLater.rawValue : 2
        }
        let code = exitCode(for: error)
        switch code {
        case .success:
            let message = fullMessage(for: error)
            print(message == UsherServer.version ? BuildFacts.text : message)
        case .validationFailure: Console.note(fullMessage(for: error))
        default: Console.note("usher: \(message(for: error))")
        }
        return code == .validationFailure ? 2 : code.rawValue
    }
}

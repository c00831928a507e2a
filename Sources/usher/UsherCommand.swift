import ArgumentParser
import Foundation
import Server

/// The command line of Usher.
@main
struct UsherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usher",
        abstract: "Conversations for businesses, written as text files.",
        discussion: """
            Start with `usher dev` and talk to the bot with `usher chat`.
            `usher check` tells what is wrong with a flow, and where; `usher fmt` lays files out, `usher map` draws a flow.
            """,
        version: "0.1.0",
        subcommands: [
            DevCommand.self, ServeCommand.self, CheckCommand.self, ExplainCommand.self, FormatCommand.self,
            TestCommand.self, TranslateCommand.self, MapCommand.self, ChatCommand.self, SimulatorCommand.self,
            MessageCommand.self, PublishCommand.self, VersionsCommand.self, SessionsCommand.self, FlowCommand.self,
            HandoverCommand.self, PaymentsCommand.self, DeliveriesCommand.self, BackupCommand.self,
            DoctorCommand.self,
        ])

    /// Runs the command; wrong use ends it with exit code 2, which the parser itself would make 64.
    static func main() async {
        OpenFileLimit.raise()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Console.note(fullMessage(for: error))
            Foundation.exit(2)
        }
    }
}

import ArgumentParser

/// The command line of Usher.
@main
struct UsherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usher",
        abstract: "Conversations for businesses, written as text files.",
        discussion: """
            Start with `usher dev` and talk to the bot with `usher chat`.
            `usher check` tells what is wrong with a flow, and where.
            """,
        version: "0.1.0",
        subcommands: [
            DevCommand.self, ServeCommand.self, CheckCommand.self, ExplainCommand.self, TestCommand.self,
            ChatCommand.self, SimulatorCommand.self,
        ])
}

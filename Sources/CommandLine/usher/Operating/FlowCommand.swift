import ArgumentParser

/// `usher flow`: reports on the use of flows.
struct FlowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flow",
        abstract: "Report statistics of flows.",
        discussion: """
            Examples:
              usher flow stats
              usher flow stats order --since "7 days"
            """,
        subcommands: [FlowStats.self])
}

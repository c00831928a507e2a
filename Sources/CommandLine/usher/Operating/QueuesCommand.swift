import ArgumentParser
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import JSON
import SQLStorage
import Server

/// `usher handover queues`.
struct ListQueues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queues", abstract: "Show how much there is to do in each queue, and for each agent.",
        discussion: """
            Times to the first answer are those of the last twenty customers of a queue.

            Examples:
              usher handover queues
              usher handover queues --format json
            """)

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let summary = QueueSummary(
            try await database.stores.operators.deskLoad(), of: try access.bot(), at: Console.now)
        if format == .json { return print(summary.json.prettyText) }
        for queue in summary.queues {
            var line = "\(queue.load.name)  \(queue.isOpen ? "open" : "closed")  "
            line += "\(queue.load.conversations) with people, \(queue.load.waiting) without an answer"
            if let oldest = queue.load.oldest { line += " since \(oldest.iso)" }
            if let wait = queue.load.medianWait { line += "  first answer after \(wait.milliseconds / 1_000) s" }
            print(line)
        }
        for agent in summary.load.agents { print("\(agent.name)  \(agent.conversations)") }
    }
}

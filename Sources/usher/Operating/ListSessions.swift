import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import JSON
import SQLiteStorage

/// `usher sessions list`.
struct ListSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists sessions, those first whose customers were active last.",
        discussion: """
            Examples:
              usher sessions list
              usher sessions list --status waiting --flow barber
              usher sessions list --customer 3f2a --page 2 --format json
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Only these: waiting, calling, with-person, ended or closed.")
    var status: String?

    @Option(help: "Only those in this flow.")
    var flow: String?

    @Option(help: "Only customers whose id contains this.")
    var customer: String?

    @Option(help: "How many are shown.")
    var limit = 20

    @Option(help: "Which page of so many.")
    var page = 1

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    func validate() throws {
        guard limit > 0, page > 0 else { throw ValidationError("`--limit` and `--page` begin at 1.") }
    }

    func run() async throws {
        let store = try access.open()
        let found = try await store.sessions(
            SessionFilter(status: status, flow: flow, customer: customer), skipping: (page - 1) * limit, limit: limit)
        switch format {
        case .json: print(JSONValue.object(["sessions": .array(found.map(\.json))]).prettyText)
        case .text:
            for session in found { print(session.line) }
            if found.isEmpty { Console.note("no sessions") }
            if found.count == limit { Console.note("there may be more: --page \(page + 1)") }
        }
    }
}

extension SessionSummary {
    /// The session in a line of a list.
    fileprivate var line: String {
        [
            "\(id.number)", conversation.customer, status, flow.isEmpty ? "-" : "\(flow)/\(step)", "\(events) events",
            activeAt.iso,
        ].joined(separator: "  ")
    }

    fileprivate var json: JSONValue {
        [
            "id": .int(Int(id.number)), "customer": .string(conversation.customer),
            "business": .string(conversation.business), "channel": .string(conversation.channel),
            "status": .string(status), "flow": .string(flow), "step": .string(step), "version": .string(version),
            "events": .int(events), "started_at": .string(startedAt.iso), "active_at": .string(activeAt.iso),
        ]
    }
}

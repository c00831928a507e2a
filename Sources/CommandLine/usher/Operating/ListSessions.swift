import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowEngine
import SQLStorage
import SQLiteStorage
import Server

/// `usher sessions list`.
struct ListSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List sessions, most recently active first.",
        discussion: """
            Examples:
              usher sessions list
              usher sessions list --status waiting --flow barber
              usher sessions list --customer 3f2a --page 2 --format json
              usher sessions list --flow order --step pay --waiting-longer-than "2 hours"
              usher sessions list --since 2026-12-01 --text "Rose Street"

            --text searches answers that are not private, which takes seconds with a million sessions; all other filters use
            an index.
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Show only this status: waiting, calling, with-person, ended or closed.")
    var status: String?

    @Option(help: "Show only sessions in this flow.")
    var flow: String?

    @Option(help: "Show only sessions at this step.")
    var step: String?

    @Option(help: "Show only customers whose id contains this.")
    var customer: String?

    @Option(help: "Show only sessions with these words in an answer that is not private.")
    var text: String?

    @Option(help: "Show only sessions with an event since then: a date, a time, or a duration such as \"2 days\".")
    var since: String?

    @Option(help: "Show only open sessions without an event for longer than this, such as \"2 days\".")
    var waitingLongerThan: String?

    @OptionGroup var list: ListOptions

    func validate() throws {
        if let status, Session.Status(rawValue: status) == nil {
            throw ValidationError(
                "There is no status `\(status)`; it is waiting, calling, with-person, ended or closed.")
        }
        if let since, PastMoment.reading(since, now: Console.now) == nil {
            throw ValidationError("`--since` must be \(PastMoment.expected).")
        }
        if let waitingLongerThan, Literal.duration(waitingLongerThan) == nil {
            throw ValidationError("`--waiting-longer-than` must be a duration such as `2 days`.")
        }
    }

    func run() async throws {
        let now = Console.now
        let filter = SessionFilter(
            status: status, flow: flow, step: step, customer: customer, text: text,
            activeSince: since.flatMap { PastMoment.reading($0, now: now) },
            waitingSince: waitingLongerThan.flatMap { Literal.duration($0) }.map { now - $0 })
        let database = try access.open()
        let found = try await database.operators.sessions(filter, skipping: list.skipping, limit: list.limit)
        try await database.record(.listSessions)
        list.show(
            found, named: "sessions", columns: ["SESSION", "CUSTOMER", "STATUS", "STEP", "EVENTS", "LAST EVENT"],
            row: \.row, json: \.shown)
    }
}

extension SessionSummary {
    /// The session as a row of a table.
    fileprivate var row: [String] {
        [
            "\(id.number)", conversation.customer, status, flow.isEmpty ? "-" : "\(flow)/\(step)", "\(events)",
            activeAt.iso,
        ]
    }
}

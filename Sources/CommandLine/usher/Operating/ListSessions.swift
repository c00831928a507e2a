import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowEngine
import SQLiteStorage
import Server

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
              usher sessions list --flow order --step pay --waiting-longer-than "2 hours"
              usher sessions list --since 2026-12-01 --text "Rose Street"

            Words of --text are looked for in answers that are not private; with a million sessions that takes seconds, while
            everything else is found at once.
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Only these: waiting, calling, with-person, ended or closed.")
    var status: String?

    @Option(help: "Only those in this flow.")
    var flow: String?

    @Option(help: "Only those at this step.")
    var step: String?

    @Option(help: "Only customers whose id contains this.")
    var customer: String?

    @Option(help: "Only those with these words in an answer that is not private.")
    var text: String?

    @Option(help: "Only those whose last event came since: a date, a time, or how long ago, such as \"2 days\".")
    var since: String?

    @Option(help: "Only those that are not over and have been quiet for longer than, such as \"2 days\".")
    var waitingLongerThan: String?

    @OptionGroup var list: ListOptions

    func validate() throws {
        if let status, Session.Status(rawValue: status) == nil {
            throw ValidationError(
                "there is no status `\(status)`; there are waiting, calling, with-person, ended and closed.")
        }
        if let since, PastMoment.reading(since, now: Console.now) == nil {
            throw ValidationError("`--since` wants \(PastMoment.expected).")
        }
        if let waitingLongerThan, Literal.duration(waitingLongerThan) == nil {
            throw ValidationError("`--waiting-longer-than` wants a length of time such as `2 days`.")
        }
    }

    func run() async throws {
        let now = Console.now
        let filter = SessionFilter(
            status: status, flow: flow, step: step, customer: customer, text: text,
            activeSince: since.flatMap { PastMoment.reading($0, now: now) },
            waitingSince: waitingLongerThan.flatMap { Literal.duration($0) }.map { now - $0 })
        let found = try await access.open().sessions(filter, skipping: list.skipping, limit: list.limit)
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

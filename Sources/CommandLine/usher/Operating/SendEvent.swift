import ArgumentParser
import Channels
import ConversationRuntime
import FlowEngine
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher events send`.
struct SendEvent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Report an event for one customer.",
        discussion: """
            The open question takes the event if it has an `if_event` for it. Otherwise the event begins the flow of its entry,
            as soon as the conversation of the customer is over; it waits for that at most a day.

            Examples:
              usher events send "parcel shipped" --to urn:mbid:3f2a-19 --values '{"number": 17, "carrier": "DHL"}'
              usher events send "shop closed" --to 7 --key storm-2026-12-01

            Exit code 0: done, or done before under the same key. 2: refused; the reason is shown, and nothing has changed.
            """)

    @Argument(help: "Report this event, which bot.yaml declares.")
    var event: String

    @Option(name: .customLong("to"), help: "Send it to this customer id or session number.")
    var recipient: String

    @Option(help: "Give the event these values, as JSON.")
    var values: String?

    @Option(help: "Report the event once for this key; the admin API shares the keys (1 to 200 bytes).")
    var key: String?

    @OptionGroup var access: OperatorAccess

    func validate() throws {
        guard (1...EventRequest.longestKey).contains(key?.utf8.count ?? 1) else {
            throw ValidationError("`--key` must be a text of 1 to \(EventRequest.longestKey) bytes.")
        }
        guard values.map({ (try? JSONValue(parsing: Array($0.utf8)))?.object != nil }) ?? true else {
            throw ValidationError("`--values` must be a JSON object such as '{\"number\": 17}'.")
        }
    }

    func run() async throws {
        let database = try access.open()
        let bot = try access.bot()
        let (request, summary): (EventRequest, SessionSummary)
        do throws(EventRefusal) {
            let found = try await sessions(database, recipient)
            let reported = try ReportedEvent(body(found))
            request = try reported.request(for: bot, key: key ?? UUID().uuidString.lowercased())
            summary = try reported.session(among: found)
        } catch {
            if let cause = error.cause { throw cause }
            try Bootstrap.refuse(error.reason)
        }
        let entry = AuditEntry.ofCommand(.sendEvent) { entry in
            entry.concern(summary)
            entry.add("event", event)
        }
        let receipt = try await access.operations(on: database).report(
            request, to: summary, with: Engine(bot), recording: entry)
        switch receipt {
        case .received(_, isRepeated: true):
            Console.note("a request with this key was already made; nothing more is done")
        case .received(let reception, isRepeated: false): Console.note(words(for: reception, summary))
        case .keyTaken: try Bootstrap.refuse("another request has used this key within the last 7 days")
        case .refused(let reason): try Bootstrap.refuse("the event was refused: \(reason)")
        }
    }

    /// - Parameter found: the sessions with this number, and those of the customer with this id.
    private func body(_ found: [SessionSummary]) throws(EventRefusal) -> JSONValue {
        var object: JSONObject = ["event": .string(event)]
        let isCustomer = found.contains { $0.conversation.customer == recipient }
        if let number = Int(recipient), found.contains(where: { $0.id.number == number }) || !isCustomer {
            guard !isCustomer else {
                throw EventRefusal(
                    ambiguous: "`\(recipient)` is the number of a session and the id of a customer; "
                        + "`POST /admin/api/events` has a member for each")
            }
            object["session"] = .int(number)
        } else {
            object["customer"] = .string(recipient)
        }
        object.set("values", values.flatMap { try? JSONValue(parsing: Array($0.utf8)) })
        return .object(object)
    }

    /// The sessions of a recipient; what a store throws ends the command.
    private func sessions(_ database: StoredData, _ recipient: String) async throws(EventRefusal) -> [SessionSummary] {
        do {
            return try await database.operators.sessions(named: recipient)
        } catch {
            throw EventRefusal(cause: error)
        }
    }

    private func words(for reception: EventReception, _ summary: SessionSummary) -> String {
        switch reception {
        case .started: "session \(summary.id.number): the event began a conversation"
        case .delivered: "session \(summary.id.number): the open question took the event"
        case .waiting: "session \(summary.id.number): the event waits for the end of the conversation, at most a day"
        }
    }
}

import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import JSON
import SQLiteStorage
import Server
import Usher

/// `usher handover list`.
struct ListHandovers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows who waits for a person.",
        discussion: """
            Those who have waited longest come first.

            Examples:
              usher handover list
              usher handover list --limit 50 --format json
            """)

    @Option(help: "How many are shown at most.")
    var limit = 200

    @Option(help: "Show those behind this page; the command names it when there are more.")
    var after: String?

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    @OptionGroup var access: OperatorAccess

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("`--limit` is a number from 1 to 100,000.") }
        guard after.map({ HandoverCursor($0) != nil }) ?? true else {
            throw ValidationError("`--after` is what the page before has named.")
        }
    }

    func run() async throws {
        let inbox = HandoverInbox(try access.open().stores)
        let page = try await inbox.page(after: after.flatMap { HandoverCursor($0) }, limit: limit)
        let entries = page.entries
        defer { if let next = page.next { Console.note("there may be more: --after \(next)") } }
        if format == .json { return print(JSONValue.array(entries.map(\.json)).prettyText) }
        guard !entries.isEmpty else { return Console.note("nobody waits for a person") }
        for entry in entries {
            let said = (entry.lastMessage ?? "").withLinesJoined
            print("\(entry.session.id.number)  \(entry.queue), since \(entry.since.iso)  \(said)")
            if let note = entry.note { print("   note: \(note.withLinesJoined)") }
        }
    }
}

/// `usher handover read`.
struct ReadHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Prints a conversation as a transcript.",
        discussion: """
            Example:
              usher handover read 7
            """)

    @Argument(help: "The number that `usher handover list` shows.")
    var id: Int64

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let session = try await database.handover(id)
        let history = try await database.sessions.history(of: session.id)
        for line in try HistoryTranscript(history, named: "session \(id)").lines { print(line) }
        for file in try await HandoverInbox(database.stores).files(of: session) {
            print("# file \(file.content.id): \(file.shownName), \(file.content.kind), \(file.size) bytes")
        }
    }
}

/// `usher handover answer`.
struct AnswerHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Writes to the customer.",
        discussion: """
            Example:
              usher handover answer 7 "We have found your bike."
            """)

    @Argument(help: "The number that `usher handover list` shows.")
    var id: Int64

    @Argument(help: "What to write.")
    var text: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let session = try await database.handover(id)
        let operations = Operations(
            sessions: database.sessions, operators: database.operators, clock: SystemClock())
        guard try await operations.answer(session, with: text) else {
            try Bootstrap.refuse("nothing was written: the text is empty, or the conversation has just been given back")
        }
        Console.note("the server sends it")
    }
}

/// `usher handover give-back`.
struct GiveBackHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "give-back", abstract: "Gives a conversation back to the bot.",
        discussion: """
            The bot goes on with the `then` of the step that handed over; the published flows say where that is, or those of
            the settings while none are published.

            Example:
              usher handover give-back 7
            """)

    @Argument(help: "The number that `usher handover list` shows.")
    var id: Int64

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let session = try await database.handover(id)
        let engine = Engine(try access.bot())
        guard try await access.operations(on: database).giveBack(session, to: engine) else {
            try Bootstrap.refuse("the conversation has just been given back by somebody else")
        }
        Console.note("the bot goes on")
    }
}

extension SQLiteDatabase {
    /// Returns the handed-over conversation with this number; ends the command if there is none.
    fileprivate func handover(_ id: Int64) async throws -> SessionSummary {
        if let session = try await HandoverInbox(stores).find(SessionID(id)) { return session }
        try Bootstrap.refuse(
            "no conversation with people has the number \(id); `usher handover list` shows them",
            code: Console.notFound)
    }
}

extension String {
    /// The text on one line, so that a customer's message never looks like another entry of a list.
    fileprivate var withLinesJoined: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

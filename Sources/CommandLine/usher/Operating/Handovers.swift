import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import JSON
import SQLStorage
import SQLiteStorage
import Server
import Usher

/// `usher handover list`.
struct ListHandovers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List conversations that wait for a person.",
        discussion: """
            Those that no agent has come first, and of both the longest wait.

            Examples:
              usher handover list
              usher handover list --queue billing --assignee none
              usher handover list --limit 50 --format json
            """)

    @Option(help: "Show at most this many.")
    var limit = 200

    @Option(help: "Show the page after this one; the command prints the value if there may be more.")
    var after: String?

    @Option(help: "Show only conversations in this queue.")
    var queue: String?

    @Option(help: "Show only conversations of this agent, or none for those that no agent has.")
    var assignee: String?

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @OptionGroup var access: OperatorAccess

    func validate() throws {
        guard (1...100_000).contains(limit) else {
            throw ValidationError("`--limit` must be a number from 1 to 100,000.")
        }
        guard after.map({ HandoverCursor($0) != nil }) ?? true else {
            throw ValidationError("`--after` must be the value that the previous page printed.")
        }
    }

    func run() async throws {
        let database = try access.open()
        let inbox = HandoverInbox(database.stores)
        let filter = HandoverFilter(queue: queue, assignee: assignee.map { $0 == "none" ? .no : .agent($0) })
        let page = try await inbox.page(filter, after: after.flatMap { HandoverCursor($0) }, limit: limit)
        if let queue, page.entries.isEmpty,
            let mistake = try await inbox.mistake(inFilter: queue, of: try access.bot())
        {
            try Bootstrap.refuse(mistake)
        }
        if case .agent(let agent)? = filter.assignee, let mistake = try await inbox.mistake(inAssignee: agent) {
            try Bootstrap.refuse(mistake)
        }
        try await database.record(.listHandovers)
        let entries = page.entries
        defer { if let next = page.next { Console.note("there may be more: --after \(next)") } }
        if format == .json { return print(JSONValue.array(entries.map(\.json)).prettyText) }
        guard !entries.isEmpty else { return Console.note("no conversation waits for a person") }
        for entry in entries {
            let said = (entry.lastMessage ?? "").withLinesJoined
            let agent = entry.assignee.map { ", \($0)" } ?? ""
            print("\(entry.session.id.number)  \(entry.queue)\(agent), since \(entry.since.iso)  \(said)")
            if let note = entry.note { print("   note: \(note.withLinesJoined)") }
        }
    }
}

/// `usher handover read`.
struct ReadHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Print a conversation as a transcript.",
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
        let transcript = try HistoryTranscript(history, named: "session \(id)", showsNotes: true)
        try await database.record(.readHandover) { $0.concern(session) }
        for line in transcript.lines { print(line) }
        for file in try await HandoverInbox(database.stores).files(of: session) {
            print("# file \(file.content.id): \(file.shownName), \(file.content.kind), \(file.size) bytes")
        }
    }
}

/// `usher handover answer`.
struct AnswerHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Send a text to the customer.",
        discussion: """
            Examples:
              usher handover answer 7 "We have found your bike."
              usher handover answer 7 "We have found your bike." --request-id ticket-4711
            """)

    @Argument(help: "The number that `usher handover list` shows.")
    var id: Int64

    @Argument(help: "The text to send.")
    var text: String

    @OptionGroup var request: RequestID
    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let key = request.key(for: id, .answerHandover, ["text": .string(text)])
        if try await request.isRepeated(key, for: id, in: database) {
            return Console.note("a request with this id was already made; nothing more is sent")
        }
        let session = try await database.handover(id)
        let entry = AuditEntry.ofCommand(.answerHandover) { $0.concern(session) }
        let isSent = try await access.operations(on: database).answer(
            session, with: text, as: entry.actor, under: key, recording: entry)
        guard isSent else {
            try Bootstrap.refuse(
                "nothing was sent: the text is empty, or the conversation was already given back to the bot")
        }
        Console.note("queued; the server sends it")
    }
}

/// `usher handover give-back`.
struct GiveBackHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "give-back", abstract: "Give a conversation back to the bot.",
        discussion: """
            The bot continues with the `then` of the step that handed over, in the published flows, or in those of the folder
            if none were published.

            Example:
              usher handover give-back 7
            """)

    @Argument(help: "The number that `usher handover list` shows.")
    var id: Int64

    @OptionGroup var request: RequestID
    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let key = request.key(for: id, .giveBackHandover)
        if try await request.isRepeated(key, for: id, in: database) {
            return Console.note("a request with this id was already made; nothing more is done")
        }
        let session = try await database.handover(id)
        let engine = Engine(try access.bot())
        let entry = AuditEntry.ofCommand(.giveBackHandover) { $0.concern(session) }
        let isGivenBack = try await access.operations(on: database).giveBack(
            session, to: engine, as: entry.actor, under: key, recording: entry)
        guard isGivenBack else {
            try Bootstrap.refuse("the conversation was already given back to the bot")
        }
        Console.note("given back; the bot continues")
    }
}

/// The idempotency key of a command.
struct RequestID: ParsableArguments {
    @Option(help: "Run commands with this id once; the admin API shares the ids (1 to 200 bytes).")
    var requestID: String?

    func validate() throws {
        guard (1...HandoverInbox.longestRequestID).contains(requestID?.utf8.count ?? 1) else {
            throw ValidationError("`--request-id` must be a text of 1 to \(HandoverInbox.longestRequestID) bytes.")
        }
    }

    /// Returns the key under which the command is recorded in a session; `nil` when it has none.
    ///
    /// - Parameter content: what the body of a request to the admin API would have.
    func key(for session: Int64, _ act: AuditAct, _ content: JSONObject = [:]) -> DeskRequestKey? {
        requestID.map { DeskRequestKey($0, in: SessionID(session), doing: act, content) }
    }

    /// Whether the command was run before under the same id. Ends the command when another one was.
    func isRepeated(_ key: DeskRequestKey?, for session: Int64, in database: StoredData) async throws -> Bool {
        guard let key else { return false }
        switch try await HandoverInbox(database.stores).repetition(of: key, in: SessionID(session)) {
        case .none: return false
        case .same: return true
        case .another: try Bootstrap.refuse(HandoverInbox.takenID)
        }
    }
}

extension StoredData {
    /// Returns the handed-over conversation with this number; ends the command if there is none.
    func handover(_ id: Int64) async throws -> SessionSummary {
        if let session = try await HandoverInbox(stores).find(SessionID(id)) { return session }
        try Bootstrap.refuse(
            "there is no handed-over conversation \(id); `usher handover list` lists them",
            code: Console.notFound)
    }
}

extension String {
    /// The text on one line, so that a customer's message never looks like another entry of a list.
    fileprivate var withLinesJoined: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

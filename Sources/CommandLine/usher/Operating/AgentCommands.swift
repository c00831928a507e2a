import ArgumentParser
import ConversationRuntime
import Diagnostics
import FlowEngine
import FlowModel
import JSON
import SQLStorage
import Server

/// `usher handover note`.
struct NoteHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Add a note for other agents, which the customer never receives.",
        discussion: """
            Example:
              usher handover note 7 "Called twice, no answer."
            """)

    @OptionGroup var act: AgentCommand

    @Argument(help: "The note.")
    var text: String

    func validate() throws {
        guard !text.allSatisfy(\.isWhitespace) else { throw ValidationError("The note is empty.") }
    }

    func run() async throws {
        try await act.perform(.note(text), as: .noteHandover, saying: ["text": .string(text)], "noted")
    }
}

/// `usher handover assign`.
struct AssignHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Give a conversation to an agent, also when another one has it.",
        discussion: """
            Agents are accounts that may answer customers; `usher accounts` lists them.

            Example:
              usher handover assign 7 ana
            """)

    @OptionGroup var act: AgentCommand

    @Argument(help: "The name of the account.")
    var agent: String

    func run() async throws {
        let database = try act.access.open()
        let agents = try await database.stores.accounts.agents().map(\.name)
        guard agents.contains(agent) else {
            try await act.recordRefused(.assignHandover, in: database) { $0.add("to", agent) }
            let near = closest(to: agent, among: agents).map { "did you mean `\($0)`?" }
            try Bootstrap.refuse(
                "there is no account `\(agent)` that may answer customers; \(near ?? "`usher accounts` lists them")",
                code: Console.notFound)
        }
        try await act.perform(
            .assign(to: agent), as: .assignHandover, saying: ["to": .string(agent)], "assigned to \(agent)"
        ) { $0.add("to", agent) }
    }
}

/// `usher handover release`.
struct ReleaseHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Give a conversation up, so that other agents can take it.",
        discussion: """
            Example:
              usher handover release 7
            """)

    @OptionGroup var act: AgentCommand

    func run() async throws { try await act.perform(.release, as: .releaseHandover, "released") }
}

/// `usher handover transfer`.
struct TransferHandover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move a conversation to another queue.",
        discussion: """
            The queue must be open, unless --may-wait is given. Customers who have had no answer yet keep their waiting time.

            Examples:
              usher handover transfer 7 billing --note "Asks for an invoice."
              usher handover transfer 7 billing --may-wait
            """)

    @OptionGroup var act: AgentCommand

    @Argument(help: "The queue, as bot.yaml calls it.")
    var queue: String

    @Option(help: "Add a note for the agents of that queue.")
    var note: String?

    @Flag(help: "Move it to a closed queue, too; the customer waits until it opens.")
    var mayWait = false

    func run() async throws {
        let bot = try act.access.bot()
        if let mistake = bot.mistake(inQueue: queue) { try Bootstrap.refuse(mistake, code: Console.notFound) }
        let transfer = QueueTransfer(queue: queue, note: note, mayWait: mayWait)
        let content: JSONObject = [
            "queue": .string(queue), "note": note.map { .string($0) } ?? .null, "may_wait": .bool(mayWait),
        ]
        try await act.perform(
            .transfer(transfer), as: .transferHandover, saying: content, "transferred to \(queue)", with: Engine(bot)
        ) { $0.add("queue", queue) }
    }
}

/// What commands about one conversation with people have in common.
struct AgentCommand: ParsableArguments {
    @Argument(help: "The number that `usher handover list` shows.")
    var id: Int64

    @OptionGroup var request: RequestID
    @OptionGroup var access: OperatorAccess

    /// Performs an act, and says that it is done.
    ///
    /// - Parameters:
    ///   - content: what the body of the same request to the admin API would have.
    ///   - engine: the engine with the bot, where the act needs it.
    func perform(
        _ act: AgentAct, as kind: AuditAct, saying content: JSONObject = [:], _ done: String,
        with engine: Engine? = nil,
        _ describe: (inout AuditEntry) -> Void = { _ in }
    ) async throws {
        let database = try access.open()
        let key = request.key(for: id, kind, content)
        if try await request.isRepeated(key, for: id, in: database) {
            return Console.note("a request with this id was already made; nothing more is done")
        }
        let session = try await database.handover(id)
        let entry = AuditEntry.ofCommand(kind) { entry in
            entry.concern(session)
            describe(&entry)
        }
        let outcome = try await access.operations(on: database).perform(
            act, on: session, as: entry.actor, with: engine, under: key, recording: entry)
        if case .impossible(let reason) = outcome { try Bootstrap.refuse(reason) }
        Console.note(done)
    }

    /// Enters in the audit log that an act was refused, and of whom it was if the conversation is with people.
    func recordRefused(
        _ kind: AuditAct, in database: StoredData, _ describe: (inout AuditEntry) -> Void
    ) async throws {
        let session = try await HandoverInbox(database.stores).find(SessionID(id))
        try await database.record(kind) { entry in
            if let session { entry.concern(session) }
            entry.outcome = .failed
            describe(&entry)
        }
    }
}

import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowEngine
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher sessions show`.
struct ShowSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the current step and the answers of a session.",
        discussion: """
            Examples:
              usher sessions show 7
              usher sessions show urn:mbid:3f2a-19 --format json
            """)

    @Argument(help: "The customer's id or the number of the session.")
    var id: String

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let database = try access.open()
        let summary = try await database.operators.onlySession(id)
        let stored = try await Self.read(summary, in: database.sessions)
        try await database.record(.showSession) { $0.concern(summary) }
        switch format {
        case .json: print(stored.shown(summary).prettyText)
        case .text: for line in stored.lines(summary) { print(line) }
        }
    }

    private static func read(_ summary: SessionSummary, in store: any SessionStore) async throws -> StoredSession {
        do {
            if let stored = try await store.session(summary.id) { return stored }
            try Bootstrap.refuse("session \(summary.id.number) no longer exists", code: Console.notFound)
        } catch let error as UnreadableSession {
            try Bootstrap.refuse("\(error); `usher sessions erase \(summary.id.number)` removes it")
        }
    }
}

extension StoredSession {
    fileprivate func lines(_ summary: SessionSummary) -> [String] {
        var lines = [
            "session   \(id.number)", "customer  \(conversation.customer)",
            "business  \(conversation.business), on \(conversation.channel)", "status    \(session.status.rawValue)",
            "step      \(session.flow)/\(session.step)", "version   \(summary.version)",
            "events    \(summary.events), the last at \(summary.activeAt.iso)",
        ]
        if let until = session.wakesAt { lines.append("waits     until \(until.iso)") }
        return lines + plainAnswers.map { name, value in "  \(name): \(value.string ?? value.text)" }
    }
}

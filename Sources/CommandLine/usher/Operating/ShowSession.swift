import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowEngine
import JSON
import SQLiteStorage
import Server

/// `usher sessions show`.
struct ShowSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows where a customer is, and what they have answered.",
        discussion: """
            Examples:
              usher sessions show 7
              usher sessions show urn:mbid:3f2a-19 --format json
            """)

    @Argument(help: "The customer's id or the session's number.")
    var id: String

    @OptionGroup var access: OperatorAccess

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let store = try access.open()
        let summary = try await store.onlySession(id)
        let stored = try await Self.read(summary, in: store)
        switch format {
        case .json: print(stored.shown(summary).prettyText)
        case .text: for line in stored.lines(summary) { print(line) }
        }
    }

    private static func read(_ summary: SessionSummary, in store: any SessionStore) async throws -> StoredSession {
        do {
            if let stored = try await store.session(summary.id) { return stored }
            try Bootstrap.refuse("session \(summary.id.number) is gone", code: Console.notFound)
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

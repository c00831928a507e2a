import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher deliveries`: manages dead letters, which could not be delivered or processed.
struct DeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "Show messages and events that could not be delivered or processed, and retry them.",
        discussion: """
            Examples:
              usher deliveries dead
              usher deliveries dead 12
              usher deliveries retry 12
              usher deliveries drop 12
            """,
        subcommands: [DeadLetters.self, RetryLetters.self, DropLetter.self])
}

/// `usher deliveries dead`.
struct DeadLetters: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead",
        abstract: "List dead letters, or show one.",
        discussion: """
            Examples:
              usher deliveries dead
              usher deliveries dead 12 --format json
            """)

    @Argument(help: "The number of a dead letter; without it, all are listed.")
    var id: Int64?

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let database = try access.open()
        let operators = database.operators
        if let id {
            let letter = try await operators.onlyLetter(id)
            try await database.record(.showDeadLetter) { $0.concern(letter) }
            switch format {
            case .json: print(letter.shown.prettyText)
            case .text: print(letter.line + "\n" + (letter.letter.shownContent ?? letter.letter.content).prettyText)
            }
            return
        }
        let letters = try await operators.allLetters()
        try await database.record(.listDeadLetters)
        switch format {
        case .json: print(JSONValue.object(["dead_letters": .array(letters.map(\.shown))]).prettyText)
        case .text:
            for letter in letters { print(letter.line) }
            if letters.isEmpty { Console.note("no dead letters") }
        }
    }
}

/// `usher deliveries retry`.
struct RetryLetters: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry dead letters.",
        discussion: """
            A message returns to the outbox with its own id; an event is processed again by the server, at once or after its
            next start.

            Examples:
              usher deliveries retry 12
              usher deliveries retry --all
            """)

    @Argument(help: "The number of a dead letter.")
    var id: Int64?

    @Flag(help: "Retry all dead letters.")
    var all = false

    @OptionGroup var access: OperatorAccess

    func validate() throws {
        guard all != (id != nil) else { throw ValidationError("Name one dead letter, or use `--all`.") }
    }

    func run() async throws {
        let database = try access.open()
        let operators = database.operators
        let operations = Operations(
            sessions: database.sessions, operators: operators, clock: SystemClock())
        let letters = if let id { [try await operators.onlyLetter(id)] } else { try await operators.allLetters() }
        var failed = 0
        for letter in letters {
            let what = "dead letter \(letter.id.number)"
            switch try await operations.retry(
                letter, recording: .ofCommand(.retryDeadLetter) { $0.concern(letter) })
            {
            case .queued: Console.note("\(what) is queued for delivery")
            case .handedOn: Console.note("\(what) was passed to the server")
            case .impossible(let reason):
                failed += 1
                Console.note("usher: \(what) cannot be retried: \(reason)")
            }
        }
        if failed > 0 { throw ExitCode(1) }
    }
}

/// `usher deliveries drop`.
struct DropLetter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Delete a dead letter.",
        discussion: """
            Example:
              usher deliveries drop 12
            """)

    @Argument(help: "The number of a dead letter.")
    var id: Int64

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let operators = try access.open().operators
        let letter = try await operators.onlyLetter(id)
        let entry = AuditEntry.ofCommand(.dropDeadLetter) { $0.concern(letter) }
        guard try await operators.drop(letter.id, recording: entry) else {
            try Bootstrap.refuse("dead letter \(id) was already deleted or retried")
        }
        Console.note("dead letter \(id) was deleted")
    }
}

extension SQLOperators {
    fileprivate func onlyLetter(_ id: Int64) async throws -> StoredDeadLetter {
        if let letter = try await filedLetter(DeadLetterID(id)) { return letter }
        try Bootstrap.refuse(
            "there is no dead letter \(id); `usher deliveries dead` lists them", code: Console.notFound)
    }

    fileprivate func allLetters() async throws -> [StoredDeadLetter] {
        var letters: [StoredDeadLetter] = []
        while true {
            let more = try await filedLetters(after: letters.last?.id, limit: 500)
            if more.isEmpty { return letters }
            letters += more
        }
    }
}

extension StoredDeadLetter {
    fileprivate var line: String {
        [
            "\(id.number)", letter.kind.rawValue, letter.conversation.customer, letter.at.iso, letter.reason,
        ].joined(separator: "  ")
    }
}

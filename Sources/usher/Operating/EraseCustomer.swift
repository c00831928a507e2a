import ArgumentParser
import Channels
import ConversationRuntime
import Foundation
import SQLiteStorage

/// `usher sessions erase`.
struct EraseCustomer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Removes everything of a customer.",
        discussion: """
            Sessions, history, waiting messages, timers, dead letters, files and what is known of the customer beyond a conversation
            (`customer.` facts) are gone, and cannot be brought back. Copies of the database that were made before still hold
            them.

            Examples:
              usher sessions erase 7
              usher sessions erase urn:biz:3f2a-19 --yes
            """)

    @Argument(help: "The customer's id or a session's number.")
    var id: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let store = try access.open()
        let customer = try await customer(in: store)
        try confirm(customer)
        let erasure = try await store.erase(customer: customer)
        let known = erasure.customers > 0 ? ", and what was known of the customer" : ""
        let counts = "sessions \(erasure.sessions), dead letters \(erasure.letters), files \(erasure.files)"
        Console.note("erased: \(counts)\(known)")
        guard erasure.isThorough else {
            Console.note(
                "usher: the file \"-wal\" beside the database is being read and may still hold parts of it; run this again"
            )
            throw ExitCode(1)
        }
    }

    /// The customer by their id, or by the number of a session; somebody who has only dead letters is known by their id.
    private func customer(in store: SQLiteSessionStore) async throws -> String {
        let found = Set(try await store.sessions(named: id).map(\.conversation.customer))
        if found.contains(id) { return id }
        if let only = found.first, found.count == 1 { return only }
        var last: LetterID?
        while true {
            let letters = try await store.filedLetters(after: last, limit: 500)
            if letters.contains(where: { $0.letter.conversation.customer == id }) { return id }
            guard let end = letters.last else { break }
            last = end.id
        }
        // What is left of an erasure that was cut short is removed, too.
        return id
    }

    private func confirm(_ customer: String) throws {
        if yes { return }
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            try Bootstrap.refuse("nobody is there to be asked; say `--yes` to erase customer \(customer)")
        }
        Console.note("Everything of customer \(customer) will be gone for good. Type `erase` to go on:")
        guard readLine() == "erase" else {
            Console.note("nothing was erased")
            throw ExitCode(1)
        }
    }
}

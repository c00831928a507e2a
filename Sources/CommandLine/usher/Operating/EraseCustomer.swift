import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Foundation
import JSON
import SQLiteStorage
import Server

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
              usher sessions erase urn:mbid:3f2a-19 --yes
              usher sessions erase 7 --yes --receipt erased/2026-12-01.json

            When there is nothing of the customer the command ends with 3 and makes no receipt.

            The receipt says what was removed and when, and has a digest. It names the customer by a hash of their id only, so
            that it may be kept. With --receipt - it goes to standard output.
            """)

    @Argument(help: "The customer's id or a session's number.")
    var id: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Option(help: "Where to write the receipt; - for standard output.", completion: .file())
    var receipt: String?

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        if let receipt, receipt != "-", FileManager.default.fileExists(atPath: receipt) {
            try Bootstrap.refuse("\(receipt) is there already, and a receipt is not written over; name another file")
        }
        let store = try access.open()
        let customer = try await customer(in: store)
        try await confirm(customer)
        let erasure = try await store.erase(customer: customer)
        if erasure.isEmpty, erasure.isThorough {
            Console.note(
                "usher: there is no session or customer `\(id)`, so nothing was erased; `usher sessions list` shows them"
            )
            throw ExitCode(3)
        }
        if !erasure.isEmpty { write(ErasureReceipt(erasure, of: customer, at: Console.now)) }
        let known = erasure.customers > 0 ? ", and what was known of the customer" : ""
        let counts = "sessions \(erasure.sessions), dead letters \(erasure.letters), files \(erasure.files)"
        Console.note("erased: \(counts)\(known)")
        guard erasure.isThorough else {
            Console.note(
                "usher: the file \"-wal\" beside the database is being read, or a dry run works with a copy of it; they may still hold "
                    + "parts of it: run this again"
            )
            throw ExitCode(1)
        }
    }

    /// Writes the receipt. The erasure is done even if the receipt cannot be written; then it is printed instead.
    private func write(_ document: ErasureReceipt) {
        guard let receipt else { return }
        let text = document.json.prettyText
        if receipt == "-" { return print(text) }
        do {
            try Data((text + "\n").utf8).write(to: URL(filePath: receipt), options: .atomic)
        } catch {
            Console.note("usher: \(receipt) cannot be written; the receipt is:")
            print(text)
        }
    }

    /// Returns the customer with this id, or of the session with this number; a customer who has only dead letters is
    /// found by id alone.
    private func customer(in store: SQLiteSessionStore) async throws -> String {
        let found = Set(try await store.sessions(named: id).map(\.conversation.customer))
        if !found.contains(id), let only = found.first, found.count == 1 {
            return try await store.customer(named: only)
        }
        // An interrupted erasure is completed too.
        return try await store.customer(named: id)
    }

    private func confirm(_ customer: String) async throws {
        if yes { return }
        guard InputLines.isTerminal else {
            try Bootstrap.refuse("nobody is there to be asked; say `--yes` to erase customer \(customer)")
        }
        Console.note("Everything of customer \(customer) will be gone for good. Type `erase` to go on:")
        guard await InputLines.stream().first(where: { _ in true }) == "erase" else {
            Console.note("nothing was erased")
            throw ExitCode(1)
        }
    }
}

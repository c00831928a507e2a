import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher sessions erase`.
struct EraseCustomer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase all data of a customer.",
        discussion: """
            Removes sessions, history, queued messages, timers, dead letters, files and the facts of the customer that outlive
            a conversation (`customer.`). This cannot be undone. Earlier backups of the database still contain the data.

            Examples:
              usher sessions erase 7
              usher sessions erase urn:mbid:3f2a-19 --yes
              usher sessions erase 7 --yes --receipt erased/2026-12-01.json

            If there is no data of the customer, the exit code is 3 and no receipt is written.

            The audit log keeps that the customer was erased, and when, with the same hash.

            The receipt lists what was removed and when, with a digest. It identifies the customer only by a hash of their id,
            so that it may be archived. --receipt - writes it to standard output.
            """)

    @Argument(help: "The customer's id or the number of a session.")
    var id: String

    @Flag(help: "Erase without confirmation.")
    var yes = false

    @Option(help: "Write the receipt to this file; - for standard output.", completion: .file())
    var receipt: String?

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        if let receipt, receipt != "-", FileManager.default.fileExists(atPath: receipt) {
            try Bootstrap.refuse("\(receipt) already exists, and receipts are not overwritten; name another file")
        }
        let operators = try access.open().operators
        let customer = try await customer(in: operators)
        try await confirm(customer)
        let erasure = try await Console.changing(advice: Self.advice) {
            try await operators.erase(customer: customer, recording: .ofCommand(.eraseCustomer))
        }
        if erasure.isEmpty, erasure.isThorough {
            Console.note(
                "usher: there is no session or customer `\(id)`; nothing was erased; `usher sessions list` lists sessions"
            )
            throw ExitCode(3)
        }
        if !erasure.isEmpty { write(ErasureReceipt(erasure, of: customer, at: Console.now)) }
        let known = erasure.customers > 0 ? ", and facts of the customer" : ""
        let counts = "sessions \(erasure.sessions), dead letters \(erasure.letters), files \(erasure.files)"
        Console.note("erased: \(counts)\(known)")
        guard erasure.isThorough else {
            Console.note(
                "usher: the \"-wal\" file of the database is in use, or a dry run uses a copy of the database; they may still "
                    + "contain parts of the data: run this command again"
            )
            throw ExitCode(1)
        }
    }

    private static let advice =
        "no receipt was written. Once commits succeed, run the command again: if it ends with 3, the data were erased, and "
        + "`usher audit --act customer.erase` shows it in place of a receipt"

    /// Writes the receipt. The erasure is done even if the receipt cannot be written; then it is printed instead.
    private func write(_ document: ErasureReceipt) {
        guard let receipt else { return }
        let text = document.json.prettyText
        if receipt == "-" { return print(text) }
        do {
            try Data((text + "\n").utf8).write(to: URL(filePath: receipt), options: .atomic)
        } catch {
            Console.note("usher: cannot write \(receipt); the receipt is:")
            print(text)
        }
    }

    /// Returns the customer with this id, or of the session with this number; a customer who has only dead letters is
    /// found by id alone.
    private func customer(in operators: any OperatorStore) async throws -> String {
        let found = Set(try await operators.sessions(named: id).map(\.conversation.customer))
        if !found.contains(id), let only = found.first, found.count == 1 {
            return try await operators.customer(named: only)
        }
        // An interrupted erasure is completed too.
        return try await operators.customer(named: id)
    }

    private func confirm(_ customer: String) async throws {
        if yes { return }
        guard InputLines.isTerminal else {
            try Bootstrap.refuse(
                "standard input is not a terminal; use `--yes` to erase customer \(customer) without confirmation")
        }
        Console.note("All data of customer \(customer) will be erased for good. Type `erase` to continue:")
        guard await InputLines.stream().first(where: { _ in true }) == "erase" else {
            Console.note("nothing was erased")
            throw ExitCode(1)
        }
    }
}

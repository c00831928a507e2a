import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Foundation
import JSON
import SQLiteStorage
import Server

/// `usher sessions export`.
struct ExportCustomer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes down everything that is held of a customer.",
        discussion: """
            Sessions with their answers and their whole history, what is known beyond them, files (by name, size and checksum),
            payments with their orders, the web chat, sign-ins and dead letters. Nothing is changed.

            With --files the files themselves are put into a new folder, as the customer has sent them; `file` of each is its
            name there.

            What is private is left out, unless --private is said and `storage.key` is there: such an export belongs into the
            customer's hands only. Whoever asks for their data should get that one.

            Examples:
              usher sessions export 7 > customer.json
              usher sessions export urn:mbid:3f2a-19 --private --output customer.json --files customer-files
              usher sessions export 7 --format text
            """)

    @Argument(help: "The customer's id or a session's number.")
    var id: String

    @Flag(name: .customLong("private"), help: "Open what is private.")
    var opensPrivate = false

    @Option(help: "json for everything, text for what was said, as transcripts.")
    var format: OutputFormat = .json

    @Option(help: "Where to write it; without it, to standard output.", completion: .file())
    var output: String?

    @Option(help: "A folder to be made, for the files themselves.", completion: .directory)
    var files: String?

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let store = try access.open()
        guard !opensPrivate || store.hasKey else {
            try Bootstrap.refuse("there is no `storage.key` to open what is private; give it as the server has it")
        }
        let named = Set(try await store.sessions(named: id).map(\.conversation.customer))
        let customer = try await store.customer(named: named.contains(id) ? id : named.first ?? id)
        let folder = try Console.orWrongUse { () throws(ExportFolder.Failure) in try files.map(ExportFolder.init) }
        do {
            try await export(customer, from: store, into: folder)
            try folder?.finish()
        } catch {
            folder?.remove()
            guard let failure = error as? ExportFolder.Failure else { throw error }
            try Bootstrap.refuse("\(failure)")
        }
    }

    private func export(
        _ customer: String, from store: SQLiteSessionStore, into folder: ExportFolder?
    ) async throws {
        let export = CustomerExport(from: Stores(store), isOpen: opensPrivate, filesInto: folder)
        guard let json = try await export.json(of: customer, at: Console.now) else {
            try Bootstrap.refuse(
                "nothing is held of `\(id)`; `usher sessions list` shows customers", code: Console.notFound)
        }
        for (place, file) in (json["files"]?.array ?? []).enumerated() {
            guard let reason = file["unreadable"]?.string else { continue }
            Console.note("usher: file \(place + 1) of the list is not in the folder: \(reason)")
        }
        try write(format == .json ? json.prettyText : Self.lines(json).joined(separator: "\n"))
    }

    /// Returns the transcripts of an export, one after another.
    private static func lines(_ export: JSONValue) -> [String] {
        (export["sessions"]?.array ?? []).flatMap { session in
            (session["transcript"]?.array ?? []).compactMap(\.string) + [""]
        }
    }

    /// Only the owner may read the file.
    private func write(_ text: String) throws {
        guard let output else { return print(text) }
        let isWritten = FileManager.default.createFile(
            atPath: output, contents: Data((text + "\n").utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else {
            try Bootstrap.refuse("\(output) cannot be written; does its folder exist, and may you write there?")
        }
    }
}

import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher sessions export`.
struct ExportCustomer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all data of a customer.",
        discussion: """
            Contains sessions with their answers and their whole history, facts that outlive them, files (by name, size and
            checksum), payments with their orders, the web chat, sign-ins and dead letters. Nothing is changed.

            --files copies the files themselves into a new folder, as the customer sent them; `file` of each entry is its
            name there.

            Private values are omitted, except with --private, which requires `storage.key`. Give such an export only to the
            customer; it is the answer to a customer's request for their data.

            Examples:
              usher sessions export 7 > customer.json
              usher sessions export urn:mbid:3f2a-19 --private --output customer.json --files customer-files
              usher sessions export 7 --format text
            """)

    @Argument(help: "The customer's id or the number of a session.")
    var id: String

    @Flag(name: .customLong("private"), help: "Include private values.")
    var opensPrivate = false

    @Option(help: "Write json with all data, or text with the conversations as transcripts.")
    var format: OutputFormat = .json

    @Option(help: "Write to this file instead of standard output.", completion: .file())
    var output: String?

    @Option(help: "Create this folder, with the files themselves.", completion: .directory)
    var files: String?

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        guard !opensPrivate || database.hasKey else {
            try Bootstrap.refuse(
                "`storage.key` is not set, and private values cannot be read without it; set it as for the server")
        }
        let named = Set(try await database.operators.sessions(named: id).map(\.conversation.customer))
        let customer = try await database.operators.customer(named: named.contains(id) ? id : named.first ?? id)
        let folder = try Console.orWrongUse { () throws(ExportFolder.Failure) in try files.map(ExportFolder.init) }
        do {
            try await export(customer, from: database, into: folder)
            try folder?.finish()
        } catch {
            folder?.remove()
            guard let failure = error as? ExportFolder.Failure else { throw error }
            try Bootstrap.refuse("\(failure)")
        }
    }

    private func export(
        _ customer: String, from database: StoredData, into folder: ExportFolder?
    ) async throws {
        let export = CustomerExport(from: database.stores, isOpen: opensPrivate, filesInto: folder)
        guard let json = try await export.json(of: customer, at: Console.now) else {
            try Bootstrap.refuse(
                "there is no data of `\(id)`; `usher sessions list` lists customers", code: Console.notFound)
        }
        try await database.record(.exportCustomer) { entry in
            entry.customer = customer
            entry.add("private", opensPrivate ? "true" : nil)
            entry.add("files", files.map { _ in "true" })
        }
        for (place, file) in (json["files"]?.array ?? []).enumerated() {
            guard let reason = file["unreadable"]?.string else { continue }
            Console.note("usher: file \(place + 1) of the list was not copied: \(reason)")
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
            try Bootstrap.refuse(
                "cannot write \(output); does its folder exist, and do you have permission to write there?")
        }
    }
}

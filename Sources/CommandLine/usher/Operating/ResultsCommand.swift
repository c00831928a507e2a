import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowModel
import Foundation
import JSON
import SQLiteStorage
import Server

/// `usher results`: shows the rows that flows kept, and changes their state.
struct ResultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "results",
        abstract: "Show the rows that flows kept, such as bookings, and change their state.",
        discussion: """
            Works with or without a running server. Without a name the tables are listed.

            Examples:
              usher results
              usher results bookings --since "2 days"
              usher results bookings --state open --format csv
              usher results bookings --mark 12=done --mark 13=cancelled
              usher results --retry-notices
            """)

    @Argument(help: "The table, as flows call it; without it, the tables are listed.")
    var name: String?

    @OptionGroup var access: OperatorAccess

    @Option(help: "Show only rows kept since a date (2026-12-01), a time, or a duration ago (\"2 days\").")
    var since: String?

    @Option(help: "Show only rows in this state.")
    var state: String?

    @Option(help: "Show only rows of the customer with this id.")
    var customer: String?

    @Flag(name: .customLong("private"), help: "Show private fields.")
    var isOpen = false

    @Option(help: "Give the row with this number another state: 12=done.")
    var mark: [String] = []

    @Flag(help: "Send the notices again that could not be sent.")
    var retryNotices = false

    @Option(help: "Show this many rows.")
    var limit = 1_000

    @Option(help: "Write text for people, csv for spreadsheets, or json for programs.")
    var format: ResultsFormat = .text

    func validate() throws {
        guard limit > 0 else { throw ValidationError("`--limit` must be 1 or more.") }
        if let since, PastMoment.reading(since, now: SystemClock().now) == nil {
            throw ValidationError("`--since` must be \(PastMoment.expected).")
        }
        if name == nil, state != nil || customer != nil || since != nil || !mark.isEmpty {
            throw ValidationError("Name a table.")
        }
        for mark in mark where Self.parts(of: mark) == nil {
            throw ValidationError("`--mark` takes the number of a row and its new state: `12=done`.")
        }
    }

    private static func parts(of mark: String) -> (number: Int, state: String)? {
        let parts = mark.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let number = Int(parts[0]), !parts[1].isEmpty else { return nil }
        return (number, parts[1])
    }

    func run() async throws {
        let store = try access.open().results
        if retryNotices {
            let count = try await store.retryNotices(at: SystemClock().now)
            return Console.note("\(count) notices are sent again by the server, within an hour or at its next start")
        }
        guard let name else { return try await listTables(store) }
        if mark.isEmpty { return try await list(name, store) }
        for mark in mark { try await change(mark, of: name, store) }
    }

    private func listTables(_ store: SQLiteResults) async throws {
        let counts = try await store.resultTables()
        let failed = try await store.givenUpNotices(limit: 1_000)
        switch format {
        case .json:
            let tables = counts.map { JSONValue.object(["name": .string($0.table), "rows": .int($0.rows)]) }
            print(JSONValue.object(["results": .array(tables)]).prettyText)
        case .csv: print(CSVText.lines([["name", "rows"]] + counts.map { [$0.table, "\($0.rows)"] }), terminator: "")
        case .text:
            for count in counts { print("\(count.table)  \(count.rows)") }
            if counts.isEmpty { Console.note("no results") }
        }
        for notice in failed {
            let result = notice.result
            Console.note(
                "the notice of \(result.table) \(result.row.number) could not be sent: \(notice.reason ?? "unknown"); repeat with --retry-notices"
            )
        }
    }

    private func list(_ name: String, _ store: SQLiteResults) async throws {
        var filter = ResultFilter(table: name)
        filter.customer = customer
        filter.states = Set([state].compactMap { $0 })
        filter.since = since.flatMap { PastMoment.reading($0, now: SystemClock().now) }
        let found = try await store.results(filter, after: nil, limit: limit)
        let zone = (try? access.bot())?.zone ?? .utc
        let list = ResultList(rows: found, isOpen: isOpen, zone: zone)
        switch format {
        case .json: print(list.json.prettyText)
        case .csv: print(CSVText.lines(list.table), terminator: "")
        case .text:
            for line in list.lines { print(line) }
            if found.isEmpty { Console.note("no rows") }
        }
        if found.count == limit { Console.note("there may be more: raise --limit") }
    }

    private func change(_ mark: String, of name: String, _ store: SQLiteResults) async throws {
        guard let (number, state) = Self.parts(of: mark) else { return }
        let states = (try? access.bot())?.results.first { $0.name == name }?.states ?? ResultTable.standardStates
        guard states.contains(state) else {
            try Bootstrap.refuse(
                "a row of `\(name)` is never `\(state)`; it is one of \(states.joined(separator: ", "))")
        }
        guard let row = try await store.result("\(number)", of: name),
            let changed = try await store.change(row.row.id, to: state, at: SystemClock().now, notifyingBy: [])
        else {
            try Bootstrap.refuse("`\(name)` has no row \(number)", code: Console.notFound)
        }
        Console.note("\(name) \(changed.row.number) is \(changed.row.state)")
    }
}

/// How `usher results` writes rows.
enum ResultsFormat: String, ExpressibleByArgument, CaseIterable {
    case text, csv, json
}

/// Rows as a table: a column for every field that one of them has.
struct ResultList {
    let rows: [StoredResult]
    let isOpen: Bool
    let zone: Zone

    private func fields(_ row: StoredResult) -> Fields { isOpen ? row.row.fields : row.shown }

    private var columns: [String] {
        var known: Set<String> = []
        return rows.flatMap { fields($0).names }.filter { known.insert($0).inserted }
    }

    /// The head, and a line for every row.
    var table: [[String]] {
        let columns = columns
        let head = ["number", "state", "kept_at"] + columns + ["customer"]
        return [head]
            + rows.map { row in
                let fields = fields(row)
                return ["\(row.row.number)", row.row.state, row.row.keptAt.iso(in: zone)]
                    + columns.map { fields[$0]?.plainWords(in: zone) ?? "" } + [row.conversation.customer]
            }
    }

    /// The table in columns as wide as their widest entry.
    var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let table = table.map { $0.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") } }
        let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }

    var json: JSONValue { .object(["rows": .array(rows.map { $0.json(isOpen: isOpen, in: zone) })]) }
}

/// Comma-separated values (RFC 4180), with the line ends of this system.
enum CSVText {
    static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\n" }.joined()
    }

    /// A text that a spreadsheet would take for a formula gets an apostrophe: customers write these texts.
    private static func cell(_ text: String) -> String {
        let isNumber = Decimal(plain: text) != nil || text.dropFirst().allSatisfy { $0.isNumber || $0 == " " }
        let isFormula = (text.first.map { "=+-@\t\r".contains($0) } ?? false) && !isNumber
        let safe = isFormula ? "'" + text : text
        let needsQuotes = safe.contains { $0 == "," || $0 == "\"" || $0.isNewline } || safe != safe.trimmed
        return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

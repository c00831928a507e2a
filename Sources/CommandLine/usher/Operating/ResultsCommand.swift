import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Diagnostics
import Expressions
import FlowModel
import Foundation
import JSON
import SQLStorage
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
        let database = try access.open()
        let store = database.results
        if retryNotices {
            try await database.record(.retryNotices)
            let count = try await store.retryNotices(at: SystemClock().now)
            return Console.note(
                "the server sends \(counted(count, "notice")) again, within an hour or at its next start")
        }
        guard let name else { return try await listTables(store) }
        if mark.isEmpty { return try await list(name, database) }
        for mark in mark { try await change(mark, of: name, store) }
    }

    private func listTables(_ store: SQLResults) async throws {
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

    /// Ends the command when there is no such table, or when its rows are never in the state.
    private func expectTable(_ name: String, _ store: SQLResults, _ bot: Bot?) async throws {
        if let mistake = try await store.mistake(inTable: name, of: bot) {
            try Bootstrap.refuse(mistake, code: Console.notFound)
        }
        guard let state else { return }
        if let mistake = try await store.mistake(inState: state, of: name, Self.states(of: name, bot)) {
            try Bootstrap.refuse(mistake)
        }
    }

    private static func states(of table: String, _ bot: Bot?) -> [String] {
        bot?.results.first { $0.name == table }?.states ?? ResultTable.standardStates
    }

    private func list(_ name: String, _ database: StoredData) async throws {
        let bot = try? access.bot()
        try await expectTable(name, database.results, bot)
        var filter = ResultFilter(table: name)
        filter.customer = customer
        filter.states = Set([state].compactMap { $0 })
        filter.since = since.flatMap { PastMoment.reading($0, now: SystemClock().now) }
        let found = try await database.results.results(filter, after: nil, limit: limit)
        try await database.record(.listResults) { entry in
            entry.object = "table \(name)"
            entry.customer = found.isEmpty ? nil : customer
            entry.add("private", isOpen ? "true" : nil)
        }
        let zone = bot?.zone ?? .utc
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

    private func change(_ mark: String, of name: String, _ store: SQLResults) async throws {
        guard let (number, state) = Self.parts(of: mark) else { return }
        let states = Self.states(of: name, try? access.bot())
        guard states.contains(state) else {
            try Bootstrap.refuse(
                "a row of `\(name)` is never `\(state)`; it is one of \(states.joined(separator: ", "))")
        }
        guard let row = try await store.result("\(number)", of: name),
            let changed = try await store.change(
                row.row.id, to: state, at: SystemClock().now, notifyingBy: [],
                recording: .ofCommand(.changeResult) { entry in
                    entry.concern(row)
                    entry.add("state", state)
                })
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

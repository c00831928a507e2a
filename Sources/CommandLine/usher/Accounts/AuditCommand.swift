import ArgumentParser
import ConversationRuntime
import Expressions
import JSON
import SQLStorage
import Server

/// `usher audit`: shows the audit log.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show the audit log: who did what to whom, and when.",
        discussion: """
            Newest first. Entries are kept for `retention.audit`. An erased customer is shown as the hash that the receipt of
            the erasure has; --customer finds them by their id, too.

            Examples:
              usher audit
              usher audit --since "7 days" --actor "token deploy"
              usher audit --customer urn:mbid:3f2a-19 --format json
              usher audit --since 2026-12-01 --limit 100000 --format csv > audit.csv
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Show only entries since a date (2026-12-01), a time, or a duration ago (\"2 days\").")
    var since: String?

    @Option(help: "Show only what this actor did, such as \"token deploy\".")
    var actor: String?

    @Option(help: "Show only what was done to the customer with this id.")
    var customer: String?

    @Option(help: "Show only this act, such as customer.export.")
    var act: String?

    @Option(help: "Show this many entries.")
    var limit = 200

    @Option(help: "Write text for people, csv for spreadsheets, or json for programs.")
    var format: ResultsFormat = .text

    private static let page = 500

    func validate() throws {
        guard limit > 0 else { throw ValidationError("`--limit` must be 1 or more.") }
        if let since, PastMoment.reading(since, now: Console.now) == nil {
            throw ValidationError("`--since` must be \(PastMoment.expected).")
        }
        if let act, AuditAct(rawValue: act) == nil {
            let known = AuditAct.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no act `\(act)`; the acts are \(known).")
        }
    }

    func run() async throws {
        let database = try access.open()
        let found = try await entries(of: database.audit)
        try await database.record(.readAudit)
        switch format {
        case .json: print(JSONValue.object(["entries": .array(found.map(\.shown))]).prettyText)
        case .csv: print(CSVText.lines([Self.columns] + found.map(\.cells)), terminator: "")
        case .text:
            if !found.isEmpty { TextTable([Self.columns.map { $0.uppercased() }] + found.map(\.cells)).show() }
            if found.isEmpty { Console.note("no entries") }
        }
        if found.count == limit { Console.note("there may be more: raise --limit") }
    }

    private func entries(of audit: SQLAudit) async throws -> [StoredAuditEntry] {
        let moment = since.flatMap { PastMoment.reading($0, now: Console.now) }
        let filter = AuditFilter(since: moment, actor: actor, customer: customer, act: act)
        var found: [StoredAuditEntry] = []
        while found.count < limit {
            let more = try await audit.entries(
                filter, before: found.last?.id, limit: min(Self.page, limit - found.count))
            found += more
            if more.isEmpty { break }
        }
        return found
    }

    private static let columns = ["at", "actor", "act", "customer", "object", "details", "outcome"]
}

extension StoredAuditEntry {
    fileprivate var cells: [String] {
        let details = (entry.details.object ?? [:]).map { "\($0.0)=\($0.1.string ?? $0.1.text)" }
        return [
            entry.at.iso, entry.actor, entry.act, entry.customer ?? "-", entry.object ?? "-",
            details.isEmpty ? "-" : details.joined(separator: " "), entry.outcome.rawValue,
        ]
    }
}

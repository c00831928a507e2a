import Channels
public import ConversationRuntime
import Databases
import Expressions
import FlowEngine

/// What operators and people at a desk look at and change, usable while a server runs on the same database.
public struct SQLOperators: OperatorStore {
    let database: StoredData

    private static let columns =
        "id, channel, customer, business, status, flow, step, version, revision, started_at, updated_at, "
        + "with_person_since, queue, assignee"

    public func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) async throws -> [SessionSummary] {
        try await database.read { db in
            let search = SessionSearch(filter, db.dialect)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns) FROM sessions WHERE id IN (\(search.sql) LIMIT ? OFFSET ?)
                    ORDER BY updated_at DESC, id DESC
                    """, arguments: search.arguments + [limit, skipping]
            ).map(SessionSummary.init(row:))
        }
    }

    public func handovers(
        _ filter: HandoverFilter, after place: HandoverPlace?, limit: Int
    ) async throws -> [SessionSummary] {
        let assigned = place.map { $0.isAssigned ? 1 : 0 } ?? -1
        let since = place?.since.milliseconds ?? Int.min
        let last = place?.id.number ?? Int64.min
        return try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns) FROM sessions
                    WHERE with_person_since IS NOT NULL
                        AND (\(Self.isAssigned), with_person_since, id) > (?, ?, ?) \(filter.sql)
                    ORDER BY \(Self.isAssigned), with_person_since, id LIMIT ?
                    """, arguments: [assigned, since, last] + filter.arguments + [limit]
            ).map(SessionSummary.init(row:))
        }
    }

    /// 0 for conversations that no agent has, 1 for others.
    private static let isAssigned = "CASE WHEN assignee IS NULL THEN 0 ELSE 1 END"

    public func deskLoad() async throws -> DeskLoad { try await database.read { try QueueRows.load($0) } }

    public func sessions(named id: String) async throws -> [SessionSummary] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT \(Self.columns) FROM sessions WHERE customer = ? OR id = ? ORDER BY id",
                arguments: [id, Int64(id)]
            ).map(SessionSummary.init(row:))
        }
    }
}

extension HandoverFilter {
    /// Its conditions, each after an `AND`.
    fileprivate var sql: String {
        let queue = queue == nil ? "" : "AND queue = ?"
        return switch assignee {
        case nil: queue
        case .no: queue + " AND assignee IS NULL"
        case .agent: queue + " AND assignee = ?"
        }
    }

    fileprivate var arguments: Arguments {
        var all = Arguments()
        if let queue { all.append(queue) }
        if case .agent(let name)? = assignee { all.append(name) }
        return all
    }
}

extension SessionSummary {
    /// From `id, channel, customer, business, status, flow, step, version, revision, started_at, updated_at,
    /// with_person_since, queue, assignee`.
    init(row: Row) {
        self.init(
            id: SessionID(row[0]), conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            status: row[4], flow: row[5], step: row[6], version: row[7], events: row[8],
            startedAt: Moment(milliseconds: row[9]), activeAt: Moment(milliseconds: row[10]),
            withPersonSince: (row[11] as Int?).map { Moment(milliseconds: $0) }, queue: row[12], assignee: row[13])
    }
}

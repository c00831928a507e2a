import ConversationRuntime
import Databases
import Expressions
import FlowEngine

/// The customers who wait for people, by queue, and how long the latest ones have waited.
enum QueueRows {
    /// The number of customers whose waits count.
    private static let latest = 20

    /// The queues in which others wait, or have been answered.
    static func figures(for session: Int64?, _ db: Database) throws -> [QueueFigures] {
        let own = try session.flatMap { id in
            try Int.fetchOne(db, sql: "SELECT unanswered_since FROM sessions WHERE id = ?", arguments: [id])
        }
        let ahead = try Row.fetchAll(
            try db.cachedStatement(
                sql: """
                    SELECT queue, COUNT(*) FROM sessions
                    WHERE unanswered_since IS NOT NULL AND queue IS NOT NULL
                        AND (CAST(?1 AS BIGINT) IS NULL OR unanswered_since < ?1 OR (unanswered_since = ?1 AND id < ?2)) AND (CAST(?2 AS BIGINT) IS NULL OR id <> ?2)
                    GROUP BY queue
                    """), arguments: [own, session])
        var counts: [String: Int] = [:]
        for row in ahead { counts[row[0]] = row[1] }
        let answered = try String.fetchAll(
            try db.cachedStatement(sql: "SELECT DISTINCT queue FROM queue_waits"))
        return try Set(counts.keys).union(answered).sorted().map { queue in
            QueueFigures(queue: queue, ahead: counts[queue] ?? 0, waits: try waits(in: queue, db))
        }
    }

    private static func waits(in queue: String, _ db: Database) throws -> [TimeLength] {
        try Int.fetchAll(
            try db.cachedStatement(sql: "SELECT waited FROM queue_waits WHERE queue = ? ORDER BY id DESC LIMIT ?"),
            arguments: [queue, latest]
        ).map { TimeLength(milliseconds: $0) }
    }

    /// Records what a turn means for the queue of a session.
    static func apply(_ change: QueueChange, to session: SessionID, at now: Moment, _ db: Database) throws {
        switch change {
        case .entered(let queue):
            // Also when a server of an older version, which does not know of agents, has given it back before.
            try db.cachedStatement(
                sql: "UPDATE sessions SET queue = ?, unanswered_since = ?, assignee = NULL WHERE id = ?"
            ).execute(arguments: [queue, now.milliseconds, session.number])
        case .moved(let queue):
            try db.cachedStatement(
                sql: "UPDATE sessions SET queue = ?, unanswered_since = COALESCE(unanswered_since, ?) WHERE id = ?"
            ).execute(arguments: [queue, now.milliseconds, session.number])
        case .answered: try answer(session, at: now, db)
        case .left:
            try db.cachedStatement(
                sql: "UPDATE sessions SET queue = NULL, unanswered_since = NULL WHERE id = ? AND queue IS NOT NULL"
            ).execute(arguments: [session.number])
        case .none: break
        }
    }

    /// Records who has the conversation of a session.
    static func assign(_ agent: String?, to session: SessionID, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE sessions SET assignee = ? WHERE id = ?").execute(
            arguments: [agent, session.number])
    }

    /// How much there is to do in each queue and for each agent.
    static func load(_ db: Database) throws -> DeskLoad {
        var queues: [String: DeskLoad.Queue] = [:]
        let counts = try Row.fetchAll(
            db,
            sql: """
                SELECT queue, COUNT(*), COUNT(unanswered_since), MIN(unanswered_since) FROM sessions
                WHERE with_person_since IS NOT NULL AND queue IS NOT NULL GROUP BY queue
                """)
        for row in counts {
            queues[row[0]] = DeskLoad.Queue(
                name: row[0], conversations: row[1], waiting: row[2],
                oldest: (row[3] as Int?).map { Moment(milliseconds: $0) })
        }
        for name in try String.fetchAll(db, sql: "SELECT DISTINCT queue FROM queue_waits") {
            queues[name, default: DeskLoad.Queue(name: name)].waits = try waits(in: name, db)
        }
        let agents = try Row.fetchAll(
            db,
            sql: """
                SELECT assignee, COUNT(*) FROM sessions
                WHERE with_person_since IS NOT NULL AND assignee IS NOT NULL GROUP BY assignee ORDER BY assignee
                """
        ).map { DeskLoad.Agent(name: $0[0], conversations: $0[1]) }
        return DeskLoad(queues: queues.values.sorted { $0.name < $1.name }, agents: agents)
    }

    private static func answer(_ session: SessionID, at now: Moment, _ db: Database) throws {
        let waiting = try db.cachedStatement(
            sql: "SELECT queue, unanswered_since FROM sessions WHERE id = ? AND unanswered_since IS NOT NULL")
        guard let row = try Row.fetchOne(waiting, arguments: [session.number]), let queue = row[0] as String? else {
            return
        }
        try db.cachedStatement(sql: "UPDATE sessions SET unanswered_since = NULL WHERE id = ?").execute(
            arguments: [session.number])
        try db.cachedStatement(sql: "INSERT INTO queue_waits (queue, waited) VALUES (?, ?)").execute(
            arguments: [queue, now.milliseconds - (row[1] as Int)])
        try db.cachedStatement(
            sql: """
                DELETE FROM queue_waits WHERE queue = ?1 AND id NOT IN
                    (SELECT id FROM queue_waits WHERE queue = ?1 ORDER BY id DESC LIMIT ?2)
                """
        ).execute(arguments: [queue, latest])
    }
}

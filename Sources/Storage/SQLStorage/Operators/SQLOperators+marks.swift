public import ConversationRuntime
import Databases
public import Expressions
import FlowEngine

extension SQLOperators {
    public func markedTurns(since moment: Moment, after turn: MarkedTurn?, limit: Int) async throws -> [MarkedTurn] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT session_id, turn, at, marks FROM history
                    WHERE (session_id, turn) > (?, ?) AND at >= ? AND marks IS NOT NULL
                    ORDER BY session_id, turn LIMIT ?
                    """, arguments: [turn?.session.number ?? 0, turn?.turn ?? 0, moment.milliseconds, limit]
            ).map(MarkedTurn.init(row:))
        }
    }
}

extension MarkedTurn {
    /// From `session_id, turn, at, marks`.
    fileprivate init(row: Row) {
        self.init(
            session: SessionID(row[0]), turn: row[1], at: Moment(milliseconds: row[2]),
            marks: StepMark.marks(in: row[3] as String))
    }
}

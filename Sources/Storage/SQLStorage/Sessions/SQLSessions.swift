public import Channels
public import ConversationRuntime
import Databases
public import Expressions
public import FlowEngine

/// Sessions, and the messages, calls and timers that follow from their turns.
public struct SQLSessions: SessionStore {
    let database: StoredData

    public func session(of conversation: ConversationKey) async throws -> StoredSession? {
        try await database.read { try session(of: conversation, $0) }
    }

    private func session(of conversation: ConversationKey, _ db: Database) throws -> StoredSession? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, channel, customer, business, revision, state FROM sessions
                WHERE customer = ? AND business = ? AND channel = ?
                """)
        return try Row.fetchOne(
            statement, arguments: [conversation.customer, conversation.business, conversation.channel]
        ).map { try StoredSession(row: $0, database.seal) }
    }

    public func session(_ id: SessionID) async throws -> StoredSession? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, channel, customer, business, revision, state FROM sessions WHERE id = ?")
            return try Row.fetchOne(statement, arguments: [id.number]).map {
                try StoredSession(row: $0, database.seal)
            }
        }
    }

    public func customer(of conversation: ConversationKey) async throws -> KnownCustomer? {
        try await database.read { try CustomerRows.customer(of: conversation, database.seal, $0) }
    }

    public func standing(of conversation: ConversationKey) async throws -> LoadedConversation {
        try await database.read { db in
            if let session = try session(of: conversation, db) { return .session(session) }
            return LoadedConversation(nil, else: try CustomerRows.customer(of: conversation, database.seal, db))
        }
    }

    public func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) async throws -> SharedState {
        try await database.read { db in
            let id = try Int64.fetchOne(
                try db.cachedStatement(
                    sql: "SELECT id FROM sessions WHERE customer = ? AND business = ? AND channel = ?"),
                arguments: [conversation.customer, conversation.business, conversation.channel])
            return SharedState(
                queues: try QueueRows.figures(for: id, db),
                calendars: try BookingRows.times(in: calendars, besides: id, at: moment, db))
        }
    }

    public func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin? {
        try await database.read { db in
            let found = try Row.fetchOne(
                db,
                sql: """
                    SELECT bubbles.flow, bubbles.step, bubbles.version, bubbles.turn
                    FROM bubbles JOIN sessions ON sessions.id = bubbles.session_id
                    WHERE bubbles.question = ? AND customer = ? AND business = ? AND channel = ?
                    """,
                arguments: [question, conversation.customer, conversation.business, conversation.channel]
            ).map { BubbleOrigin(flow: $0[0], step: $0[1], version: $0[2], turn: $0[3]) }
            return try found ?? (CustomerRows.hasForgottenBubbles(conversation, db) ? .unknown : nil)
        }
    }

    public func commit(_ record: TurnRecord) async throws -> CommitResult {
        let seal = database.seal
        let turn = TurnWriter(
            seal.hasKey || !record.isPrivate || record.turn == nil
                ? record : record.asDeadLetter(because: "\(SealError.noKey)"),
            seal)
        do {
            return try await write(turn)
        } catch  where record.turn != nil && database.engine.kind(of: error) == .constraint {
            return try await write(TurnWriter(record.asDeadLetter(because: "\(error)"), seal))
        }
    }

    private func write(_ turn: TurnWriter) async throws -> CommitResult {
        do {
            return .committed(try await database.engine.performShort { try turn.write(to: $0) })
        } catch let undone as TurnWriter.Undone {
            return undone.result
        }
    }
}

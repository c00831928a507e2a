import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import JSON
import MessageModel

/// Writes all effects of one event, inside a transaction shared with other writes.
///
/// As much as possible is encoded beforehand, so that the single writer only has to run SQL.
struct TurnWriter: Sendable {
    private let record: TurnRecord
    private let seal: Seal
    private let state: String?
    private let event: String?
    private let effects: String?
    private let marks: String?
    private let calls: [(request: PendingRequest, inputs: String)]
    private let messages: [(outgoing: Outgoing, shown: Message?, json: String)]
    private let customer: CustomerWriter?
    private let cause: StoredCause

    init(_ record: TurnRecord, _ seal: Seal) {
        self.record = record
        self.seal = seal
        cause = StoredCause(arrival: record.cause, trace: record.trace)
        let isPrivate = record.isPrivate
        state = (record.turn?.session).map { seal.text(of: $0, shown: $0.isPrivate ? $0.shownJSON : Optional.none) }
        (event, effects) = record.storedEntry(seal) ?? (nil, nil)
        marks = record.turn.map { StepMark.text(of: $0.marks) }
        customer = record.changedCustomer.map { CustomerWriter($0, seal) }
        calls = record.requests.map { ($0, seal.text(of: $0.inputs, shown: isPrivate ? .object([:]) : Optional.none)) }
        messages = record.outgoing.map { message in
            (message.outgoing, message.shown, seal.text(of: message.outgoing.message, shown: message.shown?.json))
        }
    }

    /// Writes the record.
    ///
    /// - Throws: `Undone` when nothing of it is to be kept. Any other error leaves nothing behind either, once the
    ///   commit queue has rolled it back.
    func write(to db: Database) throws -> Committed {
        guard try writeArrival(to: db), try closeReopened(db), try closeCall(db), try isWaitingStill(db) else {
            throw Undone(result: .repeated)
        }
        return try writeAll(to: db)
    }

    /// Why a turn was not saved: another turn came first.
    struct Undone: Error {
        let result: CommitResult
    }

    private func writeAll(to db: Database) throws -> Committed {
        var committed = Committed(session: record.replaces, deliveries: [])
        if record.turn == nil, try !isUnchanged(db) { throw Undone(result: .conflict) }
        if let turn = record.turn {
            guard let id = try writeSession(turn, to: db) else { throw Undone(result: .conflict) }
            committed.session = StoredSession(
                id: id, conversation: record.conversation, revision: (record.replaces?.revision ?? 0) + 1,
                after: turn)
            guard try BookingRows.apply(record, id, db) else { throw Undone(result: .conflict) }
            if turn.session.status == .withPerson || record.replaces?.session.status == .withPerson {
                try QueueRows.apply(record.queueChange, to: id, at: record.at, db)
            }
            if record.reassigns { try QueueRows.assign(record.assignee, to: id, db) }
            if record.forgetsPast { try SessionRows.forgetPast(of: id, db) }
            try writeHistory(turn, id, to: db)
            if turn.dropsPending {
                try LaneRows.removeAll(of: id, for: record.laneClaim?.owner, at: record.at, db)
            }
            if !messages.isEmpty {
                let place = try LaneRows.extend(id, by: messages.count, at: record.at, for: record.laneClaim, db)
                committed.previous = place.previous
                committed.holder = place.holder
                committed.deliveries = try writeDeliveries(turn, id, from: place.first, to: db)
            }
            committed.calls = try writeCalls(id, to: db)
            try writeTimers(turn, id, to: db)
            try customer?.write(record.conversation, at: record.at, to: db)
        }
        // A dead letter reports the outcome too: the payment must not be reported a second time.
        if record.turn != nil || record.deadLetter != nil, case .heard(.pay(let reply), _)? = record.event?.kind {
            try PaymentRows.settle(reply, in: record.conversation, at: record.at, db)
        }
        if let timer = record.clearsTimer { try delete(timer, db) }
        if record.isNotice, let id = committed.session?.id { try Notices.leave(id, at: record.at, in: db) }
        if let givenUp = record.givenUp { try LaneRows.remove(upTo: givenUp, db) }
        if let letter = record.deadLetter { try write(letter, to: db) }
        if record.turn != nil || record.deadLetter != nil { try AuditRows.insert(record.audit, db) }
        return committed
    }

    /// Returns whether the arrival is new.
    private func writeArrival(to db: Database) throws -> Bool {
        guard let arrival = record.arrival else { return true }
        try db.cachedStatement(
            sql: "INSERT INTO arrivals (id, channel, received_at, outcome) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        ).execute(values: [
            .text(arrival.id), .text(record.conversation.channel), .int(record.at.milliseconds), .text(arrival.outcome),
        ])
        guard db.changesCount == 1 else { return false }
        db.noteMessage()
        return true
    }

    /// Deletes the dead letter whose event is answered again. Returns `false` when it no longer exists: another process
    /// has answered it, or it was deleted.
    private func closeReopened(_ db: Database) throws -> Bool {
        guard let reopened = record.reopened else { return true }
        return try DeadLetterRows.drop(reopened, db)
    }

    /// Deletes the call that was answered. Returns `false` when it no longer exists: its answer is already known.
    private func closeCall(_ db: Database) throws -> Bool {
        guard let call = record.answeredCall else { return true }
        try db.cachedStatement(sql: "DELETE FROM calls WHERE id = ?").execute(arguments: [call])
        return db.changesCount == 1
    }

    /// Whether the given-up message is still waiting. If not, it was already given up, or dropped.
    private func isWaitingStill(_ db: Database) throws -> Bool {
        guard let givenUp = record.givenUp else { return true }
        if let lane = record.heldLane {
            guard let claim = record.laneClaim,
                try !LaneRows.renew([lane], at: record.at, for: claim, db).isEmpty
            else { return false }
        }
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM deliveries WHERE session_id = ? AND number = ?)")
        return try Bool.fetchOne(statement, arguments: [givenUp.session.number, givenUp.number]) ?? false
    }

    /// Returns the number of the session, or `nil` when another process has saved it meanwhile.
    private func writeSession(_ turn: Turn, to db: Database) throws -> SessionID? {
        let now = record.at.milliseconds
        let handedOver = record.handedOverAt?.milliseconds
        let status = turn.session.status
        if let replaced = record.replaces {
            try db.cachedStatement(
                sql: """
                    UPDATE sessions SET revision = ?, status = ?, flow = ?, step = ?, version = ?, state = ?, updated_at = ?,
                        with_person_since = CASE WHEN ? = 1 THEN COALESCE(?, with_person_since, ?) END
                    WHERE id = ? AND revision = ? AND customer = ?
                    """
            ).execute(values: [
                .int(replaced.revision + 1), .text(status.rawValue), .text(turn.session.flow), .text(turn.session.step),
                .text(record.version), .text(orNull: state), .int(now), .int(status == .withPerson ? 1 : 0),
                .int(orNull: handedOver), .int(now), .integer(replaced.id.number), .int(replaced.revision),
                .text(replaced.conversation.customer),
            ])
            return db.changesCount == 1 ? replaced.id : nil
        }
        let conversation = record.conversation
        let since: Int? = status == .withPerson ? now : nil
        // A customer erased meanwhile must not reappear with the data that was known of them.
        if record.recallsCustomer, try !CustomerRows.isKnown(conversation, db) { return nil }
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO sessions
                    (channel, customer, business, revision, status, flow, step, version, state, started_at, updated_at,
                    with_person_since)
                VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id
                """)
        return try Int64.fetchOne(
            insert,
            arguments: [
                conversation.channel, conversation.customer, conversation.business, status.rawValue,
                turn.session.flow, turn.session.step, record.version, state, now, now, since,
            ]
        ).map(SessionID.init)
    }

    /// Whether the session has not been saved since it was loaded: a record without a turn was decided on the session's
    /// content as well.
    private func isUnchanged(_ db: Database) throws -> Bool {
        guard let replaced = record.replaces else { return true }
        let statement = try db.cachedStatement(sql: "SELECT revision FROM sessions WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [replaced.id.number]) == replaced.revision
    }

    private func writeHistory(_ turn: Turn, _ id: SessionID, to db: Database) throws {
        guard let event, let effects else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO history (session_id, turn, at, version, event, effects, marks) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(values: [
            .integer(id.number), .int(turn.session.turn), .int(record.at.milliseconds), .text(record.version),
            .text(event),
            .text(effects), .text(orNull: marks),
        ])
    }

    private func writeDeliveries(
        _ turn: Turn, _ id: SessionID, from first: Int, to db: Database
    ) throws -> [StoredDelivery] {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO deliveries
                    (session_id, number, message_id, turn, message, cause, created_at, attempts, next_try, context)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
                """)
        let context = turn.session.context
        let contextText = context.jsonText
        return try messages.enumerated().map { index, message in
            let (outgoing, shown, json) = message
            let number = first + index
            let now = record.at.milliseconds
            try insert.execute(values: [
                .integer(id.number), .int(number), .text(outgoing.id), .int(turn.session.turn), .text(json),
                .text(orNull: cause.text),
                .int(now), .int(now), .text(contextText),
            ])
            if outgoing.message.question != nil, let question = outgoing.question {
                try writeBubble(question.id, turn, id, to: db)
            }
            return StoredDelivery(
                id: DeliveryID(id, number),
                delivery: Delivery(
                    id: outgoing.id, conversation: record.conversation, message: outgoing.message, cause: record.cause,
                    shown: shown, context: context),
                turn: turn.session.turn, createdAt: record.at, nextTry: record.at, trace: record.trace)
        }
    }

    private func writeCalls(_ id: SessionID, to db: Database) throws -> [StoredCall] {
        try calls.map { request, inputs in
            try db.cachedStatement(
                sql: """
                    INSERT INTO calls (id, session_id, action, inputs, cause, created_at, claimed_by, claimed_until)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, CASE WHEN ?8 > 0 THEN \(db.dialect.now("?6")) + ?8 END)
                    """
            ).execute(arguments: [
                request.id, id.number, request.storedName, inputs, cause.text, record.at.milliseconds,
                record.claim?.owner, record.claim?.length.milliseconds ?? 0,
            ])
            return StoredCall(
                conversation: record.conversation, request: request, cause: record.cause, trace: record.trace)
        }
    }

    private func writeBubble(_ question: String, _ turn: Turn, _ id: SessionID, to db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO bubbles (question, session_id, turn, flow, step, version, at) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(values: [
            .text(question), .integer(id.number), .int(turn.session.turn), .text(turn.session.flow),
            .text(turn.session.step),
            .text(record.version), .int(record.at.milliseconds),
        ])
    }

    private func writeTimers(_ turn: Turn, _ id: SessionID, to db: Database) throws {
        let wakes = turn.session.wakes
        for wake in wakes {
            try db.cachedStatement(
                sql: """
                    INSERT INTO timers (session_id, kind, due, question) VALUES (?, ?, ?, ?)
                    ON CONFLICT (session_id, kind) DO UPDATE SET due = excluded.due, question = excluded.question,
                        claimed_until = CASE WHEN timers.due = excluded.due AND timers.question = excluded.question
                            THEN timers.claimed_until END
                    """
            ).execute(values: [
                .integer(id.number), .text(wake.kind.rawValue), .int(wake.at.milliseconds), .text(wake.purpose.id),
            ])
        }
        for kind in Wake.Kind.allCases where !wakes.contains(where: { $0.kind == kind }) {
            // Few sessions have ever had a reminder.
            if kind == .reminder, record.replaces?.session.reminders.isEmpty ?? true { continue }
            try delete(TimerKey(session: id, kind: kind), db)
        }
    }

    private func delete(_ timer: TimerKey, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM timers WHERE session_id = ? AND kind = ?").execute(
            arguments: [timer.session.number, timer.kind.rawValue])
    }

    private func write(_ letter: DeadLetter, to db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO dead_letters (kind, channel, customer, business, at, reason, content)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            letter.kind.rawValue, letter.conversation.channel, letter.conversation.customer,
            letter.conversation.business, letter.at.milliseconds, letter.reason,
            seal.closed(letter.content, shown: letter.shownContent).text,
        ])
    }
}

public import ConversationRuntime
import Databases
public import Expressions

/// The sending of messages by one of several servers.
extension SQLSessions {
    public func claimLanes(limit: Int, at moment: Moment, for claim: Claim) async throws -> [HeldLane] {
        try await database.perform { try LaneRows.claim(limit: limit, at: moment, for: claim, $0) }
    }

    public func renew(_ lanes: [HeldLane], at moment: Moment, for claim: Claim) async throws -> Set<HeldLane> {
        try await database.perform { try LaneRows.renew(lanes, at: moment, for: claim, $0) }
    }

    public func mark(
        _ marks: [LaneMark], at moment: Moment, for claim: Claim
    ) async throws -> [SessionID: LaneCounters] {
        try await database.perform { try LaneRows.mark(marks, at: moment, for: claim, $0) }
    }

    public func deliveries(
        in lane: HeldLane, of owner: String, after delivery: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery]? {
        try await database.read { db in
            guard try LaneRows.isHeld(lane, by: owner, db) else { return nil }
            return try waiting(in: lane.session, after: delivery, limit: limit, db)
        }
    }

    public func letGo(
        _ lane: HeldLane, of owner: String, sent: DeliveryID?, retry: LaneRetry?, at moment: Moment
    ) async throws {
        try await database.perform { db in
            if let retry {
                try db.cachedStatement(
                    sql: """
                        UPDATE deliveries SET attempts = ?, failing_since = ?, next_try = ?
                        WHERE session_id = ? AND number = ?
                            AND EXISTS (SELECT 1 FROM lanes WHERE session_id = ? AND owner = ? AND epoch = ?)
                        """
                ).execute(arguments: [
                    retry.attempts, retry.since?.milliseconds, retry.nextTry.milliseconds, lane.session.number,
                    retry.delivery.number, lane.session.number, owner, lane.epoch,
                ])
            }
            try LaneRows.letGo(lane, of: owner, sent: sent, delay: retry?.delay ?? .zero, at: moment, db)
        }
    }

    public func letGoLanes(of owner: String, at moment: Moment) async throws {
        try await database.perform { try LaneRows.letGo(all: owner, at: moment, $0) }
    }
}

import Channels
import Concurrency
import Expressions
import Logging

extension Outbox {
    private static let batch = 500

    /// Opens lanes for conversations whose messages wait without one: those left from before the start, and those
    /// beyond the maximum number of lanes. Returns when sending ends.
    func search() async {
        if let sharing { return await searchLanes(sharing) }
        while await untilWanted(by: { !$0.lanes.isComplete }) {
            state.change { $0.lanes.beginSearch() }
            guard await openLanes() else { return }
            state.change { $0.lanes.endSearch() }
            settle()
        }
    }

    /// Goes through all conversations with waiting messages. Returns whether it reached the end.
    private func openLanes() async -> Bool {
        var last: SessionID?
        while let found = await sessions(after: last) {
            if found.isEmpty { return true }
            for session in found {
                guard await openLane(session) else { return false }
            }
            last = found.last
        }
        return false
    }

    private func openLane(_ session: SessionID) async -> Bool {
        while await untilWanted(by: \.lanes.hasRoom) {
            guard let isNew = state.change({ $0.lanes.open(session) }) else { continue }
            if isNew { opening.yield(session) }
            return true
        }
        return false
    }

    /// The next conversations with waiting messages; `nil` when sending has ended.
    private func sessions(after last: SessionID?) async -> [SessionID]? {
        while !state.change(\.isStopped) {
            do {
                let found = try await store.sessionsWithDeliveries(after: last, limit: Self.batch)
                failures.search.succeeded()
                return found
            } catch {
                failures.search.failed(error, level: .retry(after: error))
                await searchPause.rest(until: clock.now + .seconds(1)) { self.state.change(\.isStopped) }
            }
        }
        return nil
    }

    /// Returns `true` when there is work to do, and `false` when sending has ended.
    private func untilWanted(by isWanted: @escaping @Sendable (State) -> Bool) async -> Bool {
        while true {
            let (isStopped, isTime) = state.change { ($0.isStopped, isWanted($0)) }
            if isStopped || isTime { return !isStopped }
            await searchPause.rest(until: .never) { self.state.change { $0.isStopped || isWanted($0) } }
        }
    }
}

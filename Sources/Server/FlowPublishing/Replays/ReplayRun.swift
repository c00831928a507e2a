package import ConversationRuntime
package import Expressions
import FlowEngine
package import FlowModel
import JSON
package import Replays

/// Plays the kept conversations of a database on other flows, while servers use it.
///
/// It only reads, one session at a time, and leaves out what happens after it has begun.
package struct ReplayRun: Sendable {
    /// Which conversations are played.
    package struct Selection: Sendable {
        /// Only those in which something has happened since then.
        package var since: Moment?
        /// Only those that came by this flow, by its present name.
        package var flow: String?
        /// At most so many, beginning with the sessions that were active last.
        package var limit: Int?

        package init(since: Moment? = nil, flow: String? = nil, limit: Int? = nil) {
            self.since = since
            self.flow = flow
            self.limit = limit
        }
    }

    private let bot: Bot
    private let selection: Selection
    private let comparesTexts: Bool
    private let sessions: any SessionStore
    private let operators: any OperatorStore

    /// - Parameter comparesTexts: whether a conversation in which only words differ goes another way.
    package init(
        of bot: Bot, _ selection: Selection = Selection(), comparesTexts: Bool = false, sessions: any SessionStore,
        operators: any OperatorStore
    ) {
        self.bot = bot
        self.selection = selection
        self.comparesTexts = comparesTexts
        self.sessions = sessions
        self.operators = operators
    }

    /// - Parameters:
    ///   - now: later events are left out.
    ///   - progress: called with the number of sessions that were played, and of those that are known to be played.
    package func run(at now: Moment, _ progress: (Int, _ all: Int) -> Void = { _, _ in }) async throws -> ReplayReport {
        var pages = Pages(of: operators, SessionFilter(activeSince: selection.since))
        var found = try await pages.next()
        var report = ReplayReport()
        guard let latest = found.first?.activeAt else { return report }
        // A session that becomes active meanwhile moves to the front: to miss none, all are listed before the first is
        // played. With a limit, only as many are listed as it takes.
        while selection.limit == nil, !pages.isAtEnd { found += try await pages.next() }
        // Of a database that no server uses, timers after its last event have not fired.
        let replayer = Replayer(of: bot, comparesTexts: comparesTexts, until: min(latest, now))
        var count = 0
        while count < found.count {
            try Task.checkCancellation()
            if let limit = selection.limit, report.conversations >= limit { break }
            try await play(found[count].id, by: replayer, at: now, &report)
            count += 1
            progress(count, found.count)
            if count == found.count, !pages.isAtEnd { found += try await pages.next() }
        }
        return report
    }

    /// The sessions to play, most recently active first: their numbers are all that is held of them.
    private struct Pages {
        private let operators: any OperatorStore
        private var filter: SessionFilter
        private(set) var isAtEnd = false

        private static let size = 500

        init(of operators: any OperatorStore, _ filter: SessionFilter) {
            self.operators = operators
            self.filter = filter
        }

        mutating func next() async throws -> [(id: SessionID, activeAt: Moment)] {
            let page = try await operators.sessions(filter, skipping: 0, limit: Self.size)
            filter.after = page.last?.place
            isAtEnd = page.count < Self.size
            return page.map { ($0.id, $0.activeAt) }
        }
    }

    private func play(
        _ session: SessionID, by replayer: Replayer, at now: Moment, _ report: inout ReplayReport
    ) async throws {
        let history = try await SessionHistory(of: session, until: now, sessions, operators)
        guard let earliest = history.keptSince else {
            if history.isUnreadable { report.unreadable += 1 } else { report.removed += 1 }
            return
        }
        report.keptSince = min(report.keptSince ?? earliest, earliest)
        if history.isCut { report.cut += 1 }
        guard !history.turns.isEmpty else { return }
        guard !history.isSealed else {
            report.sealed += 1
            return
        }
        let replays: [Replay]
        do throws(ReplayError) {
            replays = try await played(history, by: replayer)
        } catch {
            if !history.isCut { report.cut += 1 }
            return
        }
        for replay in replays.reversed() where isChosen(replay, in: history) {
            if let limit = selection.limit, report.conversations >= limit { return }
            try report.add(replay, of: Int(session.number)) { parting in
                try history.transcript(of: replay, until: parting)
            }
        }
    }

    /// Plays a session. What was known of the customer before its first event is not kept; so where a conversation goes
    /// another way, it is also tried with what is known today.
    private func played(_ history: SessionHistory, by replayer: Replayer) async throws(ReplayError) -> [Replay] {
        let replays = try replayer.replay(history.turns)
        guard replays.contains(where: { $0.parting != nil }), let facts = await history.factsOfToday(in: sessions)
        else { return replays }
        let others = try replayer.replay(history.turns(knowing: facts))
        return others.partings < replays.partings ? others : replays
    }

    private func isChosen(_ replay: Replay, in history: SessionHistory) -> Bool {
        if let flow = selection.flow, !replay.flows.contains(flow) { return false }
        guard let since = selection.since else { return true }
        return history.turns[replay.turns].contains { $0.event.at >= since }
    }
}

extension [Replay] {
    /// How many of them go another way.
    fileprivate var partings: Int { count { $0.parting != nil } }
}

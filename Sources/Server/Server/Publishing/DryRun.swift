package import Channels
package import ConversationRuntime
import Expressions
package import FlowModel
package import Rehearsal

/// Plays new flows over every customer who waits, in a copy of the live database.
///
/// So many customers are read and played at a time, so that millions need no more memory than some thousands.
package struct DryRun: Sendable {
    private let rehearsal: Rehearsal
    private let store: any CopyingStore
    private let width: Int

    private static let page = 500

    /// How far it is.
    package enum Progress: Sendable {
        /// So much is copied, from 0 to 1.
        case copying(Double)
        /// So many of so many have been played.
        case playing(Int, of: Int)
    }

    /// - Parameters:
    ///   - today: the bot that answers now; `nil` when it is not known.
    ///   - width: how many processors are used.
    package init(
        of next: Bot, inPlaceOf today: Bot?, store: any CopyingStore, clock: any WallClock = SystemClock(), width: Int
    ) {
        rehearsal = Rehearsal(of: next, inPlaceOf: today, at: clock.now)
        self.store = store
        self.width = max(1, width)
    }

    /// - Parameters:
    ///   - each: told of every customer, in the order of their sessions; `nil` gathers them only.
    ///   - progress: told how far it is.
    package func run(
        each: ((RehearsalReport.Customer, Prospect) -> Void)? = nil, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> RehearsalReport {
        let copy = try await store.copySessions { progress(.copying($0)) }
        defer { copy.remove() }
        let count = try await copy.waitingCount()
        var report = RehearsalReport()
        var last: SessionID?
        var seen = 0
        repeat {
            try Task.checkCancellation()
            var pages: [[CopiedSession]] = []
            for _ in 0..<width {
                let page = try await copy.waiting(after: last, limit: Self.page)
                guard let end = page.last else { break }
                pages.append(page)
                last = end.id
            }
            if pages.isEmpty { break }
            for played in await play(pages, wantsEach: each != nil) {
                report.merge(played.report)
                for (customer, prospect) in played.prospects { each?(customer, prospect) }
            }
            seen += pages.map(\.count).reduce(0, +)
            progress(.playing(seen, of: count))
        } while true
        return report
    }

    private struct Played: Sendable {
        var report = RehearsalReport()
        var prospects: [(RehearsalReport.Customer, Prospect)] = []
    }

    /// Plays pages at the same time, and gives what came of them in their order.
    private func play(_ pages: [[CopiedSession]], wantsEach: Bool) async -> [Played] {
        await withTaskGroup(of: (Int, Played).self) { group in
            for (place, page) in pages.enumerated() {
                group.addTask { (place, await play(page, wantsEach)) }
            }
            var all: [(Int, Played)] = []
            for await played in group { all.append(played) }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func play(_ page: [CopiedSession], _ wantsEach: Bool) async -> Played {
        var played = Played()
        for session in page {
            switch session {
            case .unreadable(let id, let reason): played.report.addUnreadable(Int(id.number), because: reason)
            case .session(let stored):
                guard let prospect = rehearsal.prospect(of: stored.session) else { continue }
                let customer = RehearsalReport.Customer(
                    session: Int(stored.id.number), id: stored.conversation.customer,
                    channel: stored.conversation.channel)
                played.report.add(prospect, customer)
                if wantsEach { played.prospects.append((customer, prospect)) }
            }
            // A server that does this beside its work goes on with that.
            await Task.yield()
        }
        return played
    }
}

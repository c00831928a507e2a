package import Channels
package import ConversationRuntime
import Expressions
package import FlowModel
package import Forecasts

/// Plays new flows over every waiting customer, in a copy of the live database.
///
/// Customers are read and played page by page, so that millions need no more memory than a few thousand. Customers for
/// whom the outcome must be the same are played once.
package struct DryRun: Sendable {
    private let workers: [Worker]
    private let store: any CopyingStore

    private static let page = 500

    /// The progress of a dry run.
    package enum Progress: Sendable {
        /// The copied fraction of the database, from 0 to 1.
        case copying(Double)
        /// The number of customers played, and their total.
        case playing(Int, of: Int)
    }

    /// - Parameters:
    ///   - today: the running bot; `nil` when it is not known.
    ///   - width: the number of processors to use.
    package init(
        of next: Bot, inPlaceOf today: Bot?, store: any CopyingStore, clock: any WallClock = SystemClock(), width: Int
    ) {
        let now = clock.now
        workers = (0..<max(1, width)).map { _ in Worker(GroupedForecaster(of: next, inPlaceOf: today, at: now)) }
        self.store = store
    }

    /// - Parameters:
    ///   - each: called with every customer, in the order of their sessions; `nil` produces only the report.
    ///   - progress: called as the dry run proceeds.
    package func run(
        each: ((DryRunReport.Customer, Forecast) -> Void)? = nil, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> DryRunReport {
        let copy = try await store.copySessions { progress(.copying($0)) }
        defer { copy.remove() }
        let count = try await copy.waitingCount()
        let starts = [nil] + (try await copy.pageEnds(every: Self.page))
        let wantsEach = each != nil
        var report = DryRunReport()
        var seen = 0
        try await withThrowingTaskGroup(of: PlayedPage.self) { group in
            var waiting = starts.indices[...]
            func play(on worker: Worker) {
                guard let place = waiting.popFirst() else { return }
                group.addTask {
                    let page = try await copy.waiting(after: starts[place], limit: Self.page)
                    return PlayedPage(
                        place: place, size: page.count, worker: worker, came: await worker.play(page, wantsEach))
                }
            }
            for worker in workers { play(on: worker) }
            // Pages are reported in order, whichever finishes first.
            var finished: [Int: PlayedPage] = [:]
            var reported = 0
            for try await played in group {
                play(on: played.worker)
                finished[played.place] = played
                while let next = finished.removeValue(forKey: reported) {
                    report.merge(next.came.report)
                    for (customer, forecast) in next.came.forecasts { each?(customer, forecast) }
                    reported += 1
                }
                seen += played.size
                progress(.playing(seen, of: count))
            }
        }
        return report
    }
}

/// The result of a page of customers, and the worker that is free for the next one.
private struct PlayedPage: Sendable {
    let place: Int
    let size: Int
    let worker: Worker
    let came: Played
}

private struct Played: Sendable {
    var report = DryRunReport()
    var forecasts: [(DryRunReport.Customer, Forecast)] = []
}

/// Plays one page after another, and caches the outcomes of equivalent customers.
private actor Worker {
    private var rehearsal: GroupedForecaster

    init(_ rehearsal: GroupedForecaster) { self.rehearsal = rehearsal }

    func play(_ page: [CopiedSession], _ wantsEach: Bool) async -> Played {
        var played = Played()
        for session in page {
            switch session {
            case .unreadable(let id, let reason): played.report.addUnreadable(Int(id.number), because: reason)
            case .session(let stored):
                guard let forecast = rehearsal.forecast(of: stored.session) else { continue }
                let customer = DryRunReport.Customer(
                    session: Int(stored.id.number), id: stored.conversation.customer,
                    channel: stored.conversation.channel)
                played.report.add(forecast, customer)
                if wantsEach { played.forecasts.append((customer, forecast)) }
            }
            // When a server does this in the background, its other tasks get their turn.
            await Task.yield()
        }
        return played
    }
}

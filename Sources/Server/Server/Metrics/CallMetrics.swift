import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import ServerMetrics

/// Counts calls outside by what is called and by outcome, and measures their duration including all retries.
struct CallMetrics: Sendable {
    private let metrics: LabeledMetrics
    private let clock: any WallClock

    init(in registry: MetricsRegistry, clock: any WallClock) {
        metrics = registry.labeled(
            counts: ("usher_calls_total", "Finished calls to other systems, by result: `gave`, or the problem."),
            times: ("usher_call_seconds", "Duration of calls, including retries."), by: "action",
            bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300])
        self.clock = clock
    }

    /// The caller, measured.
    func measured(_ caller: any ActionCaller) -> any ActionCaller { MeasuredCaller(inner: caller, metrics: self) }

    /// The fetcher, measured.
    func measured(_ files: any FileFetcher) -> any FileFetcher { MeasuredFetcher(inner: files, metrics: self) }

    /// The notifier, measured.
    func measured(_ desk: any DeskNotifier) -> any DeskNotifier { MeasuredDesk(inner: desk, metrics: self) }

    fileprivate func record(_ action: String, _ outcome: String, since start: Moment) {
        // A call that a shutdown has cancelled is made again, and counted then.
        if Task.isCancelled { return }
        metrics.record(action, outcome: outcome, seconds: Double((clock.now - start).milliseconds) / 1_000)
    }

    fileprivate var now: Moment { clock.now }
}

private let succeeded = "gave"

private struct MeasuredCaller: ActionCaller {
    let inner: any ActionCaller
    let metrics: CallMetrics

    func call(_ call: ActionCall) async -> ActionOutcome {
        let start = metrics.now
        let outcome = await inner.call(call)
        let word = if case .failed(let problem) = outcome { problem } else { succeeded }
        metrics.record(call.action, word, since: start)
        return outcome
    }
}

private struct MeasuredFetcher: FileFetcher {
    let inner: any FileFetcher
    let metrics: CallMetrics

    func fetch(
        _ fetch: FileFetch, in conversation: ConversationKey, cause: String?
    ) async throws(FetchFailure) -> [FileReference] {
        let start = metrics.now
        do throws(FetchFailure) {
            let files = try await inner.fetch(fetch, in: conversation, cause: cause)
            metrics.record(FileFetch.storedName, succeeded, since: start)
            return files
        } catch {
            metrics.record(FileFetch.storedName, error.problem, since: start)
            throw error
        }
    }
}

private struct MeasuredDesk: DeskNotifier {
    let inner: any DeskNotifier
    let metrics: CallMetrics

    func notify(_ notice: DeskNotice, of conversation: ConversationKey) async throws(DeskFailure) {
        let start = metrics.now
        do throws(DeskFailure) {
            try await inner.notify(notice, of: conversation)
            metrics.record(DeskNotice.storedName, succeeded, since: start)
        } catch {
            // The desk's error is a whole sentence, and there are too many of these for a label.
            metrics.record(DeskNotice.storedName, "not taken", since: start)
            throw error
        }
    }
}

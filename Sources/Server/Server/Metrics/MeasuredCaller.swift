import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import ServerMetrics

/// Counts calls by action and outcome, and measures their duration including all retries.
struct MeasuredCaller: ActionCaller {
    let inner: any ActionCaller
    let measurements: LabeledMetrics
    let clock: any WallClock

    /// What is measured of calls.
    static func measurements(in registry: MetricsRegistry) -> LabeledMetrics {
        registry.labeled(
            counts: ("usher_calls_total", "Calls to other systems that came to an end: `gave`, or the problem."),
            times: ("usher_call_seconds", "How long calls took, with all their tries."), by: "action",
            bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300])
    }

    func call(_ call: ActionCall) async -> ActionOutcome {
        let start = clock.now
        let outcome = await inner.call(call)
        // A call that a shutdown has cancelled is made again, and counted then.
        if Task.isCancelled { return outcome }
        let word =
            switch outcome {
            case .gave: "gave"
            // The desk's error is a whole sentence, and there are too many of these for a label.
            case .failed where call.action == DeskNotice.action: "not taken"
            case .failed(let problem): problem
            }
        measurements.record(call.action, outcome: word, seconds: Double((clock.now - start).milliseconds) / 1_000)
        return outcome
    }
}

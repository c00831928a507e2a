import ArgumentParser
import ConversationRuntime
import Expressions
import FlowModel
import Forecasts
import Server
import Studio

/// The time span of counted visits, by when a visit to a step began.
struct VisitSpan: ParsableArguments {
    @Option(help: "Count visits since then: a date, a time, or a duration such as \"7 days\".")
    var since: String?

    @Option(help: "Count visits before then.")
    var until: String?

    func validate() throws {
        for (name, words) in [("since", since), ("until", until)] {
            if let words, PastMoment.reading(words, now: Console.now) == nil {
                throw ValidationError("`--\(name)` must be \(PastMoment.expected).")
            }
        }
    }

    var start: Moment? { since.flatMap { PastMoment.reading($0, now: Console.now) } }
    var end: Moment? { until.flatMap { PastMoment.reading($0, now: Console.now) } }

    /// Counts the visits.
    ///
    /// - Parameter bot: gives the current names of steps; `nil` keeps the names at the time.
    func statistics(of operators: any OperatorStore, namedAsIn bot: Bot?) async throws -> FlowStatistics {
        var statistics = FlowStatistics(since: start ?? Moment(milliseconds: 0), until: end) { place in
            bot?.place(now: place) ?? place
        }
        let bar = ProgressLine()
        try await statistics.add(allOf: operators) { bar.say("read \($0.grouped) turns") }
        bar.clear()
        return statistics
    }
}

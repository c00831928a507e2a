import Channels
import FlowEngine
import Traces

extension Conversations {
    /// Adds to a span where the turn has led. The names are those of the flow's author.
    func describe(_ record: TurnRecord, _ committed: Committed, in span: CurrentSpan) {
        span.set("usher.version", record.version)
        span.set("usher.flow", record.turn?.session.flow)
        span.set("usher.step", record.turn?.session.step)
        span.set("usher.session", (committed.session?.id.number).map { Int($0) })
        span.set("usher.messages", committed.deliveries.count)
        span.set("usher.calls", committed.calls.count)
        if record.deadLetter != nil { span.fail() }
    }
}

extension Receipt {
    /// For spans; the reason of an ignored event is in the log.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .repeated: "repeated"
        case .ignored: "ignored"
        }
    }
}

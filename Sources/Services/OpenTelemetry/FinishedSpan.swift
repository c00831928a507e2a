import Traces
import Tracing

/// A span that has ended, as it is exported.
struct FinishedSpan: Sendable {
    var name: String
    var kind: SpanKind
    var position: TraceParent
    /// The span that it belongs to; `nil` for the first of its trace.
    var parent: SpanID?
    /// Whether that span is one of another process.
    var isBelowRemote = false
    /// In nanoseconds since 1970.
    var began: UInt64
    var ended: UInt64
    var attributes = SpanAttributes()
    var events: [SpanEvent] = []
    var links: [(to: TraceParent, attributes: SpanAttributes)] = []
    var status: SpanStatus?
}

import Synchronization
import Traces
import Tracing

/// A span of `OTLPTracer`. One that is not sampled only passes on its position.
final class OTLPSpan: Tracing.Span {
    let context: InstrumentationContext
    let isRecording: Bool

    private struct State {
        var span: FinishedSpan
        var isOver = false
    }

    private let state: Mutex<State>
    private let export: @Sendable (FinishedSpan) -> Void

    /// How much a span holds; more is left out. The limits of OpenTelemetry's specification (SDK, Span Limits).
    static let most = 128

    init(
        _ span: FinishedSpan, in context: InstrumentationContext, export: @escaping @Sendable (FinishedSpan) -> Void
    ) {
        self.context = context
        isRecording = span.position.isSampled
        state = Mutex(State(span: span))
        self.export = export
    }

    private func change(_ change: (inout FinishedSpan) -> Void) {
        guard isRecording else { return }
        state.withLock { state in
            if !state.isOver { change(&state.span) }
        }
    }

    var operationName: String {
        get { state.withLock(\.span.name) }
        set { change { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { state.withLock(\.span.attributes) }
        set { change { if newValue.count <= Self.most { $0.attributes = newValue } } }
    }

    func setStatus(_ status: SpanStatus) { change { $0.status = status } }

    func addEvent(_ event: SpanEvent) {
        change { if $0.events.count < Self.most { $0.events.append(event) } }
    }

    /// Records an error as an event with its type and text (OpenTelemetry, Semantic conventions, Exceptions).
    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        guard isRecording else { return }
        var attributes = attributes
        attributes["exception.type"] = "\(type(of: error))"
        attributes["exception.message"] = "\(error)"
        addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    func addLink(_ link: SpanLink) {
        guard let parent = TraceParent.of(link.context) else { return }
        change { if $0.links.count < Self.most { $0.links.append((parent, link.attributes)) } }
    }

    /// Ends the span; what is said of it later is ignored.
    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard isRecording else { return }
        let moment = instant().nanosecondsSinceEpoch
        let finished = state.withLock { state -> FinishedSpan? in
            guard !state.isOver else { return nil }
            state.isOver = true
            state.span.ended = max(moment, state.span.began)
            return state.span
        }
        if let finished { export(finished) }
    }
}

public import Logging
public import Tracing

extension TraceParent {
    /// The name under which log lines carry the id of their trace.
    public static let logKey = "trace_id"

    private enum Key: InstrumentationContextKey {
        typealias Value = TraceParent
        static var nameOverride: String? { "traceparent" }
    }

    /// The position that a context holds, where the tracer keeps it there.
    public static func of(_ context: InstrumentationContext) -> TraceParent? { context[Key.self] }

    /// Puts the position into a context.
    public func keep(in context: inout InstrumentationContext) { context[Key.self] = self }
}

extension Logger.MetadataProvider {
    /// Adds the id of the trace in which a line is written.
    public static let trace = Logger.MetadataProvider {
        guard let parent = InstrumentationContext.current.flatMap(TraceParent.of) else { return [:] }
        return [TraceParent.logKey: "\(parent.traceID)"]
    }
}

import Synchronization
import Traces
import Tracing

/// Records spans for a collector of OpenTelemetry, and passes on positions as `traceparent` (W3C Trace Context).
final class OTLPTracer: Tracer {
    private let sampling: TraceSampling
    private let export: @Sendable (FinishedSpan) -> Void
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// - Parameters:
    ///   - generator: the source of ids.
    ///   - export: takes the spans that have ended; it must return at once.
    init(
        sampling: TraceSampling, generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        export: @escaping @Sendable (FinishedSpan) -> Void
    ) {
        self.sampling = sampling
        self.generator = Mutex(generator)
        self.export = export
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> OTLPSpan {
        var context = context()
        let parent = TraceParent.of(context)
        let position = position(below: parent)
        position.keep(in: &context)
        let isBelowRemote = context[Remote.self] ?? false
        context[Remote.self] = nil
        let now = instant().nanosecondsSinceEpoch
        return OTLPSpan(
            FinishedSpan(
                name: operationName, kind: kind, position: position, parent: parent?.spanID,
                isBelowRemote: isBelowRemote, began: now, ended: now), in: context, export: export)
    }

    private func position(below parent: TraceParent?) -> TraceParent {
        let (trace, span) = generator.withLock { generator in
            (parent?.traceID ?? TraceID.random(using: &generator), SpanID.random(using: &generator))
        }
        return TraceParent(traceID: trace, spanID: span, isSampled: sampling.records(trace, below: parent))
    }

    /// Spans leave in the exporter's rhythm.
    func forceFlush() {}

    // Between processes.

    /// Whether the position in a context is one of another process.
    private enum Remote: InstrumentationContextKey { typealias Value = Bool }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: TraceParent.header, from: carrier).flatMap({ TraceParent($0) }) else {
            return
        }
        parent.keep(in: &context)
        context[Remote.self] = true
    }

    func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let parent = TraceParent.of(context) else { return }
        injector.inject(parent.text, forKey: TraceParent.header, into: &carrier)
    }
}

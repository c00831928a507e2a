import Logging
import Synchronization
import TestSupport
import Testing
import Traces
import Tracing

@testable import OpenTelemetry

/// Spans as the server records them.
@Suite struct TracerTests {
    private let recorded = Recorded()

    private func traces(share: Double = 1) -> Traces {
        Traces(OTLPTracer(sampling: TraceSampling(share: share)) { [recorded] in recorded.add($0) })
    }

    @Test func `a span belongs to the one in which it begins`() async throws {
        let traces = traces()
        await traces.span("outer", .server) { span in
            span.set("usher.event", "heard")
            span.set("usher.calls", 2)
            await traces.span("inner") { _ in }
        }
        let spans = recorded.spans
        let (inner, outer) = (try #require(spans.first), try #require(spans.last))
        #expect(spans.map(\.name) == ["inner", "outer"])
        #expect(inner.parent == outer.position.spanID && outer.parent == nil)
        #expect(inner.position.traceID == outer.position.traceID)
        #expect(outer.kind == .server && inner.kind == .internal)
        #expect(outer.began <= inner.began && inner.ended <= outer.ended)
        #expect(outer.attributes.get("usher.event") == .string("heard"))
        #expect(outer.attributes.get("usher.calls") == .int64(2))
    }

    @Test func `a span continues the trace of another process`() async throws {
        let traces = traces()
        let parent = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        await traces.span("turn", at: .here(else: parent)) { _ in
            await traces.span("deliver", at: .below(parent)) { _ in }
            await traces.span("commit", at: .here(else: parent)) { _ in }
        }
        let spans = recorded.spans
        #expect(spans.map(\.name) == ["deliver", "commit", "turn"])
        #expect(Set(spans.map(\.position.traceID)) == [parent.traceID])
        #expect(spans.map(\.parent) == [parent.spanID, spans[2].position.spanID, parent.spanID])
        #expect(spans.map(\.isBelowRemote) == [true, false, true])
    }

    @Test func `what is not sampled is not recorded, and its position is passed on as such`() async throws {
        let traces = traces(share: 0)
        let position = await traces.span("turn") { span in
            span.set("usher.event", "heard")
            return traces.current
        }
        #expect(position?.isSampled == false)
        #expect(recorded.spans.isEmpty)
        #expect(traces.current == nil)
    }

    @Test func `an error marks its span, and its text is not recorded`() async throws {
        struct Trouble: Error {}
        await #expect(throws: Trouble.self) {
            try await traces().span("deliver") { _ in throw Trouble() }
        }
        let span = try #require(recorded.spans.first)
        #expect(span.status?.code == .error && span.status?.message == nil)
        #expect(span.events.isEmpty)
    }

    @Test func `without tracing the work is done all the same`() async {
        let traces: Traces? = nil
        let result = await traces.span("turn") { span in
            span.set("usher.event", "heard")
            return 7
        }
        #expect(result == 7)
        #expect(Traces.ofProgram == nil)
    }

    @Test func `the tracer of an embedding program gets the spans, and its own are their parents`() async throws {
        let tracer = OTLPTracer(sampling: TraceSampling(share: 1)) { [recorded] in recorded.add($0) }
        try await withTracer(tracer) {
            let traces = try #require(Traces.ofProgram)
            await tracer.withSpan("program") { _ in
                await traces.span("turn") { _ in #expect(traces.current != nil) }
            }
        }
        #expect(recorded.spans.map(\.name) == ["turn", "program"])
        #expect(recorded.spans.first?.parent == recorded.spans.last?.position.spanID)
    }

    @Test func `a span that has ended does not change`() throws {
        let tracer = OTLPTracer(sampling: TraceSampling(share: 1)) { [recorded] in recorded.add($0) }
        let span = tracer.startSpan("one")
        span.addLink(SpanLink(context: span.context, attributes: [:]))
        span.addEvent("cached")
        span.end()
        span.operationName = "two"
        span.end()
        #expect(recorded.spans.map(\.name) == ["one"])
        #expect(recorded.spans.first?.events.map(\.name) == ["cached"])
        #expect(recorded.spans.first?.links.count == 1)
    }

    @Test func `log lines carry the id of their trace`() async {
        #expect(Logger.MetadataProvider.trace.get() == [:])
        await traces().span("turn") { _ in
            let id = Logger.MetadataProvider.trace.get()[TraceParent.logKey]
            #expect(id.map { "\($0)" }?.count == 32)
        }
    }
}

/// The spans that have ended, in that order.
final class Recorded: Sendable {
    private let state = Mutex<[FinishedSpan]>([])

    var spans: [FinishedSpan] { state.withLock { $0 } }

    func add(_ span: FinishedSpan) { state.withLock { $0.append(span) } }
}

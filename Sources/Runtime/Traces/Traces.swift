public import Tracing

/// Records what the server does as spans of traces.
///
/// Works with any tracer. Everything that uses it holds an optional: without tracing nothing but a comparison with
/// `nil` is left.
///
/// What is said of spans is about flows, actions and outcomes; it never contains what customers write or who they are.
public struct Traces: Sendable {
    private let tracer: any Tracer

    public init(_ tracer: any Tracer) { self.tracer = tracer }

    /// The tracer that the program has set up for itself in `InstrumentationSystem`; `nil` when there is none.
    public static var ofProgram: Traces? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : Traces(tracer)
    }

    /// What a span is on the way between systems.
    public enum Kind: Sendable {
        case `internal`
        /// It handles a request.
        case server
        /// It makes a request.
        case client

        fileprivate var standard: SpanKind {
            switch self {
            case .internal: .internal
            case .server: .server
            case .client: .client
            }
        }
    }

    /// Where a span belongs.
    public enum Place: Sendable {
        /// Below the span of the running task; if there is none, below this one. Without both it begins a trace.
        case here(else: TraceParent? = nil)
        /// Below a span of which only the position is known, such as that of another process. Without one it begins a
        /// trace.
        case below(TraceParent?)
    }

    /// Does work within a span of its own.
    ///
    /// An error marks the span as failed. Its text is not recorded, because it may quote what a customer wrote.
    public func span<Result, Failure: Error>(
        _ name: String, _ kind: Kind = .internal, at place: Place = .here(),
        isolation: isolated (any Actor)? = #isolation,
        _ work: (CurrentSpan) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let span = tracer.startSpan(name, context: context(of: place), ofKind: kind.standard)
        let current = CurrentSpan(span)
        let outcome: Swift.Result<Result, Failure> = await InstrumentationContext.$current.withValue(span.context) {
            do throws(Failure) {
                return .success(try await work(current))
            } catch {
                current.fail()
                return .failure(error)
            }
        }
        span.end()
        return try outcome.get()
    }

    private func context(of place: Place) -> InstrumentationContext {
        switch place {
        case .here(let other): InstrumentationContext.current ?? context(below: other)
        case .below(let parent): context(below: parent)
        }
    }

    private func context(below parent: TraceParent?) -> InstrumentationContext {
        var context = InstrumentationContext.topLevel
        if let parent { tracer.extract(TraceHeaders(parent), into: &context, using: TraceHeaders.Access()) }
        return context
    }

    /// The position of the running task, to be stored or sent; `nil` outside of spans.
    public var current: TraceParent? {
        guard let context = InstrumentationContext.current else { return nil }
        var headers = TraceHeaders()
        tracer.inject(context, into: &headers, using: TraceHeaders.Access())
        return headers.parent
    }
}

/// A span that is open.
public struct CurrentSpan: Sendable {
    private let span: (any Tracing.Span)?

    init(_ span: any Tracing.Span) { self.span = span }

    private init() { span = nil }

    /// For work that is not traced.
    public static let none = CurrentSpan()

    /// Describes the work; an attribute without a value is left out.
    public func set(_ name: String, _ value: @autoclosure () -> String?) {
        guard let span, let value = value() else { return }
        span.attributes[name] = value
    }

    /// Describes the work by a number.
    public func set(_ name: String, _ value: @autoclosure () -> Int?) {
        guard let span, let value = value() else { return }
        span.attributes[name] = value
    }

    /// Names the work, once it is known what it is.
    public func rename(_ name: @autoclosure () -> String) {
        guard let span else { return }
        span.operationName = name()
    }

    /// Marks the work as failed.
    public func fail() { span?.setStatus(SpanStatus(code: .error)) }
}

/// Work that is traced where tracing is on.
extension Traces? {
    public func span<Result, Failure: Error>(
        _ name: @autoclosure () -> String, _ kind: Traces.Kind = .internal, at place: Traces.Place = .here(),
        isolation: isolated (any Actor)? = #isolation,
        _ work: (CurrentSpan) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard let self else { return try await work(.none) }
        return try await self.span(name(), kind, at: place, isolation: isolation, work)
    }
}

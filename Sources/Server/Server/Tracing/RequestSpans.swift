import HTTPTypes
import Hummingbird
import Traces

/// Records requests as spans: Apple's webhooks, and what operators, payments and sign-ins ask for.
///
/// Requests of browsers in the web chat are not recorded, because their messages are handled after the response.
struct RequestSpans: Sendable {
    private let traces: Traces

    init(_ traces: Traces) { self.traces = traces }

    private static var traceParent: HTTPField.Name { HTTPField.Name(TraceParent.header)! }

    /// Answers a request within its span, which is named by the route: paths have ids in them.
    func around(
        _ request: Request, _ context: BasicRequestContext, _ answer: () async throws -> Response
    ) async throws -> Response {
        let group = RouteGroup(request)
        guard group.isTraced, request.uri.path != "/metrics" else { return try await answer() }
        return try await traces.span(request.method.rawValue, .server, at: .below(parent(of: request, group))) { span in
            let response = try await answer()
            let route = context.endpointPath ?? "unknown"
            span.rename("\(request.method.rawValue) \(route)")
            span.set("http.request.method", request.method.rawValue)
            span.set("http.route", route)
            span.set("http.response.status_code", response.status.code)
            if response.status.code >= 500 { span.fail() }
            return response
        }
    }

    /// The position that the caller has sent; customers' browsers are not asked.
    private func parent(of request: Request, _ group: RouteGroup) -> TraceParent? {
        guard group.continuesTraces else { return nil }
        let values = request.headers[values: Self.traceParent]
        return values.count == 1 ? TraceParent(values[0]) : nil
    }
}

extension RouteGroup {
    fileprivate var isTraced: Bool {
        switch self {
        case .webhook, .payments, .signIn, .operators: true
        case .chat, .other: false
        }
    }

    /// Whether callers may have a trace of their own.
    fileprivate var continuesTraces: Bool {
        switch self {
        case .webhook, .operators: true
        case .chat, .payments, .signIn, .other: false
        }
    }
}

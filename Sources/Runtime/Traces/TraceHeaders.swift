import Tracing

/// The headers in which a position in a trace travels, as tracers read and write them.
struct TraceHeaders: Sendable {
    private var fields: [String: String] = [:]

    init() {}

    /// The headers of a position.
    init(_ parent: TraceParent) { fields[TraceParent.header] = parent.text }

    /// The position that they carry; `nil` when they carry none in the form of W3C Trace Context.
    var parent: TraceParent? { fields[TraceParent.header].flatMap { TraceParent($0) } }

    /// Reads and writes the headers for a tracer.
    struct Access: Extractor, Injector {
        func extract(key: String, from carrier: TraceHeaders) -> String? { carrier.fields[key.lowercased()] }

        func inject(_ value: String, forKey key: String, into carrier: inout TraceHeaders) {
            carrier.fields[key.lowercased()] = value
        }
    }
}

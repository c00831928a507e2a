import JSON
import Traces
import Tracing

/// Writes spans in the JSON form of OTLP (OpenTelemetry Protocol Specification, JSON Protobuf Encoding): ids are
/// hexadecimal, kinds are numbers, and whole numbers of 64 bits are strings.
struct SpanEncoding: Sendable {
    /// What every request says about the server.
    let resource: [(name: String, value: String)]
    /// The version of the program.
    let version: String

    /// The body of a request: an `ExportTraceServiceRequest`.
    func request(_ spans: [FinishedSpan]) -> JSONValue {
        let attributes = resource.map { Self.attribute($0.name, .string($0.value)) }
        let scope: JSONValue = ["name": "usher", "version": .string(version)]
        return [
            "resourceSpans": [
                [
                    "resource": ["attributes": .array(attributes)],
                    "scopeSpans": [["scope": scope, "spans": .array(spans.map(span))]],
                ]
            ]
        ]
    }

    private func span(_ span: FinishedSpan) -> JSONValue {
        var object: JSONObject = [
            "traceId": .string("\(span.position.traceID)"), "spanId": .string("\(span.position.spanID)"),
        ]
        object.set("parentSpanId", span.parent.map { .string("\($0)") })
        object["flags"] = .int(Self.flags(of: span))
        object["name"] = .string(span.name)
        object["kind"] = .int(Self.number(of: span.kind))
        object["startTimeUnixNano"] = .string("\(span.began)")
        object["endTimeUnixNano"] = .string("\(span.ended)")
        object["attributes"] = Self.attributes(span.attributes)
        if !span.events.isEmpty { object["events"] = .array(span.events.map(Self.event)) }
        if !span.links.isEmpty { object["links"] = .array(span.links.map { Self.link($0.to, $0.attributes) }) }
        object.set("status", span.status.map(Self.status))
        return .object(object)
    }

    /// The flags of the trace, and whether the parent is known to be remote (opentelemetry-proto, `SpanFlags`).
    private static func flags(of span: FinishedSpan) -> Int {
        (span.position.isSampled ? 1 : 0) | 0x100 | (span.isBelowRemote ? 0x200 : 0)
    }

    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func status(_ status: SpanStatus) -> JSONValue {
        var object: JSONObject = ["code": .int(status.code == .ok ? 1 : 2)]
        object.set("message", status.message.map { .string($0) })
        return .object(object)
    }

    private static func event(_ event: SpanEvent) -> JSONValue {
        [
            "timeUnixNano": .string("\(event.nanosecondsSinceEpoch)"), "name": .string(event.name),
            "attributes": attributes(event.attributes),
        ]
    }

    private static func link(_ parent: TraceParent, _ attributes: SpanAttributes) -> JSONValue {
        [
            "traceId": .string("\(parent.traceID)"), "spanId": .string("\(parent.spanID)"),
            "attributes": Self.attributes(attributes),
        ]
    }

    private static func attributes(_ attributes: SpanAttributes) -> JSONValue {
        var found: [(String, SpanAttribute)] = []
        func add(_ name: String, _ value: SpanAttribute) { found.append((name, value)) }
        attributes.forEach(add)
        return .array(found.sorted { $0.0 < $1.0 }.map { attribute($0, $1) })
    }

    private static func attribute(_ name: String, _ value: SpanAttribute) -> JSONValue {
        ["key": .string(name), "value": anyValue(value)]
    }

    /// The longest text of an attribute, in characters.
    static let longestText = 1_024

    private static func anyValue(_ value: SpanAttribute) -> JSONValue {
        switch value {
        case .string(let text): ["stringValue": .string(String(text.prefix(longestText)))]
        case .stringConvertible(let value): anyValue(.string("\(value)"))
        case .bool(let value): ["boolValue": .bool(value)]
        case .int32(let value): ["intValue": .string("\(value)")]
        case .int64(let value): ["intValue": .string("\(value)")]
        case .double(let value): ["doubleValue": double(value)]
        case .stringArray(let values): list(values.map { .string($0) })
        case .stringConvertibleArray(let values): list(values.map { .string("\($0)") })
        case .boolArray(let values): list(values.map { .bool($0) })
        case .int32Array(let values): list(values.map { .int32($0) })
        case .int64Array(let values): list(values.map { .int64($0) })
        case .doubleArray(let values): list(values.map { .double($0) })
        default: [:]
        }
    }

    private static func list(_ values: [SpanAttribute]) -> JSONValue {
        ["arrayValue": ["values": .array(values.map(anyValue))]]
    }

    /// Numbers that JSON does not have are written as texts (ProtoJSON Format, `double`).
    private static func double(_ value: Double) -> JSONValue {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return .string(value < 0 ? "-Infinity" : "Infinity") }
        return (try? JSONValue(parsing: Array("\(value)".utf8))) ?? .string("\(value)")
    }
}

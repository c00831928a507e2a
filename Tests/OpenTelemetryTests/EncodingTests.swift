import JSON
import Testing
import Traces
import Tracing

@testable import OpenTelemetry

/// The JSON form of OTLP.
@Suite struct EncodingTests {
    private static func span() throws -> FinishedSpan {
        let position = try #require(TraceParent("00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01"))
        return FinishedSpan(
            name: "deliver", kind: .client, position: position, parent: SpanID(0xEEE1_9B7E_C3C1_B173),
            began: 1_544_712_660_000_000_000, ended: 1_544_712_661_000_000_000)
    }

    private static let encoding = SpanEncoding(resource: [("service.name", "usher")], version: "0.1.0")

    /// The example of the protocol (opentelemetry-proto, examples/trace.json) has the same members.
    @Test func `a request has the form of the protocol`() throws {
        var span = try Self.span()
        span.attributes["my.span.attr"] = "some value"
        let wanted = """
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"usher"}}]},\
            "scopeSpans":[{"scope":{"name":"usher","version":"0.1.0"},"spans":[{\
            "traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","parentSpanId":"eee19b7ec3c1b173",\
            "flags":257,"name":"deliver","kind":3,"startTimeUnixNano":"1544712660000000000",\
            "endTimeUnixNano":"1544712661000000000",\
            "attributes":[{"key":"my.span.attr","value":{"stringValue":"some value"}}]}]}]}]}
            """
        #expect(Self.encoding.request([span]).text == wanted)
    }

    private static func encoded(_ span: FinishedSpan) throws -> JSONValue {
        let request = encoding.request([span])
        return try #require(
            request["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first?["spans"]?.array?.first)
    }

    @Test func `kinds, statuses and flags are numbers`() throws {
        for (kind, number) in [
            (SpanKind.internal, 1), (.server, 2), (.client, 3), (.producer, 4), (.consumer, 5),
        ] {
            var span = try Self.span()
            span.kind = kind
            #expect(try Self.encoded(span)["kind"]?.int == number)
        }
        var span = try Self.span()
        #expect(try Self.encoded(span)["status"] == nil)
        span.status = SpanStatus(code: .error)
        #expect(try Self.encoded(span)["status"] == ["code": 2])
        span.status = SpanStatus(code: .ok, message: "fine")
        #expect(try Self.encoded(span)["status"] == ["code": 1, "message": "fine"])
        span.isBelowRemote = true
        span.parent = nil
        #expect(try Self.encoded(span)["flags"]?.int == 0x301)
        #expect(try Self.encoded(span)["parentSpanId"] == nil)
    }

    @Test func `attributes have the form of their kind`() throws {
        var span = try Self.span()
        span.attributes["a"] = true
        span.attributes["b"] = 5
        span.attributes["c"] = 2.5
        span.attributes["d"] = ["x", "y"]
        span.attributes["e"] = String(repeating: "z", count: 5_000)
        span.attributes["f"] = Double.infinity
        let found = try #require(try Self.encoded(span)["attributes"]?.array)
        #expect(found.map { $0["key"]?.string } == ["a", "b", "c", "d", "e", "f"])
        #expect(found[0]["value"] == ["boolValue": true])
        #expect(found[1]["value"] == ["intValue": "5"])
        #expect(found[2]["value"]?.text == #"{"doubleValue":2.5}"#)
        #expect(found[3]["value"] == ["arrayValue": ["values": [["stringValue": "x"], ["stringValue": "y"]]]])
        #expect(found[4]["value"]?["stringValue"]?.string?.count == SpanEncoding.longestText)
        #expect(found[5]["value"] == ["doubleValue": "Infinity"])
    }

    @Test func `events and links belong to the span`() throws {
        var span = try Self.span()
        span.events = [SpanEvent(name: "cached", at: Instant(nanosecondsSinceEpoch: 7), attributes: ["hit": true])]
        span.links = [(to: span.position, attributes: [:])]
        let found = try Self.encoded(span)
        #expect(
            found["events"] == [
                [
                    "timeUnixNano": "7", "name": "cached",
                    "attributes": [["key": "hit", "value": ["boolValue": true]]],
                ]
            ])
        #expect(
            found["links"] == [
                ["traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174", "attributes": []]
            ])
    }
}

private struct Instant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (left: Instant, right: Instant) -> Bool { left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch }
}

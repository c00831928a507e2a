import Testing

@testable import Traces

/// The header `traceparent`, with the examples of W3C Trace Context.
@Suite struct TraceParentTests {
    @Test(arguments: [
        // Section 3.2.2.5 and 3.4.
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
        // Other flags are not ours to judge.
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03", true),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe", false),
        // A later version, with what we do not know at its end.
        ("cc-12345678901234567890123456789012-1234567890123456-01", true),
        ("cc-12345678901234567890123456789012-1234567890123456-01-what-the-future-will-be-like", true),
    ])
    func `valid values are read`(text: String, isSampled: Bool) throws {
        let parent = try #require(TraceParent(text))
        let parts = text.split(separator: "-").map(String.init)
        #expect("\(parent.traceID)" == parts[1])
        #expect("\(parent.spanID)" == parts[2])
        #expect(parent.isSampled == isSampled)
        #expect(parent.text == "00-\(parts[1])-\(parts[2])-0\(isSampled ? 1 : 0)")
        #expect(TraceParent(parent.text) == parent)
    }

    @Test(arguments: [
        "", "00", "00-", "01",
        // A version that is not allowed, and one that is no number.
        "ff-12345678901234567890123456789012-1234567890123456-01",
        "0x-12345678901234567890123456789012-1234567890123456-01",
        // Too long for version 00, and a later version without a dash.
        "00-12345678901234567890123456789012-1234567890123456-01-more",
        "00-12345678901234567890123456789012-1234567890123456-01.",
        "cc-12345678901234567890123456789012-1234567890123456-01.what",
        // Ids of zeros.
        "00-00000000000000000000000000000000-1234567890123456-01",
        "00-12345678901234567890123456789012-0000000000000000-01",
        // Characters that are not allowed.
        "00-1234567890123456789012345678901Z-1234567890123456-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-.2345678901234567890123456789012-1234567890123456-01",
        "00-12345678901234567890123456789012-123456789012345X-01",
        "00-12345678901234567890123456789012-1234567890123456-x1",
        // Lengths and separators.
        "00-1234567890123456789012345678901-1234567890123456-01",
        "00-12345678901234567890123456789012-123456789012345-01",
        "00-12345678901234567890123456789012-1234567890123456-1",
        "00_12345678901234567890123456789012_1234567890123456_01",
        " 00-12345678901234567890123456789012-1234567890123456-01",
        "00-éé345678901234567890123456789012-1234567890123456-01",
    ])
    func `others count as missing`(text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func `no id is all zeros`() {
        var source = Sequence(numbers: [0, 0, 0, 7, 0, 9])
        #expect("\(TraceID.random(using: &source))" == "00000000000000000000000000000007")
        #expect("\(SpanID.random(using: &source))" == "0000000000000009")
    }
}

/// Numbers in a given order.
private struct Sequence: RandomNumberGenerator {
    var numbers: [UInt64]

    mutating func next() -> UInt64 { numbers.isEmpty ? 1 : numbers.removeFirst() }
}

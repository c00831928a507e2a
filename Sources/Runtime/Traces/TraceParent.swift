/// A position in a trace, as it travels between systems in the header `traceparent` (W3C Trace Context, section 3.2).
public struct TraceParent: Sendable, Hashable {
    /// The name of the header.
    public static let header = "traceparent"

    public var traceID: TraceID
    public var spanID: SpanID
    /// Whether the caller has recorded the span.
    public var isSampled: Bool

    public init(traceID: TraceID, spanID: SpanID, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }
}

/// The text of the header: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
extension TraceParent {
    /// The length of the text in version 00.
    static let length = 55

    private static let dash = UInt8(ascii: "-")
    private static let sampled: UInt64 = 1

    /// Reads the value of a header. Of versions after 00 it reads what version 00 has, as the recommendation asks.
    ///
    /// - Returns: `nil` when the value is not valid; the header then counts as missing.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.length, [2, 35, 52].allSatisfy({ bytes[$0] == Self.dash }) else { return nil }
        guard let version = Self.number(bytes[0..<2]), version != 0xFF else { return nil }
        guard bytes.count == Self.length || version > 0 && bytes[Self.length] == Self.dash else { return nil }
        guard let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
            let traceID = TraceID(high: high, low: low), let spanID = Self.number(bytes[36..<52]).flatMap(SpanID.init),
            let flags = Self.number(bytes[53..<55])
        else { return nil }
        self.init(traceID: traceID, spanID: spanID, isSampled: flags & Self.sampled != 0)
    }

    /// The value of the header, in version 00.
    public var text: String { "00-\(traceID)-\(spanID)-0\(isSampled ? 1 : 0)" }

    /// Reads hexadecimal digits in lower case; others are not allowed.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}

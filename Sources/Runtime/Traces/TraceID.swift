/// The id of a trace: 16 bytes, not all zero (W3C Trace Context, trace-id).
public struct TraceID: Sendable, Hashable {
    public let high: UInt64
    public let low: UInt64

    /// - Returns: `nil` for the id of zeros, which no trace has.
    public init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Makes an id at random.
    public static func random(using generator: inout some RandomNumberGenerator) -> TraceID {
        while true {
            if let id = TraceID(high: generator.next(), low: generator.next()) { return id }
        }
    }
}

extension TraceID: CustomStringConvertible {
    /// 32 hexadecimal digits in lower case.
    public var description: String { high.hexadecimal + low.hexadecimal }
}

/// The id of a span within its trace: 8 bytes, not all zero (W3C Trace Context, parent-id).
public struct SpanID: Sendable, Hashable {
    public let value: UInt64

    /// - Returns: `nil` for the id of zeros, which no span has.
    public init?(_ value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }

    /// Makes an id at random.
    public static func random(using generator: inout some RandomNumberGenerator) -> SpanID {
        while true {
            if let id = SpanID(generator.next()) { return id }
        }
    }
}

extension SpanID: CustomStringConvertible {
    /// 16 hexadecimal digits in lower case.
    public var description: String { value.hexadecimal }
}

extension UInt64 {
    /// 16 hexadecimal digits in lower case.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

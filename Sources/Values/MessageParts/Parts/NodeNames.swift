/// Names for parts that have none yet: UUIDs that follow from a text, so that the same message is always written alike.
public struct NodeNames: Sendable {
    private var state: UInt64

    public init(seed: String) {
        // FNV-1a, 64 bits.
        state = seed.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    public mutating func next() -> String {
        // The marks of version 8, RFC 9562: digits that an application has made its own way.
        let high = draw() & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = draw() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array((high.hex + low.hex))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The name of a part that goes with another, such as its state or its picture.
    static func name(below id: String, as role: String) -> String {
        var names = NodeNames(seed: "\(id)/\(role)")
        return names.next()
    }

    /// SplitMix64, after Steele, Lea and Flood.
    private mutating func draw() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension UInt64 {
    fileprivate var hex: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

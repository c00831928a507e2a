/// A generator of names for parts without one: UUIDs derived from a seed, so that the same message is always written
/// identically.
public struct NodeNames: Sendable {
    private var state: UInt64

    /// A generator for this seed; equal seeds give equal sequences.
    public init(seed: String) {
        // FNV-1a, 64 bits.
        state = seed.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The next name: a UUID of version 8.
    public mutating func next() -> String {
        // The bits of version 8, RFC 9562: the other digits are application-defined.
        let high = draw() & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = draw() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array((high.hex + low.hex))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The name of a part that accompanies another, such as its state or its picture.
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

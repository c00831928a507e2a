/// Derives identifiers from the randomness of an event: the same seed always gives the same ones.
struct Identifiers {
    private var high: UInt64
    private var low: UInt64

    init(_ seed: Seed) {
        high = seed.high
        low = seed.low
    }

    /// A UUID of version 4 (RFC 9562, section 5.4) in lower case.
    mutating func next() -> String {
        let first = Self.mixed(&high) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let second = Self.mixed(&low) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            var digit = 0
            for place in 0..<36 {
                if place == 8 || place == 13 || place == 18 || place == 23 {
                    text[place] = UInt8(ascii: "-")
                } else {
                    text[place] = Self.digit(digit % 16, of: digit < 16 ? first : second)
                    digit += 1
                }
            }
            return 36
        }
    }

    /// A hexadecimal digit of a number, counted from the most significant one.
    private static func digit(_ place: Int, of number: UInt64) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: number >> UInt64(60 - place * 4)) & 0xF
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// SplitMix64, after Steele, Lea and Flood.
    private static func mixed(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

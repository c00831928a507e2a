import Expressions

/// Derives identifiers from the time and the randomness of an event: the same event always gives the same ones.
struct Identifiers {
    private var high: UInt64
    private var low: UInt64
    /// Milliseconds since 1970, with which identifiers begin; `nil` for those of older events, which have no order.
    private let time: UInt64?

    init(_ event: Event) { self.init(event.seed, at: event.usesSixthRules ? event.at : nil) }

    init(_ seed: Seed, at moment: Moment?) {
        high = seed.high
        low = seed.low
        time = moment.map { UInt64(truncatingIfNeeded: $0.milliseconds) }
    }

    /// A UUID of version 7 (RFC 9562, section 5.7) in lower case, or of version 4 (section 5.4) without a time. Those of
    /// version 7 sort by time, so that databases keep new ones side by side.
    mutating func next() -> String {
        let random = Self.mixed(&high)
        let first = time.map { $0 << 16 | random & 0x0FFF | 0x7000 } ?? random & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
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

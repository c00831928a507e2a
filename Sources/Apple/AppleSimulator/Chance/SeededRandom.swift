/// A pseudo-random generator that always returns the same numbers for the same seed (SplitMix64, by Steele, Lea and
/// Flood).
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns a number from 0 up to but not including 1 that depends only on the parts, not on earlier draws.
    static func draw(seed: UInt64, _ parts: UInt64...) -> Double {
        let bits = parts.reduce(mixed(seed &+ 0x9E37_79B9_7F4A_7C15)) { mixed($0 ^ $1 &+ 0x9E37_79B9_7F4A_7C15) }
        return Double(bits >> 11) * 0x1p-53
    }

    /// Returns a text as a number, the same in every run (FNV-1a).
    static func number(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

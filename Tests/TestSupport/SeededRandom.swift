/// A seeded random generator: SplitMix64, after Steele, Lea and Flood. The same seed always gives the same numbers.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    public mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// Returns `true` once in `times` on average.
    public mutating func happens(onceIn times: Int) -> Bool { number(below: times) == 0 }

    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }
}

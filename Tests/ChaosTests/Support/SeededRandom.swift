import FlowEngine
import Synchronization

/// A seeded random generator: SplitMix64, after Steele, Lea and Flood.
final class SeededRandom: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed &* 0x2545_F491_4F6C_DD1D) }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
    func happens(_ times: Int, in all: Int) -> Bool { number(below: all) < times }
    func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }
    /// Returns 32 bytes in the alphabet of RFC 4648, section 5.
    func token() -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String((0..<42).map { _ in pick(letters) }) + "A"
    }

    func seed() -> Seed { Seed(high: next(), low: next()) }
}

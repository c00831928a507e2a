import Expressions
import Foundation
import Synchronization

/// Generates the identifiers that Apple would generate.
///
/// Ids of customers depend only on the seed, so that a bot meets the same customers again. Ids of messages depend on
/// the start time as well: a bot remembers the messages it has seen, and would treat those of a second run as
/// duplicates.
final class IdentifierSource: Sendable {
    private struct State {
        var customers: SeededRandom
        var messages: SeededRandom
    }

    private let state: Mutex<State>

    init(seed: UInt64, start: Moment) {
        let messages = seed ^ UInt64(bitPattern: Int64(start.milliseconds)) &* 0x9E37_79B9_7F4A_7C15
        state = Mutex(State(customers: SeededRandom(seed: seed), messages: SeededRandom(seed: messages)))
    }

    /// Returns a random UUID (version 4, RFC 9562, section 5.4) in lower case.
    func uuid() -> String {
        let (high, low) = state.withLock { ($0.messages.next(), $0.messages.next()) }
        let versioned = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let marked = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let bytes = [versioned, marked].flatMap { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        }
        return Self.hyphenated(bytes)
    }

    private static func hyphenated(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 36) { text in
            var at = 0
            for (index, byte) in bytes.enumerated() {
                if [4, 6, 8, 10].contains(index) {
                    text[at] = UInt8(ascii: "-")
                    at += 1
                }
                text[at] = digits[Int(byte >> 4)]
                text[at + 1] = digits[Int(byte & 15)]
                at += 2
            }
            return at
        }
    }

    /// Returns an opaque customer id like those in Apple's samples: 169 characters, including `/`, `+` and `=`, which
    /// break programs that put it into addresses unescaped.
    func customer() -> String {
        state.withLock { state in
            while true {
                let bytes = (0..<119).map { _ in UInt8.random(in: .min ... .max, using: &state.customers) }
                let text = Data(bytes).base64EncodedString()
                if text.contains("/"), text.contains("+") { return "urn:mbid:\(text)" }
            }
        }
    }
}

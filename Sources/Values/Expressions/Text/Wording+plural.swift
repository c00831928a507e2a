import Foundation
import Synchronization
import _FoundationICU

extension Wording {
    /// The plural category of `number` in this language: `zero`, `one`, `two`, `few`, `many` or `other` (Unicode CLDR,
    /// cardinal rules).
    func pluralForm(of number: Decimal) -> String {
        PluralRules.shared.form(of: NSDecimalNumber(decimal: number).doubleValue, in: language)
    }
}

/// ICU's plural rules, opened once per language. The category of a count never depends on digits that a conversion to
/// binary floating point loses.
private final class PluralRules: Sendable {
    static let shared = PluralRules()

    /// ICU guarantees that open rules can be read from any thread; they are never closed.
    private struct Rules: @unchecked Sendable { let pointer: OpaquePointer? }

    private let opened = Mutex<[String: Rules]>([:])

    func form(of number: Double, in language: String) -> String {
        guard let rules = rules(for: language).pointer else { return "other" }
        var status = U_ZERO_ERROR
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 16) { buffer in
            let count = swift_uplrules_select(rules, number, buffer.baseAddress, 16, &status)
            guard status.rawValue <= U_ZERO_ERROR.rawValue, count > 0 else { return "other" }
            return String(decoding: buffer[..<Int(count)], as: UTF16.self)
        }
    }

    private func rules(for language: String) -> Rules {
        opened.withLock { opened in
            if let rules = opened[language] { return rules }
            var status = U_ZERO_ERROR
            let rules = Rules(pointer: swift_uplrules_open(language, &status))
            opened[language] = rules
            return rules
        }
    }
}

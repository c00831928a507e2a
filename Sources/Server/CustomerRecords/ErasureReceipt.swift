public import ConversationRuntime
import Crypto
public import Expressions
import Foundation
public import JSON

/// The proof that a customer was erased: how much was removed, when, and what was kept and why.
///
/// It identifies the customer only by a hash of their id, so that it may be kept. The digest is the SHA-256 of the
/// receipt without the digest, as compact JSON; it does not match a receipt that was changed afterwards.
public struct ErasureReceipt: Sendable {
    public let json: JSONValue

    public init(_ erasure: Erasure, of customer: String, at moment: Moment) {
        var removed: JSONObject = [
            "sessions": .int(erasure.sessions), "known_facts": .int(erasure.customers), "files": .int(erasure.files),
            "dead_letters": .int(erasure.letters),
        ]
        for trace in Erasure.Trace.allCases { removed[trace.rawValue] = .int(erasure.traces[trace] ?? 0) }
        var receipt: JSONObject = [
            "receipt": "erasure", "erased_at": .string(moment.iso), "customer_sha256": .string(Self.hash(customer)),
            "removed": .object(removed),
            "kept": [
                "amounts, references and times of payments, without the customer, as required for accounting"
            ],
            "thorough": .bool(erasure.isThorough),
        ]
        receipt["digest"] = .string("sha256:" + Self.hash(JSONValue.object(receipt).text))
        json = .object(receipt)
    }

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}

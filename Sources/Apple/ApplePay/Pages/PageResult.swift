import ConversationRuntime
import Crypto
import Expressions
import Foundation
public import JSON

/// How a payment on a page of the business has ended, as the business reports it.
public struct PageResult: Sendable, Hashable {
    public enum Outcome: String, Sendable, CaseIterable {
        case paid, declined, cancelled
    }

    public var outcome: Outcome
    /// The business's identifier of the payment.
    public var reference: String?
    /// The name of the problem, when it was declined.
    public var problem: String?

    private static let longestText = 200

    public init(outcome: Outcome, reference: String? = nil, problem: String? = nil) {
        self.outcome = outcome
        self.reference = reference.map { String($0.prefix(Self.longestText)) }
        self.problem = problem.map { String($0.prefix(Self.longestText)) }
    }

    /// Reads `{"outcome": "paid", "reference": "ch_1"}`; `nil` for anything else.
    public init?(_ body: JSONValue) {
        guard let outcome = body["outcome"]?.string.flatMap(Outcome.init) else { return nil }
        self.init(outcome: outcome, reference: body["reference"]?.string, problem: body["problem"]?.string)
    }

    // In the books a result stands where the token of a card would be.

    private static let member = "page_result"

    var token: JSONValue {
        var object: JSONObject = ["outcome": .string(outcome.rawValue)]
        object.set("reference", reference.map { .string($0) })
        object.set("problem", problem.map { .string($0) })
        return [Self.member: .object(object)]
    }

    init?(token: JSONValue) {
        guard let stored = token[Self.member] else { return nil }
        self.init(stored)
    }

    /// The same for a repeated report.
    var fingerprint: String {
        let hash = SHA256.hash(data: Data("\(outcome.rawValue) \(reference ?? "")".utf8))
        return "page-" + hash.prefix(16).map { String(format: "%02x", $0) }.joined()
    }

    /// The outcome of the attempt that the result is recorded as.
    var attempt: PaymentAttempt.Outcome {
        outcome == .paid ? .paid(reference: reference) : .declined(problem: problem ?? "declined")
    }
}

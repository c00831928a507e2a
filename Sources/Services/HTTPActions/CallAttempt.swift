import CurlClient
import Expressions
public import FlowEngine

/// The outcome of one attempt.
public struct CallAttempt: Sendable {
    public var result: ActionOutcome
    /// For logs; never contains anything the customer said.
    public var reason: String?
    /// Whether a retry may succeed; the action determines the number of retries.
    public var mayTryAgain: Bool

    public init(result: ActionOutcome, reason: String? = nil, mayTryAgain: Bool = false) {
        self.result = result
        self.reason = reason
        self.mayTryAgain = mayTryAgain
    }

    static func failed(_ problem: String, because reason: String) -> CallAttempt {
        CallAttempt(result: .failed(problem), reason: reason)
    }
}

extension CallAttempt {
    /// For a request without a response. Permanent failures are not retried.
    init(_ failure: HTTPFailure) {
        self.init(result: .failed(failure.problem), reason: "\(failure)", mayTryAgain: failure.mayPass)
    }
}

extension HTTPFailure {
    fileprivate var problem: String {
        switch self {
        case .timedOut: CallProblem.timeout
        case .refusedAddress, .badRequest: CallProblem.refused
        case .tooLarge: CallProblem.badAnswer
        case .unreachable, .interrupted, .untrusted, .badRedirect, .notSaved, .cancelled, .stopped:
            CallProblem.unreachable
        }
    }

    /// Whether a retry may succeed.
    fileprivate var mayPass: Bool {
        switch self {
        case .timedOut, .unreachable, .interrupted: true
        default: false
        }
    }
}

extension Fields {
    /// The result of an action registered in Swift, checked against the declared types; undeclared fields are omitted.
    func attempt(as declared: [ValueType.RecordField]) -> CallAttempt {
        var result = Fields()
        for field in declared {
            guard let value = self[field.name] else {
                if field.isOptional { continue }
                return .failed(CallProblem.badAnswer, because: "its result has no `\(field.name)`")
            }
            guard let value = value.held(to: field.type) else {
                return .failed(CallProblem.badAnswer, because: "its `\(field.name)` is not \(field.type.word)")
            }
            result[field.name] = value
        }
        return CallAttempt(result: .gave(result))
    }
}

extension Value {
    /// The value with only the fields that its type declares; `nil` when it is of another type.
    fileprivate func held(to type: ValueType) -> Value? {
        switch (type, self) {
        case (.unknown, _), (.text, .text), (.number, .number), (.money, .money), (.date, .date), (.time, .time),
            (.duration, .duration), (.yesNo, .yesNo), (.place, .place), (.file, .file), (.choice, .text):
            return self
        case (.record(let types), .record(let fields)):
            guard case .gave(let held) = fields.attempt(as: types).result else { return nil }
            return .record(held)
        case (.list(let item), .list(let items)):
            let held = items.compactMap { $0.held(to: item ?? .unknown) }
            return held.count == items.count ? .list(held) : nil
        default: return nil
        }
    }
}

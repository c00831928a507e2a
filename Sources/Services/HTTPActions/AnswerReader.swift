import ConversationRuntime
import CurlClient
import Expressions
import FlowEngine
import FlowModel
import JSON

/// Reads the response to a call as the action declares it.
struct AnswerReader {
    let action: Action
    let zone: Zone

    /// The maximum number of values read from a response, so that one within the size limit cannot use a hundred times
    /// its size.
    static let mostValues = 200_000

    func attempt(_ response: HTTPResponse) -> CallAttempt {
        let json = try? JSONValue(parsing: response.body, values: Self.mostValues)
        let problem = problem(response.status, json)
        if problem == nil, (200..<300).contains(response.status) {
            // An action that declares no results may return any body.
            return result(response.body.isEmpty || action.gives.isEmpty ? [:] : json)
        }
        var attempt = CallAttempt.failed(
            problem ?? CallProblem.refused, because: "HTTP status \(response.status)")
        attempt.mayTryAgain = response.status == 429 || response.status >= 500
        return attempt
    }

    private static let unread = "the answer is not JSON, or contains more than \(mostValues) values"

    /// The first declared problem that matches.
    private func problem(_ status: Int, _ json: JSONValue?) -> String? {
        action.problems.first { problem in
            switch problem.sign {
            case .status(let wanted): wanted == status
            case .answer(let condition):
                json.map { condition.isTrue(in: AnswerScope(json: $0)) } ?? false
            }
        }?.name
    }

    /// The results in a response.
    func result(_ json: JSONValue?) -> CallAttempt {
        guard let json else { return .failed(CallProblem.badAnswer, because: Self.unread) }
        var fields = Fields()
        for field in action.gives {
            let found = action.from[field.name].map { json.value(at: $0) } ?? json[field.name]
            guard let found, !found.isNull else {
                if field.isOptional { continue }
                return .failed(CallProblem.badAnswer, because: "the answer has no `\(field.name)`")
            }
            guard let value = Value(external: found, as: field.type, in: zone) else {
                return .failed(
                    CallProblem.badAnswer, because: "`\(field.name)` of the answer is not \(field.type.word)")
            }
            fields[field.name] = value
        }
        return CallAttempt(result: .gave(fields))
    }
}

/// The response as names for conditions: its top-level members.
private struct AnswerScope: Scope {
    let json: JSONValue

    func value(ofRoot root: String) -> Value? { json[root].flatMap { Value(guessing: $0) } }
}

extension JSONValue {
    fileprivate func value(at path: AnswerPath) -> JSONValue? {
        var value: JSONValue? = self
        for part in path.parts {
            switch part {
            case .key(let key): value = value?[key]
            case .index(let index): value = value?[index]
            }
        }
        return value
    }
}

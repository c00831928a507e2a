import ConversationRuntime
import CurlClient
import Expressions
import FlowEngine
import FlowModel
import JSON

/// Reads the answer to a call as the action declares it.
struct AnswerReader {
    let action: Action
    let zone: Zone

    func attempt(_ response: HTTPResponse) -> CallAttempt {
        let json = try? JSONValue(parsing: response.body)
        if let problem = problem(response.status, json) { return CallAttempt(result: .failed(problem)) }
        switch response.status {
        case 200..<300: return result(response.body.isEmpty ? [:] : json)
        case 429, 500...:
            return CallAttempt(
                result: .failed(CallProblem.refused), reason: "the answer was \(response.status)", mayTryAgain: true)
        default: return .failed(CallProblem.refused, because: "the answer was \(response.status)")
        }
    }

    /// The first of the declared problems that fits.
    private func problem(_ status: Int, _ json: JSONValue?) -> String? {
        action.problems.first { problem in
            switch problem.sign {
            case .status(let wanted): wanted == status
            case .answer(let condition):
                (200..<300).contains(status) && json.map { condition.isTrue(in: AnswerScope(json: $0)) } ?? false
            }
        }?.name
    }

    private func result(_ json: JSONValue?) -> CallAttempt {
        guard let json else { return .failed(CallProblem.badAnswer, because: "the answer is not JSON") }
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

/// An answer as names for conditions: its top members.
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

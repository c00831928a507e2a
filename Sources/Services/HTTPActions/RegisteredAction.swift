public import Expressions
import FlowEngine
public import FlowModel
public import JSON

/// An action written in Swift and registered in the server.
public protocol RegisteredAction: Sendable {
    /// Performs the action. The task is cancelled when the action's `timeout` has passed.
    ///
    /// - Parameters:
    ///   - action: as declared in `Config/actions.yaml`.
    ///   - key: the same on every attempt within one visit to a step, and after a crash.
    ///   - zone: the bot's time zone.
    func perform(_ action: Action, inputs: Fields, key: String, zone: Zone) async -> CallAttempt
}

/// An action with JSON input and output, in the format that other systems see over HTTP.
public struct JSONAction: RegisteredAction {
    /// The failure of an action.
    public struct Failure: Error {
        let attempt: CallAttempt

        /// - Parameters:
        ///   - problem: `nil` when there is no answer.
        ///   - reason: for logs; must not contain anything a customer said.
        public init(_ problem: String?, because reason: String, mayTryAgain: Bool = false) {
            attempt = CallAttempt(
                result: .failed(problem ?? CallProblem.unreachable), reason: reason, mayTryAgain: mayTryAgain)
        }
    }

    private let work: @Sendable (JSONValue, String) async throws(Failure) -> JSONValue

    /// - Parameter work: receives the inputs and the key; an answer of other types than declared is a `bad answer`.
    public init(_ work: @escaping @Sendable (JSONValue, String) async throws(Failure) -> JSONValue) {
        self.work = work
    }

    public func perform(_ action: Action, inputs: Fields, key: String, zone: Zone) async -> CallAttempt {
        do throws(Failure) {
            let answer = try await work(Value.record(inputs).external(in: zone), key)
            return AnswerReader(action: action, zone: zone).result(answer)
        } catch {
            return error.attempt
        }
    }
}

/// The problems that any action may have.
enum CallProblem {
    static let timeout = "timeout"
    static let refused = "refused"
    static let unreachable = "unreachable"
    static let badAnswer = "bad answer"
}

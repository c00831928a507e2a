public import Channels
public import ConversationRuntime
public import CurlClient
public import Expressions
public import FlowEngine
public import FlowModel
public import Logging

/// Calls actions over HTTP, and those that a server has registered in Swift.
///
/// Bodies and answers are typed: what goes out has the types that the flow gave, and an answer of another type than
/// declared is a `bad answer`, never half a result.
public struct HTTPActionCaller: ActionCaller {
    private let actions: [String: Action]
    private let registered: [String: any RegisteredAction]
    private let client: CurlClient
    private let settings: HTTPActionSettings
    private let clock: any WallClock
    private let logger: Logger

    /// How long to wait before each further try.
    private static let waits: [TimeLength] = [.seconds(1), .seconds(4), .seconds(15)]

    public init(
        actions: [String: Action], registered: [String: any RegisteredAction] = [:], client: CurlClient,
        settings: HTTPActionSettings, clock: any WallClock, logger: Logger
    ) {
        self.actions = actions
        self.registered = registered
        self.client = client
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    public func call(_ call: ActionCall) async -> ActionOutcome {
        guard let action = actions[call.action] else { return .failed(CallProblem.refused) }
        if settings.doubled.contains(call.action), let example = action.examples.first { return example.outcome }
        var outcome = await attempt(call, action)
        for retry in 0..<action.retries where outcome.mayTryAgain {
            try? await clock.sleep(until: clock.now + Self.waits[min(retry, Self.waits.count - 1)])
            guard !Task.isCancelled else { break }
            outcome = await attempt(call, action)
        }
        if case .failed(let problem) = outcome.result {
            var metadata: Logger.Metadata = [
                "action": "\(call.action)", "problem": "\(problem)", "reason": "\(outcome.reason ?? "")",
            ]
            metadata["arrival"] = call.cause.map { "\($0)" }
            logger.notice("a call failed", metadata: metadata)
        }
        return outcome.result
    }

    private func attempt(_ call: ActionCall, _ action: Action) async -> CallAttempt {
        switch action.target {
        case .swift(let name): await perform(name, call, action)
        case .http(let target): await send(target, call, action)
        }
    }

    /// An action registered in Swift; its result is held to the same types.
    private func perform(_ name: String, _ call: ActionCall, _ action: Action) async -> CallAttempt {
        guard let performer = registered[name] else {
            return .failed(CallProblem.refused, because: "no action `\(name)` is registered in this server")
        }
        let outcome = await performer.perform(inputs: call.inputs, key: call.key)
        guard case .gave(let fields) = outcome else { return CallAttempt(result: outcome) }
        for field in action.gives where !field.isOptional && fields[field.name] == nil {
            return .failed(CallProblem.badAnswer, because: "it gave no `\(field.name)`")
        }
        return CallAttempt(result: .gave(fields))
    }

    private func send(_ target: HTTPTarget, _ call: ActionCall, _ action: Action) async -> CallAttempt {
        var request: HTTPRequest
        do throws(RequestFailure) {
            request = try RequestWriter(settings: settings, inputs: call.inputs).request(target)
        } catch {
            return .failed(CallProblem.refused, because: error.reason)
        }
        request.timeout = .milliseconds(action.timeout.milliseconds)
        if action.isOnce { request.headers.append(HTTPHeader(name: "Idempotency-Key", value: call.key)) }
        request.responseLimit = 2 << 20
        request.destinations = settings.destinations
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            return AnswerReader(action: action, zone: settings.zone).attempt(response)
        } catch {
            let problem = if case .timedOut = error { CallProblem.timeout } else { CallProblem.unreachable }
            return CallAttempt(result: .failed(problem), reason: "\(error)", mayTryAgain: true)
        }
    }
}

/// An action written in Swift and registered in the server.
public protocol RegisteredAction: Sendable {
    /// Does it. A failure has one of the names that the action declares under `problems`, or any other.
    ///
    /// - Parameter key: the same on every attempt of one visit of a step.
    func perform(inputs: Fields, key: String) async -> ActionOutcome
}

/// The problems that every action may have.
enum CallProblem {
    static let timeout = "timeout"
    static let refused = "refused"
    static let unreachable = "unreachable"
    static let badAnswer = "bad answer"
}

/// What came of one try.
struct CallAttempt {
    var result: ActionOutcome
    /// For logs; never anything that the customer said.
    var reason: String?
    var mayTryAgain = false

    static func failed(_ problem: String, because reason: String) -> CallAttempt {
        CallAttempt(result: .failed(problem), reason: reason)
    }
}

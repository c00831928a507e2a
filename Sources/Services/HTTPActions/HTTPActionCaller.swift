public import Channels
public import ConversationRuntime
public import CurlClient
import Expressions
public import FlowEngine
public import FlowModel
import Foundation
public import Logging
import ServiceLifecycle
public import Traces

/// Calls actions over HTTP, and those that a server has registered in Swift.
///
/// Requests and responses are typed: a request contains the types that the flow passed, and a response of another type
/// than declared is a `bad answer`, never a partial result.
public struct HTTPActionCaller: ActionCaller {
    private let actions: [String: Action]
    private let registered: [String: any RegisteredAction]
    private let client: CurlClient
    private let settings: HTTPActionSettings
    private let clock: any WallClock
    private let logger: Logger
    private let traces: Traces?

    /// The delay before each retry.
    private static let waits: [TimeLength] = [.seconds(1), .seconds(4), .seconds(15)]

    /// - Parameter traces: records requests as spans, which the other systems can continue; `nil` when nothing is traced.
    public init(
        actions: [String: Action], registered: [String: any RegisteredAction] = [:], client: CurlClient,
        settings: HTTPActionSettings, clock: any WallClock, logger: Logger, traces: Traces? = nil
    ) {
        self.traces = traces
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
            guard await rest(Self.waits[min(retry, Self.waits.count - 1)]) else { break }
            outcome = await attempt(call, action)
        }
        log(outcome, of: call)
        return outcome.result
    }

    /// The key makes it possible to find the call in the log of the other system.
    private func log(_ outcome: CallAttempt, of call: ActionCall) {
        var metadata: Logger.Metadata = ["action": "\(call.action)", "key": "\(call.key)"]
        metadata["arrival"] = call.cause.map { "\($0)" }
        guard case .failed(let problem) = outcome.result else {
            return logger.debug("call answered", metadata: metadata)
        }
        metadata["problem"] = "\(problem)"
        metadata["reason"] = "\(outcome.reason ?? "")"
        logger.notice("call failed", metadata: metadata)
    }

    /// Waits, and returns whether to retry. Not while the server shuts down: the next run repeats the call.
    private func rest(_ length: TimeLength) async -> Bool {
        do {
            try await cancelWhenGracefulShutdown { try await clock.sleep(until: clock.now + length) }
        } catch {
            return false
        }
        return !Task.isShuttingDownGracefully
    }

    private func attempt(_ call: ActionCall, _ action: Action) async -> CallAttempt {
        switch action.target {
        case .swift(let name): await perform(name, call, action)
        case .http(let target): await send(target, call, action)
        case .results:
            .failed(CallProblem.refused, because: "rows of the bot's own tables are kept by the server itself")
        }
    }

    /// Runs an action registered in Swift; its result must have the declared types, and its time limit is the same.
    private func perform(_ name: String, _ call: ActionCall, _ action: Action) async -> CallAttempt {
        guard let performer = registered[name] else {
            return .failed(CallProblem.refused, because: "no action `\(name)` is registered in this server")
        }
        let attempt = await withTaskGroup(of: CallAttempt?.self) { group in
            group.addTask {
                await performer.perform(action, inputs: call.inputs, key: call.key, zone: settings.zone)
            }
            group.addTask {
                try? await clock.sleep(until: clock.now + action.timeout)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let attempt else {
            return CallAttempt(result: .failed(CallProblem.timeout), reason: "timeout", mayTryAgain: true)
        }
        guard case .gave(let fields) = attempt.result else { return attempt }
        return fields.attempt(as: action.gives)
    }

    /// The tokens that a request's headers need, by provider.
    private func tokens(
        for target: HTTPTarget, _ call: ActionCall
    ) async throws(RequestFailure) -> [String: String] {
        var tokens: [String: String] = [:]
        for provider in target.tokenProviders {
            guard let token = await settings.tokens.token(of: provider, for: call.conversation) else {
                throw RequestFailure("the customer is not signed in with `\(provider)`")
            }
            tokens[provider] = token
        }
        return tokens
    }

    private func send(_ target: HTTPTarget, _ call: ActionCall, _ action: Action) async -> CallAttempt {
        var request: HTTPRequest
        do throws(RequestFailure) {
            let tokens = try await tokens(for: target, call)
            request = try RequestWriter(settings: settings, inputs: call.inputs, tokens: tokens).request(target)
        } catch {
            return .failed(CallProblem.refused, because: error.reason)
        }
        request.timeout = .milliseconds(action.timeout.milliseconds)
        if action.isOnce {
            request.headers.append(HTTPHeader(name: "Idempotency-Key", value: call.key))
            request.repeatable = true
        }
        request.responseLimit = 2 << 20
        request.destinations = settings.destinations(of: request)
        do throws(HTTPFailure) {
            let response = try await traced(request)
            return AnswerReader(action: action, zone: settings.zone).attempt(response)
        } catch {
            return CallAttempt(error)
        }
    }

    /// Sends a request as a span, whose position it carries unless the action sets that header itself.
    private func traced(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await traces.span(request.method, .client) { span throws(HTTPFailure) in
            var request = request
            if let position = traces?.current, !request.headers.contains(where: \.isTraceParent) {
                request.headers.append(HTTPHeader(name: TraceParent.header, value: position.text))
            }
            span.set("http.request.method", request.method)
            span.set("server.address", URL(string: request.url)?.host())
            let response = try await client.send(request)
            span.set("http.response.status_code", response.status)
            if response.status >= 400 { span.fail() }
            return response
        }
    }
}

extension HTTPHeader {
    fileprivate var isTraceParent: Bool { name.lowercased() == TraceParent.header }
}

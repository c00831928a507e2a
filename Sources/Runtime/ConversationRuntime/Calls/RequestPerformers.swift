import Channels
import Expressions
import FlowEngine
import Traces

/// Performs requests, each kind by a performer of its own.
struct RequestPerformers: Sendable {
    let actions: any ActionCaller
    let files: any FileFetcher
    /// `nil` when there is no agent desk.
    let desk: (any DeskNotifier)?
    /// `nil` when nothing is traced.
    var traces: Traces?

    /// Performs a request as a span of the trace of its turn. Returns its outcome, after all retries, and its span.
    func perform(_ call: StoredCall) async -> (ActionOutcome, TraceParent?) {
        await traces.span(call.request.spanName, at: .below(call.trace)) { span in
            span.set("usher.key", call.request.id)
            let outcome = await outcome(of: call)
            if case .failed(let problem) = outcome {
                // The desk's problem is a whole sentence; it is in the log.
                if case .notifyDesk = call.request {} else { span.set("usher.problem", problem) }
                span.fail()
            }
            return (outcome, traces?.current)
        }
    }

    private func outcome(of call: StoredCall) async -> ActionOutcome {
        switch call.request {
        case .call(let request):
            return await actions.call(
                ActionCall(
                    action: request.action, inputs: request.inputs, key: request.id, conversation: call.conversation,
                    cause: call.cause))
        case .fetch(let fetch):
            do throws(FetchFailure) {
                return .fetched(try await files.fetch(fetch, in: call.conversation, cause: call.cause))
            } catch {
                return .failed(error.problem)
            }
        case .notifyDesk(let notice):
            // Notices of a desk that is no longer in the settings.
            guard let desk else { return .failed("refused") }
            do throws(DeskFailure) {
                try await desk.notify(notice, of: call.conversation)
                return .gave(Fields())
            } catch {
                return .failed(error.reason)
            }
        }
    }
}

extension PendingRequest {
    /// What the request does, in a few words without anything of a customer.
    fileprivate var spanName: String {
        switch self {
        case .call(let call): "call \(call.action)"
        case .fetch: "fetch files"
        case .notifyDesk: "notify desk"
        }
    }
}

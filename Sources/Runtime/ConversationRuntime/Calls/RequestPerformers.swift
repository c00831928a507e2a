import Channels
import Expressions
import FlowEngine

/// Performs requests, each kind by a performer of its own.
struct RequestPerformers: Sendable {
    let actions: any ActionCaller
    let files: any FileFetcher
    /// `nil` when there is no agent desk.
    let desk: (any DeskNotifier)?

    /// Performs a request and returns its outcome, after all retries.
    func perform(_ call: StoredCall) async -> ActionOutcome {
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

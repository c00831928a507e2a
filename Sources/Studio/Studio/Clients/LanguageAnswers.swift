import Concurrency
import LanguageProtocol
import Synchronization

/// Sorts what a language server writes: answers go to those who wait for them, all else to the page's stream of events.
final class LanguageAnswers: Sendable {
    private struct State: Sendable {
        var frames = FrameReader()
        var waiting: [RequestID: @Sendable ([UInt8]?) -> Void] = [:]
        var isOver = false
    }

    private let state = Mutex(State())
    private let push: @Sendable ([UInt8]) -> Void

    /// - Parameter push: called with the body of each message that answers nothing.
    init(push: @escaping @Sendable ([UInt8]) -> Void) { self.push = push }

    /// Takes bytes that the server writes, in their order.
    func take(_ bytes: [UInt8]) {
        let bodies = state.withLock { state in
            state.frames.append(bytes)
            var bodies: [[UInt8]] = []
            while let body = try? state.frames.next() { bodies.append(body) }
            return bodies
        }
        for body in bodies {
            if case .response(let id?, _) = IncomingMessage(body: body) {
                state.withLock { $0.waiting.removeValue(forKey: id) }?(body)
            } else {
                push(body)
            }
        }
    }

    /// Returns the answer to a request, once it has come; `nil` when the server ends before, or when another request
    /// with this identifier waits.
    ///
    /// - Parameter send: sends the request.
    func answer(to id: RequestID, _ send: () -> Void) async -> [UInt8]? {
        await awaitCallback { done in
            let waits = state.withLock { state in
                guard !state.isOver, state.waiting[id] == nil else { return false }
                state.waiting[id] = done
                return true
            }
            if waits { send() } else { done(nil) }
        }
    }

    /// The server writes nothing more.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for done in waiting { done(nil) }
    }
}

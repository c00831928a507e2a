import Channels
import Concurrency
import CurlClient
import Expressions
import JSON
import Synchronization

/// The messages that a browser has received, and the event stream that announces them.
final class WebInbox: Sendable {
    private struct State {
        var reader = ServerSentEvents()
        var lastEvent: String?
        /// By their sequence number.
        var messages: [Int: JSONValue] = [:]
        /// Notified of new messages. A stream ends when its reader is cancelled, so each waiting reader brings its own.
        var waiting: AsyncStream<Void>.Continuation?
        /// The forms among them, by the ids of their messages.
        var forms: [String: WebForm] = [:]
        /// The addresses of their files, by sequence number and file number.
        var files: [Int: [Int: String]] = [:]

        func messages(after number: Int) -> [JSONValue] {
            messages.filter { $0.key > number }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let state: Mutex<State>

    /// - Parameter after: the sequence number up to which all events are known.
    init(after: Int) { state = Mutex(State(lastEvent: String(after))) }

    /// The event after which the stream resumes.
    var lastEvent: String? { state.withLock(\.lastEvent) }

    /// Begins a new stream; an event that the previous one delivered incompletely is sent again.
    func begin() { state.withLock { $0.reader = ServerSentEvents() } }

    /// Processes bytes of the stream.
    func take(_ bytes: [UInt8]) {
        let waiting = state.withLock { state in
            var waiting: AsyncStream<Void>.Continuation?
            for event in state.reader.take(bytes) {
                state.lastEvent = event.id ?? state.lastEvent
                guard event.name == "message.created", let message = try? JSONValue(parsing: event.data),
                    let number = message["sequence"]?.int
                else { continue }
                state.messages[number] = message
                waiting = state.waiting
            }
            return waiting
        }
        waiting?.yield()
    }

    /// Returns the messages after a number; waits up to `seconds` for the first one.
    func messages(after number: Int, wait seconds: Int) async -> [JSONValue] {
        let (news, waiting) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let known = state.withLock { state in
            state.waiting = waiting
            return state.messages(after: number)
        }
        guard known.isEmpty else { return known }
        let clock = SystemClock()
        _ = await news.hasNext(before: clock.now + .seconds(seconds), on: clock)
        return state.withLock { $0.messages(after: number) }
    }

    // Shown forms and files.

    func keep(_ form: WebForm, of message: String) { state.withLock { $0.forms[message] = form } }

    func form(of message: String) -> WebForm? { state.withLock { $0.forms[message] } }

    func keep(_ addresses: [Int: String], ofFilesIn number: Int) { state.withLock { $0.files[number] = addresses } }

    func address(ofFile file: Int, in number: Int) -> String? { state.withLock { $0.files[number]?[file] } }
}

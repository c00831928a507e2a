import CurlClient
import JSON
import Synchronization

/// The messages that a browser has received from the event stream.
final class BrowserScreen: Sendable {
    private struct State {
        var reader = ServerSentEvents()
        var lastEvent: String
        var messages: [JSONValue] = []
        /// The number of messages already returned.
        var seen = 0
    }

    private let own: String
    private let tally: Tally
    private let state: Mutex<State>
    private let news: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - own: the id of the customer, whose own messages are skipped.
    ///   - after: the sequence number up to which all events are known.
    init(own: String, after: Int, _ tally: Tally) {
        self.own = own
        self.tally = tally
        state = Mutex(State(lastEvent: String(after)))
        (news, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var lastEvent: String { state.withLock(\.lastEvent) }

    /// The sequence numbers of all messages, in order of arrival.
    var sequences: [Int] { state.withLock { $0.messages.compactMap { $0["sequence"]?.int } } }

    /// Begins a new stream.
    func begin() { state.withLock { $0.reader = ServerSentEvents() } }

    /// Processes bytes of the stream.
    func take(_ bytes: [UInt8]) {
        state.withLock { state in
            for event in state.reader.take(bytes) {
                state.lastEvent = event.id ?? state.lastEvent
                guard event.name == "message.created", let message = try? JSONValue(parsing: event.data) else {
                    continue
                }
                state.messages.append(message)
            }
        }
        tell.yield()
    }

    /// Waits for the bot's next message that matches, and returns it.
    func message(_ isWanted: (JSONValue) -> Bool) async throws -> JSONValue {
        while true {
            if let found = next(isWanted) { return found }
            for await _ in news { break }
            try Task.checkCancellation()
        }
    }

    private func next(_ isWanted: (JSONValue) -> Bool) -> JSONValue? {
        state.withLock { state in
            while state.seen < state.messages.count {
                let message = state.messages[state.seen]
                state.seen += 1
                if message["sender"]?["id"]?.string != own, isWanted(message) { return message }
            }
            return nil
        }
    }

    func find(_ finding: String) { tally.find(finding) }

    /// Returns its type and, for a text, its content without numbers, which differ between messages.
    static func words(_ message: JSONValue) -> String {
        let type = message["type"]?.string ?? "nothing"
        return type == "text" ? "text: \((message["text"]?.string ?? "").withoutNumbers)" : type
    }
}

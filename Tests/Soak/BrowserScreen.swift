import CurlClient
import JSON
import Synchronization

/// What the stream of events has told a browser.
final class BrowserScreen: Sendable {
    private struct State {
        var reader = ServerSentEvents()
        var lastEvent: String
        var messages: [JSONValue] = []
        /// How many of them somebody has looked at.
        var seen = 0
    }

    private let own: String
    private let tally: Tally
    private let state: Mutex<State>
    private let news: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - own: the id of the customer, whose messages are not waited for.
    ///   - after: up to where everything is known.
    init(own: String, after: Int, _ tally: Tally) {
        self.own = own
        self.tally = tally
        state = Mutex(State(lastEvent: String(after)))
        (news, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var lastEvent: String { state.withLock(\.lastEvent) }

    /// The sequences of all messages, as they came.
    var sequences: [Int] { state.withLock { $0.messages.compactMap { $0["sequence"]?.int } } }

    /// A new stream begins.
    func begin() { state.withLock { $0.reader = ServerSentEvents() } }

    /// Takes a piece of the stream.
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

    /// The next message of the bot that is wanted; waits for it.
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

    /// Its type and, of a text, what it says; digits differ from one to the next.
    static func words(_ message: JSONValue) -> String {
        let type = message["type"]?.string ?? "nothing"
        return type == "text" ? "text: \((message["text"]?.string ?? "").withoutNumbers)" : type
    }
}

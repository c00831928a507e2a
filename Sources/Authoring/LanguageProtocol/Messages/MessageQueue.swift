import JSON

/// Messages in the order in which they arrived, which are processed one at a time.
///
/// While one is processed, others arrive: a cancellation removes a request that still waits and marks the one that is
/// being processed; a change of a text marks all requests that arrived before it.
public struct MessageQueue: Sendable {
    /// The number of requests that may wait; more are rejected at once, because no editor waits for so many answers.
    static let mostRequests = 1_000

    private struct Entry: Sendable {
        let number: Int
        let message: IncomingMessage
    }

    /// The message that is being processed.
    private struct Running: Sendable {
        let request: RequestID?
        var isCancelled = false
    }

    private var entries: [Entry] = []
    /// The first entry that waits; those before it have been taken.
    private var first = 0
    private var running: Running?
    private var lastNumber = 0
    /// The number of the message that was taken last.
    private var lastTaken = 0
    private var requests = 0
    /// The documents whose text was changed by messages that still wait, with the number of the latest one.
    private var changes: [String: Int] = [:]

    public init() {}

    public var isEmpty: Bool { first == entries.count }

    /// Adds a message. Returns the answers that are due at once: to a request that was cancelled before its turn, and
    /// to one too many.
    public mutating func append(_ message: IncomingMessage) -> [OutgoingMessage] {
        switch message {
        case .notification("$/cancelRequest", let parameters):
            return RequestID(parameters["id"]).map { cancel($0) } ?? []
        case .request(let id, _, _):
            if requests >= Self.mostRequests {
                return [.response(id, .failure(.requestFailed("too many requests are waiting")))]
            }
            requests += 1
        case .notification(let method, let parameters) where Self.changing.contains(method):
            if let uri = parameters["textDocument"]?["uri"]?.string { changes[uri] = lastNumber + 1 }
        default: break
        }
        lastNumber += 1
        entries.append(Entry(number: lastNumber, message: message))
        return []
    }

    /// The notifications that change the text of a document.
    private static let changing: Set = ["textDocument/didChange"]

    /// Takes the next message; it is being processed until the next call.
    public mutating func next() -> IncomingMessage? {
        guard first < entries.count else {
            running = nil
            return nil
        }
        let entry = entries[first]
        first += 1
        if first > 64, first > entries.count / 2 {
            entries.removeFirst(first)
            first = 0
        }
        var id: RequestID?
        if case .request(let request, _, _) = entry.message {
            id = request
            requests -= 1
        }
        running = Running(request: id)
        lastTaken = entry.number
        changes = changes.filter { $0.value > entry.number }
        return entry.message
    }

    /// Whether the client has cancelled the request that is being processed.
    public var isCancelled: Bool { running?.isCancelled ?? false }

    /// The documents that have changed since the message that was taken last.
    public var changedSince: Set<String> { Set(changes.filter { $0.value > lastTaken }.keys) }

    private mutating func cancel(_ id: RequestID) -> [OutgoingMessage] {
        if running?.request == id {
            running?.isCancelled = true
            return []
        }
        let place = entries[first...].firstIndex { entry in
            if case .request(id, _, _) = entry.message { true } else { false }
        }
        guard let place else { return [] }
        entries.remove(at: place)
        requests -= 1
        return [.response(id, .failure(.requestCancelled))]
    }
}

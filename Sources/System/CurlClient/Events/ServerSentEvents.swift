/// Parses server-sent events from the pieces in which they arrive (HTML, section 9.2.6).
public struct ServerSentEvents: Sendable {
    /// A complete event.
    public struct Event: Sendable, Hashable {
        public var name = "message"
        public var id: String?
        public var data = ""

        init() {}
    }

    private var line: [UInt8] = []
    private var event = Event()
    private var hasData = false

    public init() {}

    /// Adds a piece. Returns the events that it completes.
    public mutating func take(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let event = end(String(decoding: line, as: UTF8.self)) { events.append(event) }
            line = []
        }
        return events
    }

    /// Handles the end of a line. Returns the event that an empty line completes.
    private mutating func end(_ line: String) -> Event? {
        guard line.isEmpty else {
            take(line)
            return nil
        }
        defer {
            event = Event()
            hasData = false
        }
        return hasData ? event : nil
    }

    /// Handles a field; a line that begins with a colon is a comment.
    private mutating func take(_ line: String) {
        let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = sides.count == 2 ? String(sides[1].first == " " ? sides[1].dropFirst() : sides[1]) : ""
        switch sides[0] {
        case "event": event.name = value
        case "id": event.id = value
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        default: break
        }
    }
}

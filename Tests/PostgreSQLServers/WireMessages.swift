/// Divides what a client sends into the messages of PostgreSQL's protocol, version 3 (PostgreSQL, 55.7, Message Formats).
///
/// Each message has a letter, a length and content; the first of a connection has no letter. A request for encryption comes
/// before the first.
struct WireMessages {
    private var waiting: [UInt8] = []
    private var hasBegun = false

    /// The codes of the first messages after which another first message follows: `SSLRequest` and `GSSENCRequest`.
    private static let requests = [80_877_103, 80_877_104]

    /// Takes bytes. Returns the messages that are complete with them, each with its head.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        waiting += bytes
        var messages: [[UInt8]] = []
        while let length, waiting.count >= length {
            let message = Array(waiting[..<length])
            waiting.removeFirst(length)
            if !hasBegun { hasBegun = !Self.requests.contains(Self.number(message[4..<8])) }
            messages.append(message)
        }
        return messages
    }

    /// The length of the next message with its head; `nil` while that is not known.
    private var length: Int? {
        let head = hasBegun ? 1 : 0
        // A first message has a code besides, by which it is known.
        guard waiting.count >= (hasBegun ? 5 : 8) else { return nil }
        return head + Self.number(waiting[head..<head + 4])
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// The idempotency key of a request of people about a conversation, with what distinguishes the request from others.
public struct DeskRequestKey: Sendable, Hashable {
    /// The id under which the request is recorded among the arrivals of its channel.
    public let id: String
    private let act: String
    private let fingerprint: String

    /// - Parameters:
    ///   - act: what the request does, a word without spaces.
    ///   - fingerprint: a hash of what the request says.
    public init(_ id: String, act: String, fingerprint: String) {
        self.id = id
        self.act = act
        self.fingerprint = fingerprint
    }

    private static let answered = "answered"

    /// What is recorded of the request.
    ///
    /// - Parameter isPrivate: whether the conversation has private answers. What people write may repeat them, and could be
    ///   guessed from its hash.
    func record(isPrivate: Bool) -> ArrivalRecord {
        let words = [Self.answered, act] + (isPrivate ? [] : [fingerprint])
        return ArrivalRecord(id: id, outcome: words.joined(separator: " "))
    }

    /// Whether another request was recorded under the same id.
    ///
    /// - Parameter outcome: what is recorded; that of former versions is the same for all requests.
    public func isTaken(by outcome: String) -> Bool {
        let words = outcome.split(separator: " ").map(String.init)
        guard words.first == Self.answered, words.count > 1 else { return false }
        return words[1] != act || words.count > 2 && words[2] != fingerprint
    }
}

public import Expressions
public import FlowEngine

/// What kept conversations would have become on other flows: how many go the same way, and the classes of those that do
/// not.
///
/// Its size grows with the number of classes, of which there are at most as many as it lists.
public struct ReplayReport: Sendable {
    /// Conversations that part at the same step, by the same act, to the same places.
    public struct Group: Sendable {
        fileprivate let key: Key
        /// The action of which no answer was kept.
        public let unanswered: String?
        public fileprivate(set) var count = 0
        public fileprivate(set) var ends = EndCounts()
        /// The session of the example.
        public let session: Int
        /// The example as a transcript.
        public let transcript: String

        /// Where the conversations part; `nil` for their beginning.
        public var step: NamedStep? { key.step }
        public var did: String { key.did }
        public var was: String { key.was }
        public var now: String { key.now }
    }

    /// How many conversations have each change of their end.
    public struct EndCounts: Sendable {
        private var counts: [EndChange: Int] = [:]

        public subscript(change: EndChange) -> Int { counts[change, default: 0] }

        mutating func add(_ change: EndChange) { counts[change, default: 0] += 1 }
    }

    fileprivate struct Key: Hashable {
        let step: NamedStep?
        var did: String
        let was: String
        let now: String

        init(_ parting: Parting) {
            (step, did, was, now) = (parting.step, parting.did, parting.was, parting.now)
        }
    }

    /// The number of classes from which on taps are not printed apart, and the largest number of all.
    private static let (many, most) = (100, 200)

    public private(set) var same = 0
    public private(set) var ends = EndCounts()
    /// The conversations of classes that are not listed, because there are too many.
    public private(set) var unlisted = 0
    /// Sessions with private answers that cannot be read without the key.
    public var sealed = 0
    /// Sessions of which the first events have been removed: the conversation that they belong to is left out, later ones
    /// are played.
    public var cut = 0
    /// Sessions of which nothing is kept any more.
    public var removed = 0
    /// Sessions of which the history cannot be read.
    public var unreadable = 0
    /// When the earliest event that was read happened.
    public var keptSince: Moment?
    private var found: [Key: Group] = [:]

    public init() {}

    public var different: Int { unlisted + found.values.reduce(0) { $0 + $1.count } }

    public var conversations: Int { same + different }

    /// Whether there are sessions that could not be played.
    public var leavesOut: Bool { sealed + cut + removed + unreadable > 0 }

    /// Most frequent first.
    public var groups: [Group] {
        found.values.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            return left.order < right.order
        }
    }

    /// Adds a conversation.
    ///
    /// - Parameters:
    ///   - session: the number of its session.
    ///   - transcript: returns it as a transcript, when it is the first of its class.
    public mutating func add(_ replay: Replay, of session: Int, transcript: (Parting) throws -> String) rethrows {
        guard let parting = replay.parting else {
            same += 1
            return
        }
        ends.add(replay.change)
        guard var group = try group(of: parting, session, transcript) else {
            unlisted += 1
            return
        }
        group.count += 1
        group.ends.add(replay.change)
        found[group.key] = group
    }

    private func group(
        of parting: Parting, _ session: Int, _ transcript: (Parting) throws -> String
    ) rethrows -> Group? {
        var key = Key(parting)
        if let known = found[key] { return known }
        if found.count >= Self.many, key.did.hasPrefix("tap: ") {
            key.did = "an answer"
            if let known = found[key] { return known }
        }
        guard found.count < Self.most else { return nil }
        return Group(
            key: key, unanswered: parting.unanswered, session: session, transcript: try transcript(parting))
    }
}

extension ReplayReport.Group {
    fileprivate var order: String { [step?.words ?? "", did, was, now].joined(separator: "\u{1F}") }
}

public import Expressions

/// A filter for conversations with people.
public struct HandoverFilter: Sendable, Hashable {
    /// Who has the conversation.
    public enum Assignee: Sendable, Hashable {
        case no
        case agent(String)
    }

    /// The queue in which it is.
    public var queue: String?
    public var assignee: Assignee?

    public init(queue: String? = nil, assignee: Assignee? = nil) {
        self.queue = queue
        self.assignee = assignee
    }

    /// Whether it lets a conversation through.
    public func fits(_ summary: SessionSummary) -> Bool {
        guard queue == nil || summary.queue == queue else { return false }
        return switch assignee {
        case nil: true
        case .no: summary.assignee == nil
        case .agent(let name): summary.assignee == name
        }
    }
}

/// The place of a conversation in the list of those with people: those that no agent has come first, and of both those that
/// were handed over first.
public struct HandoverPlace: Sendable, Hashable, Comparable {
    public var isAssigned: Bool
    public var since: Moment
    public var id: SessionID

    public init(isAssigned: Bool = false, since: Moment, id: SessionID) {
        self.isAssigned = isAssigned
        self.since = since
        self.id = id
    }

    public static func < (left: HandoverPlace, right: HandoverPlace) -> Bool {
        (left.isAssigned ? 1 : 0, left.since, left.id) < (right.isAssigned ? 1 : 0, right.since, right.id)
    }
}

/// How much there is to do for people.
public struct DeskLoad: Sendable, Hashable {
    /// One queue.
    public struct Queue: Sendable, Hashable {
        public var name: String
        /// The number of conversations in it.
        public var conversations: Int
        /// The number of their customers without a first answer.
        public var waiting: Int
        /// Since when the first of those waits.
        public var oldest: Moment?
        /// How long the latest customers have waited for a first answer, the newest first; at most twenty.
        public var waits: [TimeLength]

        public init(
            name: String, conversations: Int = 0, waiting: Int = 0, oldest: Moment? = nil, waits: [TimeLength] = []
        ) {
            self.name = name
            self.conversations = conversations
            self.waiting = waiting
            self.oldest = oldest
            self.waits = waits
        }

        public var longestWait: TimeLength? { waits.max() }

        /// The wait of which as many were longer as were shorter; of an even number, the mean of the two in the middle.
        public var medianWait: TimeLength? {
            guard !waits.isEmpty else { return nil }
            let ordered = waits.map(\.milliseconds).sorted()
            let middle = ordered.count / 2
            guard ordered.count.isMultiple(of: 2) else { return .milliseconds(ordered[middle]) }
            return .milliseconds((ordered[middle - 1] + ordered[middle]) / 2)
        }
    }

    /// An agent, and the number of conversations that the agent has.
    public struct Agent: Sendable, Hashable {
        public var name: String
        public var conversations: Int

        public init(name: String, conversations: Int) {
            self.name = name
            self.conversations = conversations
        }
    }

    /// Queues with conversations or with waits, by name.
    public var queues: [Queue]
    /// Agents with conversations, by name.
    public var agents: [Agent]

    public init(queues: [Queue] = [], agents: [Agent] = []) {
        self.queues = queues
        self.agents = agents
    }
}

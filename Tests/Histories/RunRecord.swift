/// What is known of a run of several servers once all work is done: what the world outside has seen, and what the database
/// holds.
public struct RunRecord: Sendable {
    /// The webhooks that were posted, by all customers.
    public var webhooks: [Webhook] = []
    /// The ids of stored arrivals, and whether the bot has answered each; others were recognized as repetitions.
    public var arrivals: [String: Bool] = [:]
    public var conversations: [Conversation] = []
    /// The marks of sent messages, as the database has seen them.
    public var marks: [Mark] = []
    /// The keys under which the business's own system was called.
    public var keys: [String] = []
    /// What the database should not hold any more: lanes, messages, calls, claims and leases.
    public var leftovers: [String] = []

    public init() {}

    /// A message of a customer, as it was posted until it was acknowledged or given up.
    public struct Webhook: Sendable {
        public var customer: String
        public var id: String
        /// When it was first posted, and when the last answer came, by one monotonic clock.
        public var began: ContinuousClock.Instant
        public var ended: ContinuousClock.Instant
        public var isAcknowledged: Bool

        public init(
            customer: String, id: String, began: ContinuousClock.Instant, ended: ContinuousClock.Instant,
            isAcknowledged: Bool
        ) {
            self.customer = customer
            self.id = id
            self.began = began
            self.ended = ended
            self.isAcknowledged = isAcknowledged
        }
    }

    /// A conversation as it is stored, and what a replay of its history gives.
    public struct Conversation: Sendable {
        public var customer: String
        public var revision: Int
        public var state: String
        public var turns: [Turn]
        /// The ids of messages, in the order in which each first arrived at the device.
        public var arrived: [String]
        /// The state after a replay.
        public var replayedState: String

        public init(
            customer: String, revision: Int, state: String, turns: [Turn], arrived: [String], replayedState: String
        ) {
            self.customer = customer
            self.revision = revision
            self.state = state
            self.turns = turns
            self.arrived = arrived
            self.replayedState = replayedState
        }
    }

    /// An entry of a history.
    public struct Turn: Sendable {
        public var number: Int
        /// The id of the arrival that it answers; `nil` for events from inside.
        public var arrival: String?
        /// The ids of the messages that it sends.
        public var messages: [String]
        /// The ids of the calls that it requests.
        public var calls: [String]
        /// The call whose result it is about.
        public var answered: String?
        /// Its effects, as they are stored and as a replay gives them.
        public var effects: String
        public var replayedEffects: String?

        public init(
            number: Int, arrival: String? = nil, messages: [String] = [], calls: [String] = [], answered: String? = nil,
            effects: String = "", replayedEffects: String? = ""
        ) {
            self.number = number
            self.arrival = arrival
            self.messages = messages
            self.calls = calls
            self.answered = answered
            self.effects = effects
            self.replayedEffects = replayedEffects
        }
    }

    /// The mark of a sent message: who made it, and who held the lane then.
    public struct Mark: Sendable {
        public var session: Int
        public var number: Int
        public var node: String
        public var holder: String
        public var epoch: Int

        public init(session: Int, number: Int, node: String, holder: String, epoch: Int) {
            self.session = session
            self.number = number
            self.node = node
            self.holder = holder
            self.epoch = epoch
        }
    }
}

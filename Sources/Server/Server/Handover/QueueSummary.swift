public import ConversationRuntime
public import Expressions
import FlowEngine
public import FlowModel
public import JSON

/// How much there is to do in each queue of a bot, and whether anyone is there to do it.
public struct QueueSummary: Sendable {
    /// One queue.
    public struct Queue: Sendable {
        public let load: DeskLoad.Queue
        public let address: String?
        public let isOpen: Bool
        /// When it closes, or opens next; `nil` where it never does.
        public let closesAt: Moment?
        public let opensAt: Moment?
    }

    public let queues: [Queue]
    public let load: DeskLoad

    /// - Parameters:
    ///   - load: what is stored.
    ///   - bot: the bot whose queues they are. Those that it no longer has are listed while customers are in them.
    public init(_ load: DeskLoad, of bot: Bot, at now: Moment) {
        self.load = load
        let declared = bot.queues.map { queue in
            let week = queue.week.map { bot.weeks[$0] }
            let isOpen = week?.isOpen(at: now, in: bot.zone) ?? true
            return Queue(
                load: load.queues.first { $0.name == queue.name } ?? DeskLoad.Queue(name: queue.name),
                address: queue.address, isOpen: isOpen,
                closesAt: isOpen ? week?.closes(after: now, in: bot.zone) : nil,
                opensAt: isOpen ? nil : week?.opens(after: now, in: bot.zone))
        }
        let former = load.queues.filter { queue in
            queue.conversations > 0 && !bot.queues.contains { $0.name == queue.name }
        }
        queues =
            declared
            + former.map { Queue(load: $0, address: nil, isOpen: false, closesAt: nil, opensAt: nil) }
    }

    /// The queues, and the agents who have conversations, as JSON.
    public var json: JSONValue {
        [
            "queues": .array(queues.map(\.json)),
            "agents": .array(
                load.agents.map { ["name": .string($0.name), "conversations": .int($0.conversations)] }),
        ]
    }
}

extension QueueSummary.Queue {
    /// The queue as JSON.
    public var json: JSONValue {
        [
            "name": .string(load.name), "address": address.map { .string($0) } ?? .null, "open": .bool(isOpen),
            "closes_at": closesAt.map { .string($0.iso) } ?? .null,
            "opens_at": opensAt.map { .string($0.iso) } ?? .null,
            "conversations": .int(load.conversations), "waiting": .int(load.waiting),
            "oldest_since": load.oldest.map { .string($0.iso) } ?? .null,
            "first_answer_seconds": [
                "longest": load.longestWait.map { .int($0.milliseconds / 1_000) } ?? .null,
                "median": load.medianWait.map { .int($0.milliseconds / 1_000) } ?? .null,
            ],
        ]
    }
}

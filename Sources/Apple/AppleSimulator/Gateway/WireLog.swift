public import Expressions
import Synchronization

/// One exchange on the wire.
public struct WireLogEntry: Sendable {
    /// The number of the entry, starting at 1.
    public internal(set) var number = 0
    public let at: Moment
    public let side: FaultRule.Side
    public var messageID: String?
    public var type: String?
    public var business: BusinessID?
    public var customer: CustomerID?
    /// The status of the response; `nil` when no response arrived.
    public var status: Int?
    /// Why it was refused, or another remark.
    public var reason: String?
    /// Whether the gateway had accepted a message with this id before.
    public var isRepeat = false
    /// The value of the header `auto-reply`.
    public var autoReply: Bool?
    /// The word for the fault that occurred.
    public var fault: String?
    /// The devices that could not show it.
    public var lostOn: [DeviceID] = []
    /// The number of the post of the same webhook, starting at 1.
    public var attempt: Int?

    init(at: Moment, _ side: FaultRule.Side) {
        self.at = at
        self.side = side
    }
}

/// A log of the newest exchanges.
final class WireLog: Sendable {
    private let entries: Mutex<BoundedLog<WireLogEntry>>

    init(memory: MemoryLimits) {
        entries = Mutex(BoundedLog(countLimit: memory.logEntries))
    }

    func add(_ entry: WireLogEntry) {
        entries.withLock { entries in
            var numbered = entry
            numbered.number = entries.lastNumber + 1
            entries.append(numbered)
        }
    }

    func entries(after number: Int) -> [WireLogEntry] {
        entries.withLock { Array($0.elements(after: number)) }
    }

    /// Removes all entries; numbers continue.
    func clear() { entries.withLock { $0.removeAll() } }
}

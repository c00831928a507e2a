public import Expressions
import Synchronization

/// One exchange on the wire.
public struct WireLogEntry: Sendable {
    /// Counts from 1.
    public internal(set) var number = 0
    public let at: Moment
    public let side: FaultRule.Side
    public var messageID: String?
    public var type: String?
    public var business: BusinessID?
    public var customer: CustomerID?
    /// What was answered; `nil` when no answer came through.
    public var status: Int?
    /// Why it was refused, or what else is to be said about it.
    public var reason: String?
    /// Whether the gateway had taken a message of this id before.
    public var isRepeat = false
    /// What the header `auto-reply` said.
    public var autoReply: Bool?
    /// The word of the fault that struck.
    public var fault: String?
    /// Devices that could not show it.
    public var lostOn: [DeviceID] = []
    /// Which post of the same webhook this was, from 1.
    public var attempt: Int?

    init(at: Moment, _ side: FaultRule.Side) {
        self.at = at
        self.side = side
    }
}

/// The newest exchanges.
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

    /// Forgets what it has; numbers go on.
    func clear() { entries.withLock { $0.removeAll() } }
}

import Concurrency
import Expressions
import Synchronization

/// One customer of one business, on any number of devices.
final class Customer: Sendable {
    private struct State {
        var hasClosed = false
        var devices: [Device] = []
        var taken = TakenMessages(limit: 1000)
    }

    let id: CustomerID
    let business: BusinessID
    /// The number of messages posted to the business, whatever their outcome.
    let posted = Watched(0)
    private let state = Mutex(State())

    init(id: CustomerID, business: BusinessID) {
        self.id = id
        self.business = business
    }

    /// Whether the customer has deleted the conversation and not written since.
    var hasClosed: Bool { state.withLock { $0.hasClosed } }

    var hasDevices: Bool { state.withLock { !$0.devices.isEmpty } }

    func close() { state.withLock { $0.hasClosed = true } }

    /// Reopens a closed conversation when the customer writes.
    func reopen() { state.withLock { $0.hasClosed = false } }

    func add(_ device: Device) { state.withLock { $0.devices.append(device) } }

    /// Returns another device of the customer.
    func device(besides device: Device) -> Device? { state.withLock { $0.devices.first { $0 !== device } } }

    func remove(_ device: Device) { state.withLock { $0.devices.removeAll { $0 === device } } }

    /// Passes a message to every device, in the same order to each, and only once even if it is sent repeatedly.
    func take(
        _ message: GatewayMessage, _ files: [TranscriptFile], body: [UInt8], at moment: Moment
    ) -> Taking {
        state.withLock { state in
            if state.hasClosed { return .closed }
            switch state.taken.note(message.id, content: body.hashValue) {
            case .new: break
            case .same: return .repeated(differs: false)
            case .different: return .repeated(differs: true)
            }
            let lost = state.devices.filter { !$0.receive(message, files, body: body, at: moment) }
            return .taken(lostOn: lost.map(\.description.id))
        }
    }

    enum Taking: Sendable {
        case taken(lostOn: [DeviceID])
        /// The message arrived before; `differs` when its content was different then.
        case repeated(differs: Bool)
        case closed
    }
}

/// The ids of the latest messages to a customer, each with a hash of its content.
struct TakenMessages: Sendable {
    enum Note: Sendable, Equatable {
        case new, same, different
    }

    private let limit: Int
    private var contents: [String: Int] = [:]
    private var order: [String] = []
    private var oldest = 0

    init(limit: Int) { self.limit = limit }

    mutating func note(_ id: String, content: Int) -> Note {
        if let known = contents[id] { return known == content ? .same : .different }
        contents[id] = content
        if order.count < limit {
            order.append(id)
        } else {
            contents[order[oldest]] = nil
            order[oldest] = id
            oldest = (oldest + 1) % limit
        }
        return .new
    }
}

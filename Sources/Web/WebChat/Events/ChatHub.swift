import ConversationRuntime
import Synchronization

/// The registry of listening streams, which wakes them.
///
/// A woken stream reads the changes itself. It therefore needs no queue, however slow its reader is, and repeated
/// changes of one thing are reported once, in their latest state.
public final class ChatHub: Sendable {
    private struct State {
        var streams: [String: [ChatStream]] = [:]
        /// The number of streams by address.
        var addresses: [String: Int] = [:]
        var isClosed = false

        /// All streams, always in the same order.
        var all: [ChatStream] { streams.sorted { $0.key < $1.key }.flatMap(\.value) }
    }

    private let state = Mutex(State())
    /// The maximum number of streams of one customer.
    private static let most = 10
    /// The maximum number of streams from one address, which a whole building may share.
    private static let mostFromAddress = 500

    /// Passes on that something has changed for customers, whose streams may be on other servers.
    private let passOn: @Sendable ([String]) -> Void

    /// - Parameter passOn: called with the customers for whom something has changed.
    public init(passingOn passOn: @escaping @Sendable ([String]) -> Void = { _ in }) { self.passOn = passOn }

    /// The number of open streams.
    public var count: Int { state.withLock { $0.streams.values.reduce(0) { $0 + $1.count } } }

    /// Sends an event that is not stored to the listening customers.
    public func announce(_ event: ChatEvent, to customers: some Sequence<String>) {
        for stream in streams(of: customers) { stream.pass(event) }
    }

    func open(for customer: String, from address: String) throws(ChatRefusal) -> ChatStream {
        let stream = ChatStream(of: customer, from: address)
        let isOpen = state.withLock { state in
            guard !state.isClosed, state.streams[customer, default: []].count < Self.most,
                state.addresses[address, default: 0] < Self.mostFromAddress
            else { return false }
            state.streams[customer, default: []].append(stream)
            state.addresses[address, default: 0] += 1
            return true
        }
        guard isOpen else { throw ChatRefusal(.tooOften(seconds: 5), "too many open event streams; close one") }
        return stream
    }

    func close(_ stream: ChatStream) {
        state.withLock { state in
            guard let place = state.streams[stream.customer]?.firstIndex(where: { $0 === stream }) else { return }
            state.streams[stream.customer]?.remove(at: place)
            if state.streams[stream.customer]?.isEmpty ?? false { state.streams[stream.customer] = nil }
            state.addresses[stream.address, default: 0] -= 1
            if state.addresses[stream.address] == 0 { state.addresses[stream.address] = nil }
        }
        stream.end()
    }

    /// Wakes the participants of a conversation after a change, including those who have just left it.
    func wake(_ conversation: ChatConversation) {
        let customers = conversation.participants.map(\.id)
        for stream in streams(of: customers) { stream.wake() }
        passOn(customers)
    }

    /// Wakes the streams of a customer for whom something has changed on another server.
    func wake(customer: String) {
        for stream in streams(of: [customer]) { stream.wake() }
    }

    /// Has all streams look for changes.
    func wakeAll() {
        for stream in state.withLock(\.all) { stream.wake() }
    }

    /// Has all streams send a heartbeat.
    func beat() {
        for stream in state.withLock(\.all) { stream.beat() }
    }

    /// Ends the streams of a customer.
    func end(of customer: String) { for stream in streams(of: [customer]) { stream.end() } }

    /// Ends all streams and refuses new ones.
    func endAll() {
        let streams = state.withLock { state in
            state.isClosed = true
            return state.all
        }
        for stream in streams { stream.end() }
    }

    private func streams(of customers: some Sequence<String>) -> [ChatStream] {
        state.withLock { state in customers.flatMap { state.streams[$0] ?? [] } }
    }
}

import ConversationRuntime
import Synchronization

/// Knows who listens, and wakes them.
///
/// A stream that is woken reads for itself what has changed. So it needs no queue, however slow its reader is, and what happens
/// meanwhile several times is told once, as it stands.
public final class ChatHub: Sendable {
    private struct State {
        var streams: [String: [ChatStream]] = [:]
        /// How many there are from each address.
        var addresses: [String: Int] = [:]
        var isClosed = false

        /// All streams, always in the same order.
        var all: [ChatStream] { streams.sorted { $0.key < $1.key }.flatMap(\.value) }
    }

    private let state = Mutex(State())
    /// Streams of one customer.
    private static let most = 10
    /// Streams from one address, behind which may be a whole house.
    private static let mostFromAddress = 500

    public init() {}

    /// How many streams are open.
    public var count: Int { state.withLock { $0.streams.values.reduce(0) { $0 + $1.count } } }

    /// Something that is not kept, for whoever listens.
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
        guard isOpen else { throw ChatRefusal(.tooOften(seconds: 5), "there are too many streams of events already") }
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

    /// Something has changed in a conversation. Those who have just left it are woken as well.
    func wake(_ conversation: ChatConversation) {
        for stream in streams(of: conversation.participants.lazy.map(\.id)) { stream.wake() }
    }

    /// Has every stream say that it is alive.
    func beat() {
        for stream in state.withLock(\.all) { stream.beat() }
    }

    /// Ends the streams of a customer.
    func end(of customer: String) { for stream in streams(of: [customer]) { stream.end() } }

    /// Ends all streams, and lets nobody in any more.
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

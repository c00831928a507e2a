import AppleSimulator
import Expressions
import Synchronization

/// A customer who books a haircut with the sample bot, whatever happens to the server and the network in the meantime.
struct BookingCustomer: Sendable {
    let simulator: AppleSimulator
    let device: DeviceID
    let isOld: Bool
    /// Called whenever the customer has received what they waited for.
    private let seen: @Sendable () -> Void
    /// What the customer has posted.
    let posted = PostLog()

    /// A customer's posts, in order.
    final class PostLog: Sendable {
        struct Post: Sendable {
            let id: String
            let began: ContinuousClock.Instant
            let ended: ContinuousClock.Instant
            let isAcknowledged: Bool
        }

        private let posts = Mutex<[Post]>([])

        var all: [Post] { posts.withLock { $0 } }

        fileprivate func add(_ post: Post) { posts.withLock { $0.append(post) } }
    }

    private func post(_ act: () async throws -> WebhookOutcome) async throws {
        let began = ContinuousClock.now
        let outcome = try await act()
        posted.add(
            PostLog.Post(
                id: outcome.messageID, began: began, ended: .now, isAcknowledged: outcome.isDelivered))
    }

    init(_ simulator: AppleSimulator, isOld: Bool, seen: @escaping @Sendable () -> Void) throws {
        self.seen = seen
        self.simulator = simulator
        self.isOld = isOld
        device = try simulator.createDevice(DeviceDescription(isOld ? .oldIPhone : .iphone, business: World.business))
            .id
    }

    /// The number of calls of `seen` by `book`.
    static let sights = 5

    /// Books, waiting for each question before answering it.
    func book() async throws {
        try await post { try await simulator.send(text: "Hello", from: device) }
        if isOld {
            for (shown, answer) in [(2, "1"), (3, "wash and cut"), (4, "1"), (5, "yes please")] {
                try await see(shown)
                try await post { try await simulator.send(text: answer, from: device) }
            }
            try await see(7)
        } else {
            try await see(3)
            try await post { try await simulator.tap(["Book a chair"], from: device) }
            try await see(4)
            try await post { try await simulator.tap(["Wash and cut"], from: device) }
            try await see(5)
            try await post { try await simulator.pick(.first, from: device) }
            try await see(7)
            try await post { try await simulator.tap(["Yes please"], from: device) }
            try await see(9)
        }
    }

    /// Waits until the first `count` messages of the flow have arrived. On a busy machine there may be others between them:
    /// responses to repeated taps that came late.
    private func see(_ count: Int) async throws {
        var messages = try await simulator.messages(of: device)
        while arrived(messages) < count {
            let last = messages.last?.number ?? 0
            messages += try await simulator.messages(of: device, after: last, wait: .seconds(60))
        }
        seen()
    }

    /// How many of the flow's messages are among these, in order.
    private func arrived(_ messages: [TranscriptEntry]) -> Int {
        var count = 0
        for entry in messages where count < expected.count && entry.shown.hasPrefix(expected[count]) { count += 1 }
        return count
    }

    /// The flow's messages in order, by kind and beginning.
    var expected: [String] {
        let notice = "text: You are writing with"
        let ends = ["text: Booked! Wash and cut", "text: You find us at"]
        if isOld {
            let questions = ["Hello! What can", "What would you like", "When should we", "Wash and cut on"]
            return [notice] + questions.map { "text: \($0)" } + ends
        }
        return [
            notice, "text: Hello! What can", "quick-reply", "list-picker", "time-picker", "text: Wash and cut on",
            "quick-reply",
        ] + ends
    }

    /// The customer's opaque id.
    var name: String {
        get throws { try simulator.device(device).customer.text }
    }

    /// The ids of the messages that have arrived, in order.
    var received: [String] {
        get async throws { try await simulator.messages(of: device).filter(\.isReceived).map(\.messageID) }
    }

    /// Returns what the device shows.
    func shown() async throws -> [String] {
        try await simulator.messages(of: device).map(\.shown)
    }

    /// Removes the responses to repeated taps that came so late that they rightly counted as taps on an old bubble: the
    /// text that says so, and the repeated open question. Returns whether there were any.
    func forgetLateTaps(in shown: inout [String]) -> Bool {
        var found = false
        while let said = shown.firstIndex(of: "text: That question is no longer open.") {
            let repeated = [2, 1].first { length in
                said >= length && said + length < shown.count
                    && shown[said - length..<said] == shown[said + 1...said + length]
            }
            guard let repeated else { break }
            shown.removeSubrange(said...said + repeated)
            found = true
        }
        return found
    }
}

extension TranscriptEntry {
    /// The kind of the message, and a text with its words.
    fileprivate var shown: String {
        if case .received(.text(let text)) = content { "text: \(text)" } else { kind }
    }
}

import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Logging
import MessageModel
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport

/// A conversation of five events, from arrivals to messages that have left the outbox.
struct ConversationCost {
    func perform(_ times: Int) async throws {
        let flow = try FourQuestions()
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("usher.sqlite"))
        let logger = Logger(label: "costs") { _ in SwiftLogNoOpLogHandler() }
        let phone = Phone()
        let conversations = Conversations(
            engine: Current(always: flow.engine), store: database.sessions, channels: [phone], clock: StandingClock(),
            logger: logger)
        let service = ConversationService(
            conversations, store: database.sessions, clock: StandingClock(), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            for number in 0..<times { try await converse(number, with: conversations, phone) }
            group.cancelAll()
        }
    }

    /// Answers the four questions.
    private func converse(_ number: Int, with conversations: Conversations, _ phone: Phone) async throws {
        let answers: [@Sendable (Message?) -> Heard] = [
            { _ in .text("Hello") }, { .choice(Selection(question: $0?.question, ids: ["Wheels"])) },
            { .choice(Selection(question: $0?.question, ids: ["Repair"])) },
            { .choice(Selection(question: $0?.question, ids: [$0?.firstSlot ?? ""])) },
            { .choice(Selection(question: $0?.question, ids: ["Yes"])) },
        ]
        for (index, answer) in answers.enumerated() {
            let arrival = Arrival(
                conversation: FourQuestions.conversation(number), id: "arrival-\(number)-\(index)",
                at: FourQuestions.tenOClock, content: .heard(answer(phone.last)),
                capabilities: FourQuestions.device.capabilities, locale: "en_US")
            guard try await conversations.receive(arrival) == .accepted else { throw Unexpected("it was ignored") }
            await conversations.untilSent()
        }
        guard case .text(let text)? = phone.last, text.contains("Booked") else {
            throw Unexpected("the conversation has not come to its end")
        }
    }
}

/// Takes every message, and remembers the last one.
private final class Phone: Channel {
    let name = "apple"
    private let received = Mutex<Message?>(nil)

    var last: Message? { received.withLock { $0 } }

    func deliver(_ delivery: Delivery) async throws(DeliveryFailure) { received.withLock { $0 = delivery.message } }
}

extension Message {
    /// The id of the first time that it offers.
    fileprivate var firstSlot: String? {
        if case .times(let times) = self { times.slots.first?.id } else { nil }
    }
}

import Channels
import ConversationRuntime
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import FlowPublishing
import Forecasts
import MessageModel
import Synchronization
import TestSupport
import Testing

@testable import Server

/// A dry run over more customers than fit into one page.
@Suite struct DryRunTests {
    private static let customers = 2_700

    @Test(arguments: [1, 2, 3]) func `everybody comes once, in their order, and each is read once`(
        width: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let sources = try NumberedShop(number: 1).sources(in: folder)
        let bot = try #require(sources.compile(isStrict: false, now: Moment(seconds: 0)).bot)
        let store = try ManyCustomers(of: bot, count: Self.customers)
        let seen = Mutex<[Int]>([])
        var order: [Int] = []
        let report = try await DryRun(of: bot, inPlaceOf: bot, store: store, width: width).run(
            each: { customer, _ in order.append(customer.session) },
            { progress in
                guard case .playing(let count, of: Self.customers) = progress else { return }
                seen.withLock { $0.append(count) }
            })
        #expect(report.customers == Self.customers && report.count(of: .keeps) == Self.customers)
        #expect(order == Array(1...Self.customers))
        #expect(store.rowsRead == Self.customers)
        let counts = seen.withLock { $0 }
        #expect(counts == counts.sorted() && counts.last == Self.customers)
    }
}

/// A store in which all customers have said hello.
private final class ManyCustomers: CopyingStore, SessionCopy {
    private let sessions: [StoredSession]
    private let rows = Mutex(0)

    var rowsRead: Int { rows.withLock { $0 } }

    init(of bot: Bot, count: Int) throws {
        let engine = Engine(bot)
        let now = SystemClock().now
        sessions = try (1...count).map { number in
            let event = Event(
                .heard(.text("hello"), bubble: nil), at: now - .minutes(number % 60),
                seed: Seed(high: 1, low: UInt64(number)),
                sender: Event.Sender(customer: "c\(number)", device: Device(channel: .apple, capabilities: [.quick])))
            guard case .turn(let turn) = try engine.advance(nil, on: event) else { throw EngineError.noConversation }
            return StoredSession(
                id: SessionID(Int64(number)),
                conversation: ConversationKey(channel: "apple", customer: "c\(number)", business: "b"), revision: 1,
                session: turn.session)
        }
    }

    func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy { self }

    func waitingCount() async throws -> Int { sessions.count }

    func waiting(after session: SessionID?, limit: Int) async throws -> [CopiedSession] {
        let page = sessions.filter { $0.id.number > session?.number ?? 0 }.prefix(limit)
        rows.withLock { $0 += page.count }
        return page.map { .session($0) }
    }

    func pageEnds(every size: Int) async throws -> [SessionID] {
        sessions.enumerated().filter { ($0.offset + 1).isMultiple(of: size) }.map(\.element.id)
    }

    func remove() {}
}

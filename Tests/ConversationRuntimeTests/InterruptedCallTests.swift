import Channels
import Concurrency
import ConversationRuntime
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import InMemoryStores
import Logging
import MessageModel
import SQLStorage
import SQLiteStorage
import ServiceLifecycle
import Testing

/// A call stays in the store until its result has been committed.
@Suite struct InterruptedCallTests {
    @Test func `a call that fails because the server ends is made again by the next run, under the same key`()
        async throws
    {
        let store: any SessionStore = InMemorySessionStore()
        let first = StoppedCaller(outcome: .failed("unreachable"))
        try await run(store, first) { stop in
            await first.begun()
            await stop()
        }
        let left = try await store.calls(after: nil, limit: 9)
        #expect(left.count == 1)

        let second = StoppedCaller(outcome: .gave(Fields()), waits: false)
        try await run(store, second, arrives: false) { stop in
            let call = await second.begun()
            #expect(call?.key == left.first?.request.id)
            #expect(call?.inputs == Fields([("word", .text("now"))]))
            await stop()
        }
        #expect(try await store.calls(after: nil, limit: 9).isEmpty)
        #expect(try await store.session(of: Self.conversation)?.session.status == .ended)
    }

    @Test(arguments: 1...3) func `a call is kept over as many stops as there are`(stops: Int) async throws {
        let store: any SessionStore = InMemorySessionStore()
        var keys: Set<String?> = []
        for stop in 1...stops {
            let caller = StoppedCaller(outcome: .failed("timeout"))
            try await run(store, caller, arrives: stop == 1) { stop in
                keys.insert(await caller.begun()?.key)
                await stop()
            }
        }
        #expect(keys.count == 1)
        #expect(try await store.calls(after: nil, limit: 9).count == 1)
        #expect(try await store.session(of: Self.conversation)?.session.status == .calling)
    }

    @Test func `a call that ends well while the server ends is over`() async throws {
        let store: any SessionStore = InMemorySessionStore()
        let caller = StoppedCaller(outcome: .gave(Fields()))
        try await run(store, caller) { stop in
            await caller.begun()
            await stop()
        }
        #expect(try await store.calls(after: nil, limit: 9).isEmpty)
        #expect(try await store.session(of: Self.conversation)?.session.status == .ended)
    }

    @Test func `a call whose server is gone is made by another when its claim has run out, under the same key`()
        async throws
    {
        let path = EarlierDatabase.place()
        let database = try SQLiteDatabase(path: path)
        let beside = try SQLiteDatabase(path: path, isOwner: false)
        let start = Moment(seconds: 1_796_115_600)
        let clock = TurnableClock(standingAt: start)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        // It accepts the message, and ends before it calls.
        let gone = Conversations(
            engine: Current(always: try engine()), store: database.sessions, channels: [], clock: clock, logger: logger,
            server: "one")
        _ = try await gone.receive(
            Arrival(
                conversation: Self.conversation, id: "m1", at: clock.now, content: .heard(.text("hello")),
                capabilities: [.quick, .list, .time]))
        let left = try #require(try await beside.sessions.calls(after: nil, limit: 9).first)
        let caller = StoppedCaller(outcome: .gave(Fields()), waits: false)
        let other = Conversations(
            engine: Current(always: try engine()), store: beside.sessions, channels: [], caller: caller, clock: clock,
            logger: logger, server: "two")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await ConversationService(other, store: beside.sessions, clock: clock, logger: logger).run()
            }
            defer { group.cancelAll() }
            while try await !beside.sessions.calls(after: nil, limit: 1).isEmpty {
                clock.turn(by: .milliseconds(500))
                for _ in 0..<50 { await Task.yield() }
            }
        }
        #expect(await caller.begun()?.key == left.request.id)
        #expect(clock.now >= start + .seconds(30), "it was left alone while the claim lasted")
        #expect(try await database.sessions.session(of: Self.conversation)?.session.status == .ended)
    }

    private static let conversation = ConversationKey(channel: "apple", customer: "ana", business: "shop")

    /// Runs a server from its start to its end.
    ///
    /// - Parameter arrives: whether the customer writes, so that the flow calls.
    private func run(
        _ store: any SessionStore, _ caller: StoppedCaller, arrives: Bool = true,
        _ work: (_ stop: () async -> Void) async throws -> Void
    ) async throws {
        let clock = TurnableClock(standingAt: Moment(seconds: 1_796_115_600))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let conversations = Conversations(
            engine: Current(always: try engine()), store: store, channels: [], caller: caller, clock: clock,
            logger: logger)
        let group = ServiceGroup(
            services: [ConversationService(conversations, store: store, clock: clock, logger: logger)],
            gracefulShutdownSignals: [], logger: logger)
        async let running: Void = group.run()
        if arrives {
            let receipt = try await conversations.receive(
                Arrival(
                    conversation: Self.conversation, id: "m1", at: clock.now, content: .heard(.text("hello")),
                    capabilities: [.quick, .list, .time]))
            #expect(receipt == .accepted)
        }
        try await work { await group.triggerGracefulShutdown() }
        try await running
    }

    private func engine() throws -> Engine {
        let texts = [
            "bot": """
            bot: Shop
            zone: Europe/Berlin
            start: main
            anywhere:
              agent, help, support: main/person
            people:
              desk:
            """,
            "main": """
            flow: main
            start: act
            steps:
              act:
                call: act
                using:
                  word: now
                then: end
                if_failed: person
              person:
                hand_over: desk
            """,
        ].map { SourceFile(path: "Flows/\($0.key).yaml", text: $0.value + "\n") }
        let actions = """
            actions:
              act:
                swift: Act
                takes:
                  word: text
                examples:
                  good:
            """
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: texts.sorted { $0.path < $1.path },
                actions: SourceFile(path: "Config/actions.yaml", text: actions + "\n"), assets: [:], version: "1"),
            options: CompilerOptions(now: Moment(seconds: 1_796_115_600)))
        return Engine(try #require(compilation.bot, "\(compilation.report.text())"))
    }
}

/// Answers calls, optionally only once the server ends.
private final class StoppedCaller: ActionCaller {
    private let outcome: ActionOutcome
    private let waits: Bool
    private let calls = AsyncStream.makeStream(of: ActionCall.self)

    init(outcome: ActionOutcome, waits: Bool = true) {
        self.outcome = outcome
        self.waits = waits
    }

    /// Waits until a call has begun.
    @discardableResult
    func begun() async -> ActionCall? { await calls.stream.first { _ in true } }

    func call(_ call: ActionCall) async -> ActionOutcome {
        calls.continuation.yield(call)
        if waits { try? await gracefulShutdown() }
        return outcome
    }
}

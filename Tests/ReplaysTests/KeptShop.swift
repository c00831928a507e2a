import Channels
import Concurrency
import Databases
import Expressions
import FlowEngine
import FlowModel
import FlowPublishing
import JSON
import Logging
import MessageModel
import Replays
import SQLStorage
import SQLiteStorage
import TestShops
import TestSupport
import Testing

@testable import ConversationRuntime

/// A shop in whose database conversations are kept, as its server keeps them.
struct KeptShop {

    static let flow = """
        flow: shop
        start: colour
        steps:
          colour:
            ask: Which colour?
            answers:
              Red: size
              Blue: size
              Other: people/desk
          size:
            ask: Which size?
            answers: [Large, Small]
            then: wrap
          wrap:
            ask: As a present?
            answers: [Yes please, No thanks]
            then: pin
          pin:
            ask: Your number, please.
            text: one line
            private: yes
            then: order
          order:
            call: order
            using:
              colour: {colour}
            then: done
          done:
            say: Ordered under {order.code}, {pin}.
            then: end

        """

    private static let actions = """
        hosts: [api.shop.example]
        records:
          gift:
            name: text
        actions:
          order:
            post: https://api.shop.example/order
            takes:
              colour: text
            gives:
              code: text
            examples:
              ordered:
                code: HB-1
          gifts:
            get: https://api.shop.example/gifts
            gives:
              gifts: list of gift
            private: [gifts]
            examples:
              one:
                gifts:
                  - name: Lamp
          price:
            get: https://api.shop.example/price
            gives:
              price: text
            examples:
              cheap:
                price: ten

        """

    /// Returns the shop with changes to its flow.
    static func bot(_ changes: [(String, String)] = []) throws -> Bot {
        let text = changes.reduce(flow) { text, change in
            #expect(text.contains(change.0), "\(change.0)")
            return text.replacing(change.0, with: change.1)
        }
        return try ShopProject.bot(
            text, whenSilent: "  say: Good bye.\n  then: end\n", actions: actions, version: changes.isEmpty ? "1" : "2")
    }

    let database: SQLiteDatabase
    private let folder: TemporaryFolder
    private let clock = TurnableClock(standingAt: ShopProject.tenOClock)
    private let conversations: Conversations

    /// - Parameter changes: what differs in the flow on which conversations are held.
    init(_ changes: [(String, String)] = [], key: StorageKey? = StorageKey.random()) throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.file("usher.sqlite"), key: key)
        conversations = Conversations(
            engine: Current(always: Engine(try Self.bot(changes))), store: database.sessions, channels: [],
            clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    var now: Moment { clock.now }

    /// Opens the same database without the key.
    func withoutKey() throws -> SQLiteDatabase {
        try SQLiteDatabase(path: folder.file("usher.sqlite"), isOwner: false, key: nil)
    }

    /// The history of a customer, as the database has it.
    func history(of customer: String) async throws -> [HistoryEntry] {
        let key = ConversationKey(channel: "apple", customer: customer, business: "shop")
        let stored = try #require(try await database.sessions.session(of: key))
        return try await database.sessions.history(of: stored.id)
    }

    /// Changes the database as a statement says.
    func change(_ statement: String) async throws {
        try await database.perform { try $0.execute(sql: statement) }
    }

    /// Plays the lines of a customer: `you:`, `tap:`, `wait:` in minutes, `call:` with the code that it gives,
    /// `gift:` with the only one that a call gives, `person:`.
    func play(_ customer: String, _ lines: String...) async throws {
        let key = ConversationKey(channel: "apple", customer: customer, business: "shop")
        for line in lines {
            let words = line.split(separator: ": ", maxSplits: 1).map(String.init)
            let session = try await database.sessions.session(of: key)?.session
            switch words[0] {
            case "you": try await hear(.text(words[1]), in: key)
            case "tap":
                let asked = try #require(session?.open?.asked)
                guard case .choice(let choice) = asked.kind else { throw LineError(line: line) }
                let option = try #require(choice.options.first { $0.label == words[1] }, "\(line)")
                try await hear(.choice(Selection(question: asked.id, ids: [option.choice.id])), in: key)
            case "call" where words[1] == "fails": try await hearBack(.failed("unreachable"), in: key)
            case "call": try await hearBack(.gave(Fields([("code", .text(words[1]))])), in: key)
            case "gift":
                let gift = Value.record(Fields([("name", .text(words[1]))]))
                try await hearBack(.gave(Fields([("gifts", .list([gift]))])), in: key)
            case "person": _ = try await conversations.giveBack(key)
            case "wait": try await wait(.minutes(try #require(Int(words[1]))))
            default: throw LineError(line: line)
            }
        }
    }

    /// Lets time pass for all customers.
    func wait(_ length: TimeLength) async throws {
        let end = clock.now + length
        while let next = try await database.sessions.nextTimer(), next <= end {
            clock.turn(by: max(.zero, next - clock.now))
            for timer in try await database.sessions.dueTimers(at: clock.now, limit: 99) {
                try await conversations.wake(timer)
            }
        }
        clock.turn(by: end - clock.now)
    }

    private func hearBack(_ outcome: ActionOutcome, in key: ConversationKey) async throws {
        let calls = try await database.sessions.calls(after: nil, limit: 99)
        try await conversations.hearBack(from: try #require(calls.first { $0.conversation == key }), outcome)
    }

    private func hear(_ heard: Heard, in key: ConversationKey) async throws {
        clock.turn(by: .seconds(1))
        _ = try await conversations.receive(
            Arrival(
                conversation: key, id: "m\(clock.now.milliseconds)-\(key.customer)", at: clock.now,
                content: .heard(heard), capabilities: Capabilities(list: "QUICK,LIST,TIME")))
    }

    /// Plays what is kept on the shop with changes to its flow.
    func replay(
        _ changes: [(String, String)] = [], _ selection: ReplayRun.Selection = ReplayRun.Selection(),
        comparesTexts: Bool = false, in other: SQLiteDatabase? = nil
    ) async throws -> ReplayReport {
        let database = other ?? database
        return try await ReplayRun(
            of: try Self.bot(changes), selection, comparesTexts: comparesTexts, sessions: database.sessions,
            operators: database.operators
        ).run(at: now)
    }
}

private struct LineError: Error { let line: String }

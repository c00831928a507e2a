import Channels
import Concurrency
import ConversationRuntime
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Foundation
import JSON
import Logging
import MessageModel
import SQLStorage
import SQLiteStorage

/// A folder with a database in which a customer has talked, for the commands of operators.
final class OperatedProject {
    /// Monday, 2 March 2026, 10:00 in Berlin.
    private static let tenOClock = Moment(seconds: 1_772_442_000)

    let folder = FileManager.default.temporaryDirectory.appending(path: "usher-operated-\(UUID().uuidString)")
    private let key = StorageKey.random()
    private let ana = ConversationKey(channel: "apple", customer: "ana", business: "shop")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var database: String { folder.appending(path: "data/usher.sqlite").path }

    func run(_ arguments: String...) async throws -> Program.Result { try await Program.run(arguments, in: folder) }

    /// Ana says hello, and then something unexpected. No message is sent.
    ///
    /// - Parameter moment: when; so long ago, if left out, that the conversation has expired.
    func talk(_ second: String = "green", _ third: String? = nil, at moment: Moment = OperatedProject.tenOClock)
        async throws
    {
        let conversations = Conversations(
            engine: Current(always: Engine(try Self.bot())), store: try SQLiteDatabase(path: database).sessions,
            channels: [],
            clock: TurnableClock(standingAt: moment),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for (number, words) in ["hello", second, third].compactMap({ $0 }).enumerated() {
            _ = try await conversations.receive(
                Arrival(
                    conversation: ana, id: "m\(number)", at: moment, content: .heard(.text(words)),
                    capabilities: Capabilities(list: "QUICK")))
        }
    }

    /// A message to Ana is given up.
    func loseMessage() async throws {
        let store = try SQLiteDatabase(path: database).sessions
        var record = TurnRecord(
            conversation: ana, replaces: try await store.session(of: ana), version: "1", at: Self.tenOClock)
        record.deadLetter = DeadLetter(
            kind: .delivery, conversation: ana, at: Self.tenOClock, reason: "no such device",
            content: ["id": "lost", "turn": 1, "message": Message.text("Which?").json])
        _ = try await store.commit(record)
    }

    /// Ana sends a photo.
    func sendPhoto(_ bytes: String) async throws {
        let store = try SQLiteDatabase(path: database).content
        let path = store.workFolder + "/photo"
        try Data(bytes.utf8).write(to: URL(filePath: path))
        _ = try await store.keep(
            NewContent(
                id: "photo", conversation: ana, name: "bike.jpg", kind: "image/jpeg", storedAt: Self.tenOClock,
                expiresAt: Self.tenOClock + .days(30)), from: path)
    }

    /// Ana has booked.
    func keepRow(_ service: String) async throws {
        let database = try SQLiteDatabase(path: database, key: key)
        let stored = try await database.sessions.session(of: ana)
        guard let stored else { return }
        var record = TurnRecord(conversation: ana, replaces: stored, version: "1", at: Self.tenOClock)
        let id = "call-\(stored.revision)"
        record.turn = Turn(
            session: stored.session,
            effects: [.call(CallRequest(id: id, action: "keep bookings", inputs: Fields()))])
        _ = try await database.sessions.commit(record)
        let table = ResultTable(
            name: "bookings", fields: [.init("service", .text), .init("phone", .text)], privateFields: ["phone"])
        _ = try await database.results.keep(
            NewResult(
                id: id, table: table, conversation: ana,
                fields: Fields([("service", .text(service)), ("phone", .text("0861234567"))]), at: Self.tenOClock,
                ways: []))
    }

    /// Ana was asked to pay, and has declined.
    func askForMoney() async throws {
        let store = try SQLiteDatabase(path: database).payments
        guard let euro = Currency("EUR") else { return }
        let amount = Money(Decimal(6399) / 100, euro)
        try await store.open(
            NewPayment(
                conversation: ana, question: "q-1", merchant: "fish", amount: amount,
                items: [Payment.Item(label: "Halibut", amount: amount)], at: Self.tenOClock,
                expiresAt: Self.tenOClock + .minutes(5)), under: "key",
            PaymentEntry(.opened, at: Self.tenOClock, amount.text))
        let payment = try await store.payment(of: "q-1", in: ana)
        try await store.settle(payment?.id ?? PaymentID(0), as: .cancelled, isUnclaimed: false, at: Self.tenOClock)
    }

    /// Writes the flows to a folder.
    ///
    /// - Parameter main: replaces the main flow.
    /// - Returns: the folder `Flows` in it.
    @discardableResult static func write(main: String? = nil, in folder: URL) throws -> URL {
        let place = folder.appending(path: "Flows")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        var files = flows
        if let main { files["main"] = main }
        for (name, text) in files {
            try Data((text + "\n").utf8).write(to: place.appending(path: "\(name).yaml"))
        }
        return place
    }

    /// The files of a bot that asks for a colour, by name.
    static let flows = [
        "bot": """
        bot: Test Bot
        zone: Europe/Berlin
        start: main
        anywhere:
          agent, help, support: people/desk
        people:
          desk:
        """,
        "main": """
        flow: main
        start: first
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: end
            if_silent:
              after: 10 minutes
              then: end
            if_other:
              say: Sorry?
              tries: 2
              then: people/desk
            if_failed: people/desk
        """,
        "people": "flow: people\nstart: desk\nsteps:\n  desk:\n    hand_over: desk\n    then: end",
    ]

    private static func bot() throws -> Bot {
        let texts = flows.sorted { $0.key < $1.key }.map {
            SourceFile(path: "Flows/\($0.key).yaml", text: $0.value + "\n")
        }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, assets: [:], version: "1"), options: CompilerOptions(now: tenOClock))
        guard let bot = compilation.bot else { throw ProgramFailure(compilation.report.text()) }
        return bot
    }
}

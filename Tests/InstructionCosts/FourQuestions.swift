import Channels
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import MessageModel
import Projects

/// The conversation of the load generator: `Benchmarks/Flows`.
struct FourQuestions {
    /// Monday, 2 March 2026, 10:00 in Berlin.
    static let tenOClock = Moment(seconds: 1_772_442_000)
    static let business = "b7d1c0de-0000-4000-8000-000000000001"

    let engine: Engine

    /// - Throws: when the flows do not compile; they are found from the folder of the project.
    init() throws {
        let files = try ProjectFolder(at: "Benchmarks").files()
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Self.tenOClock))
        guard let bot = compilation.bot else { throw Unexpected(compilation.report.text()) }
        engine = Engine(bot)
    }

    static func conversation(_ number: Int) -> ConversationKey {
        ConversationKey(
            channel: "apple",
            customer: "urn:mbid:AQAAY-a-customer-with-an-opaque-id-as-long-as-those-of-apple-\(number)/+=",
            business: business)
    }

    static let device = Device(channel: .apple, capabilities: [.auth2, .list, .time, .quick, .form])

    func event(_ heard: Heard, _ number: Int, at moment: Moment = Self.tenOClock) -> Event {
        Event(
            .heard(heard, bubble: nil), at: moment, seed: Seed(high: UInt64(number), low: 7),
            sender: Event.Sender(
                customer: Self.conversation(number).customer, device: Self.device, locale: "en_US"))
    }

    /// The turn that an event leads to.
    func turn(_ session: Session?, _ event: Event) throws -> Turn {
        guard case .turn(let turn) = try engine.advance(session, on: event) else {
            throw Unexpected("the event was ignored")
        }
        return turn
    }

    /// A session that waits for the answer to the list, and its answer.
    func chosen() throws -> (session: Session, event: Event) {
        let greeting = try turn(nil, event(.text("Hello"), 1))
        let list = try turn(
            greeting.session, event(.choice(Selection(question: greeting.question, ids: ["Wheels"])), 2))
        return (list.session, event(.choice(Selection(question: list.question, ids: ["Repair"])), 3))
    }
}

extension Turn {
    /// The request identifier of the question that it asks.
    var question: String? { effects.compactMap { $0.outgoing?.question?.id }.last }
}

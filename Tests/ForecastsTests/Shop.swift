import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// A shop whose customers wait at its steps, and bots that its author edits.
enum Shop {
    /// Monday, 2 March 2026, 10:00 in Berlin.
    static let now = Moment(seconds: 1_772_442_000)

    static let flow = """
        flow: shop
        start: colour
        steps:
          colour:
            ask: Which colour?
            answers:
              Red: size
              Blue: size
          size:
            ask: And which size?
            answers: [Large, Small]
            then: done
          done:
            say: {colour}, {size}.
            then: end

        """

    private static let file = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        if_silent:
          after: 10 minutes
          then: people/desk
        if_other:
          say: Sorry?
          tries: 1
          then: people/desk
        if_failed: people/desk
        anywhere:
          agent, help, support: people/desk
        people:
          desk:

        """

    private static let people = "flow: people\nstart: desk\nsteps:\n  desk:\n    hand_over: desk\n    then: end\n"

    /// Returns the shop with changes to its flow, or with another flow.
    static func bot(
        _ flow: String = flow, version: String, actions: String? = nil, adding lines: String = "",
        _ changes: (String, String)...
    ) throws -> Bot {
        let text = changes.reduce(flow) { text, change in text.replacing(change.0, with: change.1) }
        let files = ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", text: file + lines),
                SourceFile(path: "Flows/people.yaml", text: people),
                SourceFile(path: "Flows/shop.yaml", text: text),
            ], actions: actions.map { SourceFile(path: "Config/actions.yaml", text: $0) }, assets: [:], version: version
        )
        let compilation = Compiler.compile(files, options: CompilerOptions(now: now))
        return try #require(compilation.bot, "\(compilation.report.text())")
    }

    /// Returns the session of a customer who has sent all these texts.
    static func customer(of bot: Bot, saying words: String...) throws -> Session {
        let engine = Engine(bot)
        var session: Session?
        for (number, words) in words.enumerated() {
            let event = Event(
                .heard(.text(words), bubble: nil), at: now, seed: Seed(high: 1, low: UInt64(number)),
                sender: Event.Sender(
                    customer: "ana", device: Device(channel: .apple, capabilities: [.quick, .list, .time])))
            guard case .turn(let turn) = try engine.advance(session, on: event) else { continue }
            session = try Session(json: JSONValue(parsing: turn.session.json.text))
        }
        return try #require(session)
    }
}

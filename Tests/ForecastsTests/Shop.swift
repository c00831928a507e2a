import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import TestShops
import Testing

/// A shop whose customers wait at its steps, and bots that its author edits.
enum Shop {
    static let now = ShopProject.tenOClock

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

    /// Returns the shop with changes to its flow, or with another flow.
    static func bot(
        _ flow: String = flow, version: String, actions: String? = nil, adding lines: String = "",
        _ changes: (String, String)...
    ) throws -> Bot {
        let text = changes.reduce(flow) { text, change in text.replacing(change.0, with: change.1) }
        return try ShopProject.bot(
            text, whenSilent: "  then: people/desk\n", adding: lines, actions: actions, version: version)
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

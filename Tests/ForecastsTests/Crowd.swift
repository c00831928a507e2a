import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import TestSupport

@testable import Forecasts

/// Customers who reached their waiting steps on random paths.
struct Crowd {
    private let bot: Bot
    private let engine: Engine
    private var chance: SeededRandom

    init(of bot: Bot, seed: UInt64) {
        self.bot = bot
        engine = Engine(bot)
        chance = SeededRandom(seed: seed)
    }

    // A bot in which much depends on the customer and on the time.

    private static let lines = """
        expires: 1 day
        old_taps: go back
        customer:
          visits: number
        hours:
          shop:
            Monday to Friday: 9:00 to 18:00

        """

    private static let flow = """
        flow: shop
        start: colour
        anywhere:
          undo: back
          more: day
          again: resume
        steps:
          colour:
            ask: Which colour?
            answers:
              Red: size
              Blue: who
              Green: later
              Other: pin
          who:
            when:
              customer.id is one of c1, c4, c7: day
              otherwise: often
          often:
            when:
              customer.visits is more than 1: number
              otherwise: counted
          counted:
            set:
              customer.visits: 2
            then: number
          number:
            ask: How many, {customer.name, or you}?
            number: whole
            if_silent:
              after: 1 hour
              say: Still there?
              repeats: 2
              then: open
            then: open
          open:
            when:
              hours.shop.open is yes: size
              otherwise: day
          day:
            ask: On which day?
            date:
              from: today
            then: time
          time:
            ask: And when?
            times:
              every: 1 hour
              in: shop
              days: 2
              at_most: 3
            then: size
          size:
            ask: And which size, {said, or any}?
            answers: [Large, Small]
            if_other:
              say: Once more.
              tries: 3
              then: colour
            then: booking
          booking:
            call: book
            then: done
            if_failed:
              retry_from: size
              tries: 1
              then: people/desk
          later:
            remind: in 20 hours
            go: size
            then: number
          pin:
            ask: And your number?
            text: one line
            private: yes
            then: size
          done:
            say: {booking.code}, {size}.
            then: end

        """

    private static let actions = """
        hosts: [api.shop.example]
        actions:
          book:
            post: https://api.shop.example/book
            gives:
              code: text
            examples:
              booked:
                code: HB-1

        """

    static func bot(version: String, _ changes: (String, String)...) throws -> Bot {
        let text = changes.reduce(flow) { text, change in text.replacing(change.0, with: change.1) }
        return try Shop.bot(text, version: version, actions: actions, adding: lines)
    }

    /// Returns the bot after an edit.
    static func next(_ seed: UInt64) throws -> Bot {
        switch seed % 6 {
        case 0: try bot(version: "1")
        case 1:
            try bot(
                version: "2", (": size", ": extent"), ("  size:", "  extent:\n    was: size"), ("{size}", "{extent}"))
        case 2:
            try bot(
                version: "2", ("      Red: size", "      Red: day"),
                ("customer.visits is more than 1", "customer.visits is more than 2"))
        case 3: try bot(version: "2", ("c1, c4, c7", "c1, c2, c5"), ("    number: whole", "    text: one line"))
        case 4:
            try bot(version: "2", ("      otherwise: day", "      otherwise: people/desk"), ("tries: 3", "tries: 1"))
        default: try bot(version: "2", ("hours.shop.open is yes", "bot.open is yes"))
        }
    }

    // Customers.

    /// Returns the session of a customer after some turns, in the days before `Shop.now`.
    mutating func session(_ number: Int) throws -> Session {
        let device = Device(
            channel: .apple, capabilities: chance.number(below: 2) == 0 ? [.quick, .list, .time] : [])
        var now = Shop.now - .minutes(chance.number(below: 3_000))
        var sender = Event.Sender(customer: "c\(number)", device: device)
        sender.intent = chance.number(below: 5) == 0 ? "sale" : nil
        var session = try turn(nil, .heard(.text("hello"), bubble: nil), now, sender)
        for _ in 0..<chance.number(below: 9) {
            guard let current = session else { break }
            now = min(Shop.now, now + .minutes(chance.number(below: 8)))
            if let wake = current.wakes.min(by: { $0.at < $1.at }), wake.at <= now {
                session = try turn(current, wake.event, wake.at, nil)
            } else {
                session = try turn(current, event(in: current, now), now, sender)
            }
        }
        guard let session else { preconditionFailure("a first word begins a conversation") }
        return session
    }

    private mutating func turn(
        _ session: Session?, _ kind: Event.Kind, _ now: Moment, _ sender: Event.Sender?
    ) throws -> Session? {
        let event = Event(kind, at: now, seed: Seed(high: chance.next(), low: chance.next()), sender: sender)
        guard case .turn(let turn) = try engine.advance(session, on: event) else { return session }
        return turn.session
    }

    private mutating func event(in session: Session, _ now: Moment) -> Event.Kind {
        let words = ["undo", "more", "again", "what?", "Red", "Blue", "help", "2"]
        let moves = Move.all(in: session, of: bot, today: bot.zone.date(at: now))
        guard !moves.isEmpty, chance.number(below: 4) > 0 else {
            return .heard(.text(words[chance.number(below: words.count)]), bubble: nil)
        }
        switch moves[chance.number(below: moves.count)].action {
        case .hear(let heard): return .heard(heard, bubble: nil)
        case .hearBack(let outcome): return session.call.map { .called(id: $0.id, outcome) } ?? .givenBack
        case .giveBack: return .givenBack
        case .again(let words): return .heard(.text(words), bubble: nil)
        case .described, .wait, .remind: return .heard(.text("hello"), bubble: nil)
        }
    }

    /// Returns a session, and others that differ from it in their customer, their identifiers and their times.
    mutating func alike(_ session: Session, _ count: Int) throws -> [Session] {
        var all = [session]
        for _ in 0..<count {
            var other = session
            other.customer = "c\(chance.number(below: 1_000))"
            if let id = session.open?.asked.id {
                other = try Session(
                    json: JSONValue(parsing: session.json.text.replacing(id, with: "id-\(chance.next())")))
                other.customer = "c\(chance.number(below: 9))"
            }
            other.lastAt = other.lastAt.map { $0 - .minutes(chance.number(below: 30)) }
            let turns = chance.number(below: 3)
            other.turn += turns
            other.open?.turn += turns
            if let silentAt = other.open?.silentAt {
                other.open?.silentAt = silentAt + .minutes(chance.number(below: 30)) - .minutes(chance.number(below: 9))
            }
            all.append(other)
        }
        return all
    }
}

/// A seeded random generator: SplitMix64, after Steele, Lea and Flood.

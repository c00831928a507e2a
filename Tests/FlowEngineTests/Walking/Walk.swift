import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import TestSupport
import Testing

/// A customer with random actions: types, taps, waits, leaves, comes back, while flows are edited and messages get
/// lost.
struct Walk {
    private static let words = [
        "hello", "Red", "blue", "2", "1, 2", "Go on", "menu", "help", "stop", "ask", "undo", "resume", "hours", "more",
        "", "  ", "what?", "yes please", "no", String(repeating: "long ", count: 2_500),
    ]

    var talk: Talk
    private var chance: SeededRandom
    private var sent: Set<String> = []

    init(_ engines: [Engine], seed: UInt64) {
        talk = Talk(engines)
        chance = SeededRandom(seed: seed)
    }

    /// Performs an action, and checks that its effects are valid.
    mutating func step() throws {
        let before = talk.session
        for outcome in try act() {
            guard case .turn(let turn) = outcome else {
                #expect(talk.session == before, "what is ignored changes nothing")
                continue
            }
            expectEffects(of: turn, after: before)
            try expectAnswerable(turn.session)
        }
        talk.now = talk.now + .seconds(chance.number(below: 40))
    }

    private mutating func act() throws -> [Outcome] {
        switch chance.number(below: 20) {
        case 0...5: return [try talk.say(chance.pick(Self.words))]
        case 6...11: return try [tap()].compactMap { $0 }
        case 12, 13: return try talk.wait(.minutes(chance.number(below: 25)))
        case 14: return [try talk.choose(Selection(question: "unknown", ids: ["Red"]))]
        case 15:
            guard let turn = talk.session?.turn else { return [] }
            return [try talk.happen(.undelivered(turn: turn - chance.number(below: 2)))]
        case 16: return talk.session == nil ? [] : [try talk.happen(.givenBack)]
        case 17: return [try talk.happen(.closed)]
        case 18:
            talk.device.capabilities = Capabilities(rawValue: chance.number(below: 16))
            talk.locale = chance.pick(["de_DE", "en", "fr", nil])
        default: talk.version = chance.number(below: talk.engines.count)
        }
        return []
    }

    /// A tap on any bubble, on any option of it, or on several.
    private mutating func tap() throws -> Outcome? {
        guard !talk.bubbles.isEmpty else { return nil }
        let bubble = talk.bubbles[max(0, talk.bubbles.count - 1 - chance.number(below: 4))]
        if case .form = bubble.kind, case .form(var reply) = bubble.reply {
            if chance.happens(onceIn: 3) { reply.pages = Array(reply.pages.dropLast()) }
            reply.isCancelled = chance.happens(onceIn: 5)
            return try talk.reply(reply)
        }
        var ids = bubble.ids.shuffled(using: &chance)
        if !chance.happens(onceIn: 3) { ids = Array(ids.prefix(1)) }
        return try talk.choose(Selection(question: chance.happens(onceIn: 9) ? nil : bubble.id, ids: ids))
    }

    // Invariants.

    private mutating func expectEffects(of turn: Turn, after before: Session?) {
        for effect in turn.effects {
            guard case .send(let outgoing) = effect else { continue }
            #expect(sent.insert(outgoing.id).inserted, "two messages have the same id")
            if case .text(let text) = outgoing.message { #expect(text.contains { !$0.isWhitespace }) }
        }
        if turn.session.status == .closed { #expect(turn.effects == [.dropPending]) }
        if case .heard? = last, before?.status == .withPerson { #expect(turn.effects.isEmpty) }
        #expect(turn.session.turn > before?.turn ?? 0)
    }

    /// A conversation waits with a question that can be answered, or it does not wait for the customer.
    private func expectAnswerable(_ session: Session) throws {
        #expect(session.taps.all.count <= 20 && session.trail.all.count <= 50 && session.interrupted.all.count <= 5)
        guard session.status == .waiting else {
            #expect(session.open == nil && session.wakesAt == nil)
            return
        }
        let open = try #require(session.open, "somebody waits without a question")
        #expect(open.ids.count <= 11)
        #expect(leadsOn(session, open.asked.reply), "\(session.step) cannot be answered: \(open.asked.json.text)")
        if let due = session.wakesAt {
            let silence = Event(.silent(question: open.asked.id), at: due, seed: Seed(high: 7, low: 7))
            #expect(leads(session, silence), "silence on \(session.step) is not noticed")
        }
    }

    /// Whether an answer closes the question.
    private func leadsOn(_ session: Session, _ reply: Heard) -> Bool {
        let later = talk.now + .minutes(1)
        let sender = Event.Sender(customer: "ana", device: session.device)
        return leads(
            session, Event(.heard(reply, bubble: nil), at: later, seed: Seed(high: 7, low: 7), sender: sender))
    }

    /// The last event.
    private var last: Event.Kind? { talk.records.last.flatMap { try? Event(json: $0.event).kind } }

    private func leads(_ session: Session, _ event: Event) -> Bool {
        guard case .turn(let turn)? = try? talk.engines[talk.version].advance(session, on: event) else { return false }
        return turn.session.open != session.open
    }
}

extension AskedQuestion {
    /// The ids of all options.
    fileprivate var ids: [String] {
        switch kind {
        case .choice(let choice): choice.options.map(\.choice.id)
        case .times(let times): times.slots.map(\.slot.id)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: []
        }
    }

    private static func picture(_ name: String) -> HeardFile {
        HeardFile(FileReference(id: name, name: name, kind: "image/jpeg", size: 1))
    }

    /// A reply that answers the question.
    fileprivate var reply: Heard {
        switch kind {
        case .choice(let choice):
            .choice(Selection(question: id, ids: choice.options.prefix(max(1, choice.atLeast)).map(\.choice.id)))
        case .times(let times): .choice(Selection(question: id, ids: [times.slots[0].slot.id]))
        case .text: .text("Ana")
        case .number, .money: .text("2")
        case .date: .text("2026-03-03")
        case .signIn: .signIn(SignInReply(question: id, outcome: .success(Fields())))
        case .pay: .pay(PayReply(question: id, outcome: .paid))
        case .app: .app(AppReply(question: id, fields: [:]))
        case .photo(let photo): .files((0..<photo.atMost).map { Self.picture("\($0).jpg") }, text: "")
        case .file(let file): .files([Self.picture("a.\(file.endings.first ?? "jpg")")], text: "")
        case .place: .text("Main Street 5, 10115 Berlin")
        case .form(let form): .form(FormReply(question: id, pages: form.pages.map(\.filled)))
        }
    }
}

extension AskedForm.Page {
    /// A valid answer to the page.
    fileprivate var filled: FormReply.Page {
        if case .choice(let choice) = question.kind {
            let chosen = choice.options.prefix(max(1, choice.atLeast)).map(\.choice.id)
            return FormReply.Page(name: name, items: chosen.map { FormReply.Item(id: $0, value: "") })
        }
        return FormReply.Page(name: name, items: [FormReply.Item(id: name, value: "2")])
    }
}

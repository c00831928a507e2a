import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// Something that can be done where a conversation stands, as lines of a transcript.
public struct PlayOffer: Sendable, Hashable {
    /// What is done: the verb of its line in a transcript.
    public enum Kind: String, Sendable {
        /// Taps an answer, picks a time, writes a text.
        case tap, pick, say
        /// Fills in a form, or cancels it.
        case fill
        /// Sends a photo, a file, a place.
        case photo, file, place
        /// Pays, or does not.
        case pay
        /// Signs in, or does not.
        case signIn = "sign in"
        /// Answers in an app of the business.
        case app
        /// Changes the way of shipping on an open payment sheet.
        case change
        /// Lets time pass.
        case wait
        /// An agent writes, or gives the conversation back.
        case person
        /// Something happens outside that the conversation listens to.
        case event
        /// Closes the conversation.
        case close
    }

    /// What is done.
    public var kind: Kind
    /// What to show on a button: the label of an answer, the words of a time, a sample.
    public var label: String
    /// A second line, such as the note of an answer.
    public var note: String?
    /// The lines that do it.
    public var lines: [String]
    /// Whether the text is only an example of what can be written there.
    public var isSample = false

    /// The offer as a command: `Tap “Puncture”`.
    var title: String {
        switch kind {
        case .tap: "Tap \u{201C}\(label)\u{201D}"
        case .pick: "Pick \(label)"
        case .say: "Write \u{201C}\(label)\u{201D}"
        case .fill: "Fill in the form"
        case .photo, .file, .place, .pay, .signIn, .app, .change, .wait, .person, .event, .close: label
        }
    }

    private init(_ kind: Kind, _ label: String, note: String? = nil, _ lines: String..., isSample: Bool = false) {
        self.kind = kind
        self.label = label
        self.note = note
        self.lines = lines
        self.isSample = isSample
    }

    /// The largest number of times that are offered.
    private static let mostTimes = 20

    /// Everything that can be done, the answers to the open question first.
    static func all(in world: World) -> [PlayOffer] {
        var offers: [PlayOffer] = []
        switch world.session?.status {
        case .waiting?:
            if let which = world.session?.open?.which { offers += answers(to: which, world) }
            if let asked = world.session?.open?.asked { offers += answers(to: asked, world) }
        case .withPerson?:
            offers.append(PlayOffer(.person, "An agent writes", "person: One moment, please.", isSample: true))
            offers.append(PlayOffer(.person, "The agent gives it back", "person: \(Player.givesBack)"))
            offers.append(PlayOffer(.say, "Hello?", "you: Hello?", isSample: true))
        case .calling?: break
        case .ended?, .closed?, nil: offers.append(PlayOffer(.say, "Hello", "you: Hello", isSample: true))
        }
        offers += events(world)
        if let wake = world.session?.wake {
            let length = max(.seconds(1), wake.at - world.now)
            offers.append(PlayOffer(.wait, "Wait \(length.inTranscript)", "wait: \(length.inTranscript)"))
        }
        if let session = world.session, !session.isOver { offers.append(PlayOffer(.close, "Close", "close:")) }
        return offers
    }

    private static func answers(to asked: AskedQuestion, _ world: World) -> [PlayOffer] {
        var offers: [PlayOffer] = []
        let today = world.bot.zone.date(at: world.now)
        switch asked.kind {
        case .choice(let choice):
            offers = choice.options.map {
                PlayOffer(.tap, $0.label, note: $0.choice.note, "tap: \($0.label.onOneLine)")
            }
            if choice.several, choice.options.count > 1 {
                let some = choice.options.prefix(max(2, choice.atLeast)).map(\.label.onOneLine).joined(separator: ", ")
                offers.append(PlayOffer(.tap, some, "tap: \(some)", isSample: true))
            }
        case .times(let times):
            offers = times.slots.prefix(mostTimes).map { slot in
                let start = slot.slot.start.inTranscript(world.bot.zone)
                return PlayOffer(.pick, slot.words.isEmpty ? start : slot.words, "pick: \(start)")
            }
            offers += times.beside.map { PlayOffer(.tap, $0.label, "tap: \($0.label.onOneLine)") }
        case .text, .number, .money, .date:
            offers = asked.typedSamples(today: today).map { PlayOffer(.say, $0, "you: \($0)", isSample: true) }
        case .photo: offers = [PlayOffer(.photo, "Send a photo", "photo: photo.jpg", isSample: true)]
        case .file: offers = [PlayOffer(.file, "Send a file", "file: document.pdf", isSample: true)]
        case .place:
            offers = asked.typedSamples(today: today).map {
                PlayOffer(.place, "Send a place", "place: \($0)", isSample: true)
            }
        case .signIn:
            offers = [
                PlayOffer(.signIn, "Sign in", "sign in: success"),
                PlayOffer(.signIn, "Signing in fails", "sign in: failure"),
                PlayOffer(.signIn, "Cancel", "sign in: cancel"),
            ]
        case .pay: offers = payments(world)
        case .app(let app):
            let fields = world.bot.apps.first { $0.name == app.app }?.gives ?? []
            let zone = world.bot.zone
            let text = fields.map { "\($0.name) = \($0.sample.inTranscript(zone))" }.joined(separator: ", ")
            offers = [PlayOffer(.app, "Answer in the app", "app: \(text)", isSample: true)]
        case .form(let form): offers = [PlayOffer(filling: form, today), PlayOffer(.fill, "Cancel", "fill cancelled")]
        }
        if let skip = asked.skipWord { offers.append(PlayOffer(.say, skip, "you: \(skip)")) }
        return offers
    }

    /// The events that the open question listens to; after the end of a conversation, those that begin one.
    private static func events(_ world: World) -> [PlayOffer] {
        let bot = world.bot
        var names: [String] = []
        if let session = world.session, !session.isOver {
            let step = bot.reference(flow: session.flow, step: session.step).map(bot.step)
            if session.status == .waiting, case .ask(let question)? = step?.thing {
                names = question.events.map(\.event)
            }
        } else if world.session?.status != .closed {
            names = bot.events.map(\.name).filter { bot.entry(for: $0) != nil }
        }
        return names.compactMap(bot.event).map { event in
            let values = event.fields.map { "\($0.name) is \"\($0.sample.inTranscript(bot.zone))\"" }
            let words = values.isEmpty ? event.name : "\(event.name) with \(values.joined(separator: ", "))"
            return PlayOffer(.event, event.name, "event: \(words)", isSample: !values.isEmpty)
        }
    }

    private static func payments(_ world: World) -> [PlayOffer] {
        let methods = world.session?.openSheet?.methods ?? []
        let others = methods.count > 1 ? methods.dropFirst() : []
        return [
            PlayOffer(.pay, "Pay", "pay: paid"), PlayOffer(.pay, "The card is declined", "pay: declined"),
            PlayOffer(.pay, "Cancel", "pay: cancelled"),
        ]
            + others.map {
                PlayOffer(.change, "Ship by \u{201C}\($0.label)\u{201D}", "change: shipping = \($0.label.onOneLine)")
            }
    }

    /// Every page with a sample answer.
    private init(filling form: AskedForm, _ today: CalendarDate) {
        kind = .fill
        label = "Fill in the form"
        isSample = true
        var passed: [String] = []
        var next = form.pages.first
        // Targets are later pages.
        while let page = next, passed.count < form.pages.count {
            var target = page.next
            if case .choice(let choice) = page.question.kind, let first = choice.options.first {
                let some = choice.options.prefix(choice.several ? max(1, choice.atLeast) : 1)
                passed.append("fill: \(page.name) = \(some.map(\.label.onOneLine).joined(separator: ", "))")
                target = page.target(of: .choice(first.choice))
            } else {
                passed.append("fill: \(page.name) = \(page.question.typedSamples(today: today).first ?? "Sample")")
            }
            if case .page(let name) = target { next = form.page(named: name) } else { next = nil }
        }
        lines = passed
    }
}

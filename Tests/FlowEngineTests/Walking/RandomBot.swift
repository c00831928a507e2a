import Expressions
import FlowModel
import TestSupport

/// Generates random bots: every kind of step, question and exit, in any order. It leaves out what the compiler rejects:
/// steps that ask nothing lead only forward, and the first step can always be asked, so that no loop is endless.
struct RandomBot {
    private static let labels = ["Red", "Blue", "stop", "menu", "2", "Go on", "help"]
    private static let steps = 8

    private var chance: SeededRandom

    /// The same seed gives the same bot.
    static func bot(seed: UInt64, version: String) -> Bot {
        var maker = RandomBot(chance: SeededRandom(seed: seed))
        return maker.bot(version)
    }

    private mutating func bot(_ version: String) -> Bot {
        let flows = (0..<2).map { flow($0) }
        return Bot(
            name: "Bot", business: "Bot", zone: Zone("Europe/Berlin") ?? .utc, currency: nil, languages: ["en", "de"],
            notice: chance.happens(onceIn: 2) ? Phrase(plain: "Notice.") : nil, flows: flows,
            start: StepReference(flow: 0, step: 0), anywhere: ["help": .step(StepReference(flow: 1, step: 0))],
            weeks: [Week(name: "always", weekdays: Array(repeating: [wholeDay], count: 7), dates: [])],
            queues: [Queue(name: "desk", week: chance.happens(onceIn: 2) ? 0 : nil, address: nil)], texts: BotTexts(),
            version: version)
    }

    private var wholeDay: ClosedRange<TimeOfDay> {
        guard let start = TimeOfDay(hour: 0, minute: 0), let end = TimeOfDay(hour: 12, minute: 0) else {
            preconditionFailure("noon is a time of day")
        }
        return start...end
    }

    private mutating func flow(_ number: Int) -> Flow {
        // An edit may remove steps.
        let names = (0..<Self.steps).filter { $0 == 0 || $0 == Self.steps - 1 || !chance.happens(onceIn: 6) }
        let steps = names.indices.map { step("s\(names[$0])", at: $0, of: names.count, flow: number) }
        return Flow(
            name: "flow \(number)", start: 0, steps: steps,
            anywhere: ["ask": anything(number, names.count), "undo": .back, "resume": .resume])
    }

    private mutating func step(_ name: String, at place: Int, of count: Int, flow: Int) -> Step {
        let down = chance.happens(onceIn: 4) ? .end : further(place, count, flow)
        let isEdge = place == 0 || place == count - 1
        let thing: Step.StepAction =
            switch isEdge ? 0 : chance.number(below: 9) {
            case 0...4: .ask(question(name, count, flow, isPlain: place == 0))
            case 5: .decide([(condition(), further(place, count, flow))], otherwise: down)
            case 6: .handOver(HandOver(queue: 0, note: nil, ifAway: chance.happens(onceIn: 2) ? down : nil, then: down))
            default: .go(down)
            }
        return Step(
            name: name, openings: place == 0 ? [] : openings(), thing: thing,
            failed: FailedExit(say: chance.happens(onceIn: 2) ? Phrase(plain: "Failed.") : nil, then: down))
    }

    private mutating func openings() -> [Step.Preamble] {
        switch chance.number(below: 5) {
        case 0: [.say(.text(Phrase(plain: "Hello.")))]
        case 1: [.set(name: "list", .list([Phrase(plain: "a"), Phrase(plain: "b")]))]
        case 2: [.set(name: "list", .nothing)]
        case 3: [.say(.lines(each, line: naming("x"), ifEmpty: nil))]
        default: []
        }
    }

    private var each: Each { Each(variable: "x", list: Name(["list"])) }

    /// Returns a text that needs a name.
    private func naming(_ name: String) -> Phrase { Phrase(Template.parse("<{\(name)}>").template) }

    private func condition() -> Condition { .test(Name(["list"]), .isEmpty) }

    // Destinations.

    /// Returns any destination.
    private mutating func anything(_ flow: Int, _ count: Int) -> Destination {
        switch chance.number(below: 12) {
        case 0: .end
        case 1: .back
        case 2: .resume
        case 3: .step(StepReference(flow: 1 - flow, step: 0))
        default: .step(StepReference(flow: flow, step: chance.number(below: count)))
        }
    }

    /// Returns a later destination; the last step asks a question.
    private mutating func further(_ place: Int, _ count: Int, _ flow: Int) -> Destination {
        guard place < count - 1 else { return .end }
        return switch chance.number(below: 8) {
        case 0: .back
        case 1: .resume
        default: .step(StepReference(flow: flow, step: Int.random(in: (place + 1)..<count, using: &chance)))
        }
    }

    // Questions.

    /// - Parameter isPlain: whether the question can be asked in every state.
    private mutating func question(_ name: String, _ count: Int, _ flow: Int, isPlain: Bool) -> Question {
        let then = anything(flow, count)
        let silent =
            chance.happens(onceIn: 3)
            ? nil
            : SilentExit(
                after: .minutes(10), say: chance.happens(onceIn: 2) ? Phrase(plain: "Still there?") : nil,
                repeats: chance.number(below: 3), then: anything(flow, count))
        let other: OtherExit =
            chance.happens(onceIn: 4)
            ? .accept
            : .retry(say: Phrase(plain: "Sorry?"), tries: chance.number(below: 3), then: anything(flow, count))
        return Question(
            name: name, ask: !isPlain && chance.happens(onceIn: 8) ? naming("s1") : Phrase(plain: "Ask \(name)?"),
            bubble: Bubble(title: nil, note: nil, image: nil, size: nil, reply: nil), kind: kind(flow, count, isPlain),
            silent: silent, other: other, then: then)
    }

    private mutating func kind(_ flow: Int, _ count: Int, _ isPlain: Bool) -> Question.Kind {
        switch isPlain ? 0 : chance.number(below: 8) {
        case 0: return .text(TextQuestion(kind: .oneLine, atLeast: 1, atMost: 20, matches: nil))
        case 1:
            let rule = TimesRule(
                every: .hours(1), hours: .week(0), lasting: .hours(1), days: 1, notice: .hours(1), except: nil,
                atMost: 5)
            return .times(TimesQuestion(source: .rule(rule), place: nil, zone: nil, title: nil, image: nil))
        case 2:
            return chance.pick([
                .photo(PhotoQuestion(atMost: 1)), .photo(PhotoQuestion(atMost: 3)),
                .file(FileQuestion(endings: ["pdf"])), .place(PlaceQuestion(isAddress: true)),
            ])
        case 3, 4: return .form(form(flow, count))
        default: return .choice(choice(flow, count))
        }
    }

    private mutating func form(_ flow: Int, _ count: Int) -> FormQuestion {
        let pages = 1 + chance.number(below: 4)
        let made = (0..<pages).map { index -> FormPage in
            var choice = choice(flow, count)
            for item in choice.items.indices { choice.items[item].then = nil }
            var page = FormPage(
                name: "p\(index)", title: chance.happens(onceIn: 3) ? Phrase(plain: "Title") : nil,
                ask: Phrase(plain: "Page \(index)?"),
                kind: chance.happens(onceIn: 2)
                    ? .choice(choice) : .number(NumberQuestion(isWhole: true, atLeast: nil, atMost: nil)),
                next: target(behind: index, of: pages), isOptional: chance.happens(onceIn: 3))
            page.ways = choice.items.map { _ in chance.happens(onceIn: 2) ? nil : target(behind: index, of: pages) }
            return page
        }
        return FormQuestion(pages: made, intro: nil, hasSummary: chance.happens(onceIn: 2))
    }

    private mutating func target(behind page: Int, of pages: Int) -> FormPage.Target {
        let next = page + 1 + chance.number(below: 3)
        return next < pages ? .page(next) : .send
    }

    private mutating func choice(_ flow: Int, _ count: Int) -> ChoiceQuestion {
        let several = chance.happens(onceIn: 3)
        var items = Self.labels.shuffled(using: &chance).prefix(2 + chance.number(below: 3)).map { label in
            ChoiceQuestion.Item(
                label: Phrase(plain: label), note: nil, image: nil, id: nil, section: nil,
                then: several || chance.happens(onceIn: 2) ? nil : anything(flow, count), each: nil)
        }
        if chance.happens(onceIn: 4) {
            items = [
                ChoiceQuestion.Item(
                    label: naming("x"), note: nil, image: nil, id: nil, section: nil, then: nil, each: each)
            ]
        }
        return ChoiceQuestion(style: .automatic, items: items, several: several, atLeast: 1, atMost: nil)
    }
}

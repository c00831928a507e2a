import Expressions
import FlowModel
import TestSupport

/// Generates random flows of any size, similar to those that people write: mostly forward, sometimes back, with a few
/// steps to which all others lead.
struct RandomFlow {
    private static let words = [
        "Which", "repair", "do", "you", "need?", "We", "are", "open", "until", "six", "Grüße", "<b>", "&", "\"so\"",
        "東京",
        "👩‍👩‍👧", "Donaudampfschifffahrtsgesellschaftskapitän", "]]>", "{{", "--", "#5", "مرحبا", "`x`", "a|b;",
    ]

    fileprivate var chance: SeededRandom
    fileprivate let count: Int

    /// The same seed gives the same bot, whose one flow has this many steps.
    static func bot(seed: UInt64, steps: Int) -> Bot {
        var maker = RandomFlow(chance: SeededRandom(seed: seed), count: steps)
        let flow = Flow(
            name: "random \(seed) & <more>", start: 0, steps: (0..<steps).map { maker.step($0) },
            anywhere: ["help": .step(StepReference(flow: 0, step: steps - 1)), "stop it": .end])
        let other = Flow(
            name: "other", start: 0,
            steps: [Step(name: "there", openings: [], thing: .go(.end), failed: nil)], anywhere: [:])
        return Bot(
            name: "Bot", business: "Bot", zone: .utc, currency: nil, languages: ["en"], notice: nil,
            flows: [flow, other],
            start: StepReference(flow: 0, step: 0), anywhere: ["menu": .step(StepReference(flow: 0, step: 0))],
            weeks: [],
            queues: [Queue(name: "desk", week: nil, address: nil)], texts: BotTexts(), version: "test")
    }

    private mutating func step(_ place: Int) -> Step {
        let says = (0..<chance.number(below: 3)).map { _ in Step.Preamble.say(.text(text())) }
        let thing: Step.StepAction =
            switch chance.number(below: 9) {
            case 0...4: .ask(question(place))
            case 5:
                .decide(
                    (0..<2).map { _ in (.test(Name(["a", "b"]), .isEmpty), destination(place)) },
                    otherwise: destination(place))
            case 8: .call(Call(name: "c", action: 0, inputs: [], meanwhile: nil, then: destination(place)))
            case 6: .handOver(HandOver(queue: 0, note: nil, ifAway: destination(place), then: .end))
            default: .go(destination(place))
            }
        let last = StepReference(flow: 0, step: count - 1)
        return Step(
            name: "step-\(place)", openings: says, thing: thing, failed: FailedExit(say: nil, then: .step(last)))
    }

    private mutating func question(_ place: Int) -> Question {
        let items = (0..<(2 + chance.number(below: 4))).map { _ in
            ChoiceQuestion.Item(
                label: text(), note: nil, image: nil, id: nil, section: nil, then: destination(place), each: nil)
        }
        let isText = chance.happens(onceIn: 4)
        let kind: Question.Kind =
            isText
            ? .text(TextQuestion(kind: .email, atLeast: 1, atMost: 20, matches: nil))
            : .choice(ChoiceQuestion(style: .automatic, items: items, several: false, atLeast: 1, atMost: nil))
        let silent = chance.happens(onceIn: 5) ? destination(place) : .step(StepReference(flow: 0, step: 0))
        return Question(
            name: "q", ask: text(), bubble: Bubble(title: nil, note: nil, image: nil, size: nil, reply: nil),
            kind: kind,
            silent: SilentExit(after: .minutes(10), say: nil, repeats: 0, then: silent),
            other: .retry(say: nil, tries: 2, then: .step(StepReference(flow: 0, step: count - 1))),
            then: isText ? destination(place) : nil)
    }

    private mutating func destination(_ place: Int) -> Destination {
        switch chance.number(below: 12) {
        case 0: return .end
        case 1: return chance.happens(onceIn: 2) ? .back : .resume
        case 2: return .step(StepReference(flow: 1, step: 0))
        case 3: return .step(StepReference(flow: 0, step: count - 1))
        case 4: return .step(StepReference(flow: 0, step: chance.number(below: count)))
        default:
            let onward = min(count - 1, 2 * place + 1 + chance.number(below: 3))
            return .step(StepReference(flow: 0, step: place * 2 < count ? onward : min(count - 1, place + 1)))
        }
    }

    private mutating func text() -> Phrase {
        let words = (0..<(1 + chance.number(below: 9))).map { _ in chance.pick(Self.words) }
        return Phrase(plain: words.joined(separator: " "))
    }
}

import Expressions
import FlowEngine
import FlowModel
import Foundation
import JSON
import MessageModel
import Testing

/// One conversation in which one question is answered.
struct Sitting {
    /// The outcome of the question.
    enum Answer: Equatable {
        case value(Value)
        /// The question was left by `if_unable`.
        case elsewhere
        case skipped
    }

    /// The longest text that Apple shows in a bubble, under the stricter of the known limits.
    private static let bubble = 200

    private var talk: Talk
    private let person: Person
    /// The messages that the customer has received since their last answer.
    private var seen: [Message] = []

    init(_ engine: Engine, _ device: Device, _ manner: Manner) {
        talk = Talk([engine])
        talk.device = device
        person = Person(manner: manner)
    }

    /// The kinds of the open question, and of its pages.
    var kinds: [String] {
        guard let kind = talk.session?.open?.asked.kind else { return [] }
        guard case .form(let form) = kind else { return [kind.name] }
        return [kind.name] + form.pages.map(\.question.kind.name)
    }

    mutating func begin() throws { try look(talk.say("hello")) }

    /// The customer writes from another device; where a bubble is open, the text is not an answer.
    mutating func change(to device: Device) throws {
        talk.device = device
        if talk.session?.open?.asked.isTyped == false { try look(talk.say("What is this?")) }
    }

    /// Answers the question completely, in a new conversation.
    static func answer(
        to question: FallbackQuestion, of engine: Engine, on device: Device, _ manner: Manner
    ) throws -> Answer {
        var sitting = Sitting(engine, device, manner)
        try sitting.begin()
        return try sitting.answer(question)
    }

    /// Answers the open question completely.
    mutating func answer(_ question: FallbackQuestion) throws -> Answer {
        for _ in 0..<20 {
            switch talk.session?.step {
            case "done": return talk.session?.answers["first"].map { .value($0) } ?? .skipped
            case "elsewhere": return .elsewhere
            default: try act(question.wish)
            }
        }
        throw Stuck("the question is still open after twenty answers")
    }

    private mutating func act(_ wish: Wish) throws {
        try expectReadable()
        let place = PlaceValue(name: "Shop", latitude: 52.5, longitude: 13.4)
        guard let heard = person.reply(to: seen, wanting: try wishNow(wish), at: place) else {
            throw Stuck("there is no way to answer: \(seen.map(\.json.text))")
        }
        if case .text(let words) = heard { return try look(talk.say(words)) }
        try look(talk.happen(.heard(heard, bubble: nil)))
        // Several photos become one answer when no more arrive.
        for outcome in try talk.wait(.seconds(30)) { try look(outcome) }
    }

    /// Returns the answer to the open page, where pages are asked one after another.
    private func wishNow(_ wish: Wish) throws -> Wish {
        guard case .pages(let pages) = wish, let form = talk.session?.open?.form else { return wish }
        guard let page = form.page else { return .labels(["Send"]) }
        guard let wanted = pages.first(where: { $0.0 == page }) else { throw Stuck("nobody wanted to see \(page)") }
        return wanted.1
    }

    private mutating func look(_ outcome: Outcome) throws {
        guard case .turn(let turn) = outcome else { throw Stuck("nothing happened: \(outcome)") }
        let sent = turn.effects.compactMap { if case .send(let outgoing) = $0 { outgoing.message } else { nil } }
        if !sent.isEmpty { seen = sent }
    }

    /// Texts fit into their places, and include the question.
    private func expectReadable() throws {
        let asked = try #require(talk.session?.open?.asked)
        let texts = seen.compactMap(\.wordsAlone)
        let bubble = seen.last?.bubbleTitle
        #expect(texts.contains { $0.hasPrefix(asked.prompt) } || bubble == asked.prompt, "\(asked.prompt) is not said")
        #expect(bubble?.count ?? 0 <= Self.bubble, "cut in a bubble: \(bubble ?? "")")
    }
}

/// The reason why a conversation cannot continue.
struct Stuck: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Message {
    /// The message's text in the conversation.
    fileprivate var wordsAlone: String? {
        switch self {
        case .text(let text): text
        case .prompt(let prompt): prompt.words
        default: nil
        }
    }

    /// The title of the bubble.
    fileprivate var bubbleTitle: String? {
        switch self {
        case .list(let message): message.bubble.title
        case .times(let message): message.bubble.title
        case .signIn(let message): message.bubble.title
        case .pay(let message): message.bubble.title
        case .app(let message): message.bubble.title
        case .form(let message): message.bubble.title
        case .text, .prompt, .buttons, .link, .card: nil
        }
    }
}

import Expressions
import FlowModel
import Foundation

/// Made-up values that replace private answers in a saved chat.
struct PrivateStandIns: Sendable {
    /// A text of a flow, split at the names that are inserted into it.
    fileprivate struct Pattern: Sendable {
        let pieces: [String]

        init(_ template: Template) {
            var pieces = [""]
            for part in template.parts {
                if case .text(let text) = part { pieces[pieces.count - 1] += text } else { pieces.append("") }
            }
            self.pieces = pieces.map(Self.oneLine)
        }

        /// The text with `*` in place of every name.
        var words: String { pieces.joined(separator: "*") }

        func fits(_ text: String) -> Bool {
            let text = Self.oneLine(text)
            guard text.hasPrefix(pieces[0]) else { return false }
            guard pieces.count > 1 else { return text == pieces[0] }
            var rest = text.dropFirst(pieces[0].count)
            for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
                guard let found = rest.firstRange(of: piece) else { return false }
                rest = rest[found.upperBound...]
            }
            return rest.hasSuffix(pieces[pieces.count - 1])
        }

        private static func oneLine(_ text: String) -> String { text.replacing(/[\r\n]+/, with: " ") }
    }

    /// The private questions; a form has a stand-in for each of its pages.
    private let questions: [(pattern: Pattern, standIn: StandIn)]
    /// Texts into which private values are inserted.
    private let texts: [Pattern]
    /// Words that navigate, and so are not answers.
    private let words: Set<String>
    private var open: StandIn?
    private var secrets: [(words: String, standIn: String)] = []

    init(_ bot: Bot) {
        var questions: [(Pattern, StandIn)] = []
        var texts: [Pattern] = []
        for flow in bot.flows {
            for step in flow.steps {
                if case .ask(let question) = step.thing,
                    question.isPrivate || question.kind.offeredNames.contains(where: flow.mayBePrivate)
                {
                    let asks = [question.ask, question.bubble.title].compactMap { $0 }
                    questions += asks.flatMap { $0.patterns(in: bot) }.map { ($0, StandIn(question.kind)) }
                }
                texts += step.texts.filter { flow.holdsPrivate($0.source) }.flatMap { $0.patterns(in: bot) }
            }
        }
        self.questions = questions
        self.texts = texts
        let anywhere = bot.flows.flatMap(\.anywhere.keys) + Array(bot.anywhere.keys)
        words = Set(anywhere + ["stop", "end", "unsubscribe", "menu", "list", "?"])
    }

    /// Processes a text of the bot. Returns what is recorded.
    mutating func heard(_ text: String) -> String {
        open = questions.first { $0.pattern.fits(text) }?.standIn
        if let pattern = texts.first(where: { $0.fits(text) }) { return pattern.words }
        return secrets.reduce(text) { text, secret in
            text.replacingOccurrences(of: secret.words, with: secret.standIn, options: .caseInsensitive)
        }
    }

    /// Whether the open question is private.
    var isOpen: Bool { open != nil }

    /// Processes a text of the customer. Returns what is recorded.
    mutating func said(_ text: String) -> String {
        guard let open, !words.contains(text.lowercased()) else {
            return secrets.reduce(text) {
                $0.replacingOccurrences(of: $1.words, with: $1.standIn, options: .caseInsensitive)
            }
        }
        return hide(text, behind: open.whole)
    }

    /// Processes a page of a form that the customer fills in. Returns what is recorded.
    mutating func filled(_ text: String, on page: String) -> String {
        guard let open, !text.isEmpty else { return text }
        return hide(text, behind: open.pages[page] ?? open.whole)
    }

    private mutating func hide(_ text: String, behind standIn: String) -> String {
        secrets.append((text, standIn))
        return standIn
    }

    /// The replacement of an answer.
    private struct StandIn: Sendable {
        let whole: String
        let pages: [String: String]

        init(_ kind: Question.Kind) {
            whole = kind.standIn
            guard case .form(let form) = kind else {
                pages = [:]
                return
            }
            pages = Dictionary(form.pages.map { ($0.name, $0.kind.standIn) }) { $1 }
        }
    }
}

extension Phrase {
    /// The text in every language of the bot.
    fileprivate func patterns(in bot: Bot) -> [PrivateStandIns.Pattern] {
        bot.languages.map { PrivateStandIns.Pattern(template(in: $0)) }
    }
}

extension Flow {
    fileprivate func holdsPrivate(_ template: Template) -> Bool {
        template.inserts.contains { $0.name.text == "said" || mayBePrivate($0.name) }
    }
}

extension Step {
    /// The texts of the step that may contain names.
    fileprivate var texts: [Phrase] {
        var texts = openings.flatMap { opening -> [Phrase] in
            switch opening {
            case .say(.text(let phrase)): [phrase]
            case .say(.lines(_, let line, let ifEmpty)): [line] + [ifEmpty].compactMap { $0 }
            default: []
            }
        }
        if case .ask(let question) = thing {
            texts += [question.ask, question.bubble.title, question.silent?.say].compactMap { $0 }
            if case .retry(let say?, _, _) = question.other { texts.append(say) }
        }
        if let say = failed?.say { texts.append(say) }
        return texts
    }
}

extension Question.Kind {
    /// A made-up answer of its type.
    fileprivate var standIn: String {
        switch self {
        case .text(let question): question.standIn
        case .number(let question): "\(max(question.atLeast ?? 1, min(1, question.atMost ?? 1)))"
        case .money(let question): "\(max(question.atLeast ?? 10, min(10, question.atMost ?? 10)))"
        case .date: "2000-01-15"
        case .choice, .times, .signIn, .pay, .app, .photo, .file, .place, .form: "Something"
        }
    }
}

extension TextQuestion {
    private static let madeUp: [Kind: String] = [
        .name: "Ana Example", .email: "ana@example.com", .phone: "+49 30 5550100",
        .webAddress: "https://www.example.com",
        .postcode: "10115", .city: "Berlin", .street: "Example Street 1", .code: "123456",
    ]

    fileprivate var standIn: String {
        let usual = Self.madeUp[kind] ?? "Something"
        guard usual.count < atLeast || usual.count > atMost || !(matches?.matches(usual) ?? true) else { return usual }
        return matches?.sample(atLeast: atLeast, atMost: atMost)
            ?? String(String(repeating: usual, count: max(1, atLeast / usual.count + 1)).prefix(atMost))
    }
}

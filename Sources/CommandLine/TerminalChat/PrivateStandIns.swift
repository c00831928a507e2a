import Expressions
import FlowModel
import Foundation

/// Made-up values that replace private answers in a saved chat.
struct PrivateStandIns: Sendable {
    /// The private questions; a form has a stand-in for each of its pages.
    private let questions: [(pattern: TextPattern, standIn: StandIn)]
    /// Texts into which private values are inserted.
    private let texts: [TextPattern]
    /// Texts into which other values are inserted.
    private let others: [TextPattern]
    /// Texts into which nothing is inserted.
    private let constants: Set<String>
    /// Words that navigate, and so are not answers.
    private let words: Set<String>
    private var open: StandIn?
    private var secrets: [(words: String, standIn: String)] = []
    /// A shorter answer, such as a number, means something else where it occurs again.
    private static let shortestTold = 3

    init(_ bot: Bot) {
        var questions: [(TextPattern, StandIn)] = []
        var texts: [TextPattern] = []
        var others: [TextPattern] = []
        for flow in bot.flows {
            for step in flow.steps {
                if case .ask(let question) = step.thing,
                    question.isPrivate || question.kind.offeredNames.contains(where: flow.mayBePrivate)
                {
                    let asks = [question.ask, question.bubble.title].compactMap { $0 }
                    questions += asks.flatMap { $0.patterns(in: bot) }.map { ($0, StandIn(question.kind)) }
                }
                texts += step.texts.filter { flow.holdsPrivate($0.source) }.flatMap { $0.patterns(in: bot) }
                others += step.texts.filter { !flow.holdsPrivate($0.source) }.flatMap { $0.patterns(in: bot) }
            }
        }
        self.questions = questions
        self.texts = texts
        self.others = others.filter { $0.constant == nil }
        constants = Set(others.compactMap(\.constant))
        let anywhere = bot.flows.flatMap(\.anywhere.keys) + Array(bot.anywhere.keys)
        words = Set(anywhere + ["stop", "end", "unsubscribe", "menu", "list", "?"])
    }

    /// Processes a text of the bot. Returns what is recorded: `*` where a private value is filled in.
    mutating func heard(_ text: String) -> String {
        let isConstant = constants.contains(TextPattern.oneLine(text))
        open = questions.first { $0.pattern.fits(text) && (!isConstant || $0.pattern.constant != nil) }?.standIn
        if isConstant { return text }
        if let pattern = texts.first(where: { $0.fits(text) }) { return pattern.words }
        for pattern in others {
            guard let values = pattern.values(in: text) else { continue }
            return pattern.text(with: values.map { isPrivate($0) ? "*" : $0 })
        }
        return secrets.reduce(text) { $0.replacingWords($1.words, with: "*") }
    }

    /// Whether a private answer is part of a value.
    private func isPrivate(_ value: Substring) -> Bool {
        secrets.contains { !value.ranges(ofWords: $0.words).isEmpty }
    }

    /// Whether the open question is private.
    var isOpen: Bool { open != nil }

    /// Processes a text of the customer. Returns what is recorded.
    mutating func said(_ text: String) -> String {
        guard let open, !words.contains(text.lowercased()) else {
            return secrets.filter { $0.words.count >= Self.shortestTold }
                .reduce(text) { $0.replacingWords($1.words, with: $1.standIn) }
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

extension StringProtocol {
    /// Where words stand alone in the text, and not inside a longer word or number.
    fileprivate func ranges(ofWords words: String) -> [Range<Index>] {
        var found: [Range<Index>] = []
        var start = startIndex
        while let range = range(of: words, options: .caseInsensitive, range: start..<endIndex), !range.isEmpty {
            let before = self[..<range.lowerBound].last
            let after = self[range.upperBound...].first
            if !continues(before, words.first), !continues(words.last, after) { found.append(range) }
            start = range.upperBound
        }
        return found
    }

    /// Whether two characters side by side are parts of one word.
    private func continues(_ first: Character?, _ second: Character?) -> Bool {
        [first, second].allSatisfy { $0?.isLetter ?? false || $0?.isNumber ?? false }
    }
}

extension String {
    fileprivate func replacingWords(_ words: String, with other: String) -> String {
        var text = self
        for range in ranges(ofWords: words).reversed() { text.replaceSubrange(range, with: other) }
        return text
    }
}

extension Phrase {
    /// The text in every language of the bot.
    fileprivate func patterns(in bot: Bot) -> [TextPattern] {
        bot.languages.map { TextPattern(template(in: $0)) }
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

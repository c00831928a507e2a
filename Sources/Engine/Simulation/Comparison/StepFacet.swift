import Expressions
import FlowModel

/// A part of what a step is for customers, beside the answers that it offers and where it leads.
enum StepFacet: Hashable, CaseIterable {
    /// The action that is called.
    case action
    /// The people who get the conversation.
    case queue
    /// When these people are there.
    case hours
    /// What a question asks for: an answer that it offers, a time, a number from 1 to 9.
    case asksFor
    /// The text of the question.
    case question
    case says
    /// Said while a call takes long, or once people have the conversation.
    case meanwhile
    case silenceText, unexpectedText, cancelledText, unableText, emptyText, failureText, unansweredText
    /// How long the bot waits for an answer, and how often it reminds.
    case silence
    /// How often it asks again when a reply fits nothing.
    case tries
    case conditions

    /// The branch of the step to which it belongs; `nil` for the step itself.
    var way: StepWay? {
        switch self {
        case .silenceText, .silence: .silent
        case .unexpectedText, .tries: .other
        case .cancelledText: .cancelled
        case .unableText: .unable
        case .emptyText: .empty
        case .failureText: .failed
        case .unansweredText: .unanswered
        case .action, .queue, .hours, .asksFor, .question, .says, .meanwhile, .conditions: nil
        }
    }
}

/// What a step is for customers, facet by facet, as it is written.
struct StepFace: Equatable {
    private var parts: [StepFacet: [String]] = [:]
    let offers: [String]

    /// What `tries` says where the bot does not ask again.
    static let never = "never"

    subscript(_ facet: StepFacet) -> [String] { parts[facet] ?? [] }

    /// - Parameters:
    ///   - language: the language of the texts.
    ///   - rename: gives a name of the flow its new one.
    init(_ step: Step, in bot: Bot, language: String, rename: @escaping (String) -> String = { $0 }) {
        let written = { (phrase: Phrase?) in
            phrase.map { [$0.template(in: language).renaming(rename).asWritten] } ?? []
        }
        offers = step.offered.map { $0.template(in: language).renaming(rename).asWritten }
        parts[.says] = step.openings.flatMap { opening -> [String] in
            switch opening {
            case .say(.text(let phrase)): written(phrase)
            case .say(.lines(_, let line, let ifEmpty)): written(line) + written(ifEmpty)
            case .set, .show, .stopReminding, .giveBack: []
            }
        }
        parts[.failureText] = written(step.failed?.say)
        switch step.thing {
        case .ask(let question): add(question, written)
        case .call(let call):
            parts[.action] = [bot.actions[call.action].name]
            parts[.meanwhile] = written(call.meanwhile)
        case .handOver(let handOver):
            let queue = bot.queues[handOver.queue]
            parts[.queue] = [queue.name]
            parts[.hours] = queue.week.map { [bot.weeks[$0].written] } ?? []
            parts[.meanwhile] = written(handOver.meanwhile)
            parts[.unansweredText] = written(handOver.unanswered?.say)
        case .decide(let lines, _): parts[.conditions] = lines.map { $0.condition.words.renamingNames(rename) }
        case .go, .run, .remind: break
        }
    }

    private mutating func add(_ question: Question, _ written: (Phrase?) -> [String]) {
        parts[.asksFor] = [question.kind.asked]
        parts[.question] = written(question.ask)
        if let silent = question.silent {
            parts[.silenceText] = written(silent.say)
            let reminders = silent.repeats == 1 ? "a reminder" : "\(silent.repeats) reminders"
            let after = "after \(silent.after.inTranscript)"
            parts[.silence] = [silent.say == nil || silent.repeats == 0 ? after : "\(after) with \(reminders)"]
        }
        if case .retry(let say, let tries, _) = question.other {
            parts[.unexpectedText] = written(say)
            parts[.tries] = [tries == 1 ? "once" : tries == 0 ? Self.never : "\(tries) times"]
        }
        parts[.cancelledText] = written(question.cancelled?.say)
        parts[.unableText] = written(question.unable?.say)
        parts[.emptyText] = written(question.empty?.say)
    }
}

extension Question.Kind {
    /// What the customer is asked for.
    fileprivate var asked: String {
        switch self {
        case .choice(let choice): choice.several ? "several of the answers" : "one of the answers"
        case .times: "a time"
        case .text(let text): "a text (\(text.kind.rawValue))\(text.bounds)"
        case .number(let number): "a number" + Self.bounds(number.atLeast, number.atMost)
        case .money(let money): "an amount" + Self.bounds(money.atLeast, money.atMost)
        case .date(let date): "a date" + Self.bounds(date.from.map(\.written), date.to.map(\.written))
        case .signIn: "a sign-in"
        case .pay: "a payment"
        case .app: "an answer in an app"
        case .photo(let photo): photo.atMost == 1 ? "a photo" : "up to \(photo.atMost) photos"
        case .file: "a file"
        case .place(let place): place.isAddress ? "an address" : "a place"
        case .form(let form): "a form (\(form.pages.map(\.name).joined(separator: ", ")))"
        }
    }

    fileprivate static func bounds(_ least: (some CustomStringConvertible)?, _ most: (some CustomStringConvertible)?)
        -> String
    {
        switch (least, most) {
        case (let least?, let most?): " from \(least) to \(most)"
        case (let least?, nil): " of at least \(least)"
        case (nil, let most?): " of at most \(most)"
        case (nil, nil): ""
        }
    }
}

extension TextQuestion {
    /// How long the text may be, and the pattern that it matches, where an author has written that.
    fileprivate var bounds: String {
        let length = Question.Kind.bounds(atLeast == 1 ? nil : atLeast, atMost == 2_000 ? nil : atMost)
        let pattern = matches.map { " that matches `\($0.source)`" } ?? ""
        return (length.isEmpty ? "" : "\(length) characters") + pattern
    }
}

extension DateLimit {
    /// The limit as an author writes it.
    fileprivate var written: String {
        switch self {
        case .date(let date): return date.iso
        case .today(let years, let days):
            let parts = [(years, "years"), (days, "days")].filter { $0.0 != 0 }
            return "today" + parts.map { " \($0.0 < 0 ? "-" : "+") \(abs($0.0)) \($0.1)" }.joined()
        }
    }
}

extension Week {
    /// All hours as text, to be compared; not the name.
    fileprivate var written: String {
        "\(weekdays) \(dates) \(yearly) \(zone.map { "\($0)" } ?? "")"
    }
}

extension Template {
    /// The text with other names in its braces.
    fileprivate func renaming(_ rename: (String) -> String) -> Template {
        Template(
            parts.map { part in
                guard case .insert(let insert) = part else { return part }
                let name = Name([rename(insert.name.root)] + insert.name.fields)
                return .insert(
                    Insert(
                        name: name, nameRange: insert.nameRange, style: insert.style, fallback: insert.fallback,
                        range: insert.range))
            })
    }
}

extension String {
    /// The text with other names in place of whole words.
    func renamingNames(_ rename: (String) -> String) -> String {
        var text = ""
        var word = ""
        for character in self {
            if character.isLetter || character.isNumber || "-_".contains(character) {
                word.append(character)
            } else {
                text += word.isEmpty ? "" : rename(word)
                word = ""
                text.append(character)
            }
        }
        return text + (word.isEmpty ? "" : rename(word))
    }
}

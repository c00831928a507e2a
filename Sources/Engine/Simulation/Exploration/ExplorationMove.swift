import Expressions
import FlowEngine
import FlowModel
import Foundation
import MessageModel

/// Something that an exploration tries in a state, as lines of a transcript.
struct ExplorationMove {
    enum Kind {
        /// The open question gets an answer that it offers or asks for, or one at or beyond its bounds.
        case answer
        /// Words that fit nothing.
        case unexpected
        /// A word that works anywhere.
        case anywhere
        /// A tap on the bubble of an earlier question.
        case oldTap
        /// Time passes.
        case silence
        /// People give the conversation back.
        case person
        /// Something happens outside that the conversation listens to.
        case event

        /// Whether the customer does it to continue.
        var isByCustomer: Bool {
            switch self {
            case .answer, .unexpected, .anywhere, .oldTap: true
            case .silence, .person, .event: false
            }
        }
    }

    let kind: Kind
    let lines: [String]

    var isByCustomer: Bool { kind.isByCustomer }

    private init(_ kind: Kind, _ lines: [String]) {
        self.kind = kind
        self.lines = lines
    }

    /// The first messages of a conversation.
    static func beginnings(of bot: Bot) -> [ExplorationMove] {
        let words = bot.entries.compactMap { entry in
            if case .words(let words) = entry.condition { words.first } else { nil }
        }
        return (["Hello"] + words).map { ExplorationMove(.answer, ["you: \($0)"]) }
    }

    /// The customer writes a word that works anywhere.
    static func saying(_ word: String) -> ExplorationMove { ExplorationMove(.anywhere, ["you: \(word)"]) }

    /// All moves in a state.
    static func all(in world: World, limits: ExplorationLimits) -> [ExplorationMove] {
        guard let session = world.session else { return beginnings(of: world.bot) }
        var moves: [ExplorationMove] = []
        var answers = 0
        var times: [ExplorationMove] = []
        for offer in PlayOffer.all(in: world) {
            switch offer.kind {
            case .close: break
            case .wait: moves.append(ExplorationMove(.silence, offer.lines))
            case .person where offer.lines == ["person: \(Player.givesBack)"]:
                moves.append(ExplorationMove(.person, offer.lines))
            case .person: break
            case .event: moves.append(ExplorationMove(.event, offer.lines))
            // In words, because a time may no longer be offered where another conversation leads to the same state.
            case .pick: times.append(ExplorationMove(.answer, ["pick: \(times.isEmpty ? "first" : "last") time"]))
            case .say, .tap, .fill, .photo, .file, .place, .pay, .signIn, .app, .change:
                guard session.status == .waiting, answers < limits.answers else { break }
                answers += 1
                moves.append(ExplorationMove(.answer, offer.lines))
            }
        }
        // All times of a question lead to one destination.
        moves += times.prefix(1) + times.dropFirst().suffix(1)
        guard session.status == .waiting, let open = session.open else { return moves }
        moves += open.asked.wordsAtBounds.map { ExplorationMove(.answer, ["you: \($0)"]) }
        moves.append(ExplorationMove(.unexpected, ["you: ???"]))
        moves += world.anywhereWords.map { ExplorationMove(.anywhere, ["you: \($0)"]) }
        if let old = world.oldAnswer { moves.append(ExplorationMove(.oldTap, ["tap old: \(old)"])) }
        return moves
    }
}

extension AskedQuestion {
    /// What is typed at the other bounds of a question, and beyond them.
    fileprivate var wordsAtBounds: [String] {
        switch kind {
        case .number(let number):
            let past = [number.atLeast.map { $0 - 1 }, number.atMost.map { $0 + 1 }, number.atMost]
            return past.compactMap { $0.map { "\($0)" } }
        case .money(let money):
            let past = [money.atLeast.map { $0 - 1 }, money.atMost.map { $0 + 1 }, money.atMost]
            return past.compactMap { $0.map { "\($0) \(money.currency.code)" } }
        case .text(let text) where text.atMost <= 1_000:
            let most = text.matches == nil && text.atMost > 100 ? [String(repeating: "x", count: text.atMost)] : []
            return most + [String(repeating: "x", count: text.atMost + 1)]
        case .text, .choice, .times, .date, .signIn, .pay, .app, .photo, .file, .place, .form: return []
        }
    }
}

extension World {
    /// A word for each destination of the words that work anywhere.
    fileprivate var anywhereWords: [String] {
        var words: [Destination: String] = [:]
        let flow = bot.flows.first { $0.name == session?.flow }
        let all = bot.anywhere.merging(flow?.anywhere ?? [:]) { _, own in own }
        for (word, destination) in all {
            if let known = words[destination], (known.count, known) <= (word.count, word) { continue }
            words[destination] = word
        }
        return words.values.sorted()
    }

    /// `step / label`: the first answer of the question before the open one.
    fileprivate var oldAnswer: String? {
        guard let open = session?.open, let old = questions.last(where: { !open.ids.contains($0.asked.id) }),
            questions.last(where: { $0.step == old.step })?.asked.id == old.asked.id
        else { return nil }
        guard case .choice(let choice) = old.asked.kind, let label = choice.options.first?.label else { return nil }
        return "\(old.step) / \(label.onOneLine)"
    }
}

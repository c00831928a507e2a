import Expressions
import FlowEngine
import FlowModel

/// Words that work anywhere.
extension ComparedVersions {
    func anywhereWords(_ words: ChangeWords) -> [DraftChange] {
        let flows = [nil] + new.bot.bot.flows.map { Optional($0.name) }
        return flows.flatMap { flow in
            changes(of: anywhere(flow, old), to: anywhere(flow, new), in: flow, words)
        }
    }

    /// Where the words of a flow, or those of the bot, lead, by the new names of steps.
    private func anywhere(_ flow: String?, _ version: ExploredVersion) -> [AnywhereWord: StepDestination] {
        let bot = version.bot.bot
        let own = flow.map { name in bot.flows.first { $0.name == name } }
        let plain = own.map { $0?.anywhere ?? [:] } ?? bot.anywhere
        let translated = own.map { $0?.anywhereByLanguage ?? [:] } ?? bot.anywhereByLanguage
        let contained = own.map { $0?.contained ?? [] } ?? bot.contained
        var all: [AnywhereWord: Destination] = [:]
        for (language, words) in translated.merging([bot.languages[0]: plain], uniquingKeysWith: { $1 }) {
            for (word, destination) in words {
                all[AnywhereWord(text: word, language: language, isContained: false)] = destination
            }
        }
        // The first line wins.
        for line in contained.reversed() {
            for (language, words) in line.words {
                for word in words {
                    let key = AnywhereWord(text: word.text, language: language, isContained: true)
                    all[key] = line.destination
                }
            }
        }
        return all.mapValues { version.isOld ? renamed(version.written($0)) : version.written($0) }
    }

    private func changes(
        of before: [AnywhereWord: StepDestination], to after: [AnywhereWord: StepDestination], in flow: String?,
        _ words: ChangeWords
    ) -> [DraftChange] {
        struct Change: Hashable {
            let was: StepDestination?
            let becomes: StepDestination?
            let language: String
            let isContained: Bool
        }
        let first = new.bot.bot.languages[0]
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        var order: [Change] = []
        var spoken: [Change: [AnywhereWord]] = [:]
        for word in changed {
            let change = Change(
                was: before[word], becomes: after[word], language: word.language, isContained: word.isContained)
            if spoken[change] == nil { order.append(change) }
            spoken[change, default: []].append(word)
        }
        return order.compactMap { change in
            guard let own = spoken[change] else { return nil }
            let list = ChangeWords.list(own.map { "*\($0.text)*" }, change.isContained ? "or" : "and", others: "words")
            let place = (change.language == first ? "" : " (`\(change.language)`)") + (flow.map { " in *\($0)*" } ?? "")
            let isOne = own.count == 1
            let subject =
                change.isContained ? "A text with \(list)\(place)" : "The word\(isOne ? "" : "s") \(list)\(place)"
            let verb = isOne || change.isContained ? "leads" : "lead"
            let was = change.was.map { words.destinations([$0]) }
            let text =
                if let becomes = change.becomes {
                    "\(subject) now \(verb) to \(words.destinations([becomes]))" + (was.map { " (was: \($0))" } ?? "")
                } else {
                    "\(subject) no longer \(verb) to \(was ?? "")"
                }
            let version = change.becomes == nil ? old : new
            return DraftChange(
                kind: .leads, text: "\(text).",
                steps: [change.becomes, change.was].compactMap { $0?.step }.prefix(1).map { $0 },
                showing: version.saying(own[0], in: flow, scenes), namesScene: true)
        }
    }
}

/// A word that leads elsewhere from every question.
private struct AnywhereWord: Hashable, Comparable {
    let text: String
    let language: String
    /// Whether it may stand inside a text.
    let isContained: Bool

    static func < (one: Self, other: Self) -> Bool {
        (one.isContained ? 1 : 0, one.language, one.text) < (other.isContained ? 1 : 0, other.language, other.text)
    }
}

extension ExploredVersion {
    /// The first question in the language of a word at which it can be written, and the word.
    fileprivate func saying(_ word: AnywhereWord, in flow: String?, _ scenes: [String]) -> ShowingMove? {
        let isFirst = word.language == bot.bot.languages[0]
        for (place, walk) in walks.enumerated()
        where isFirst || scenes[place] == ExplorationScene.name(ofLanguage: word.language) {
            let asked = walk?.nodes.firstIndex { $0.status == .waiting && (flow == nil || $0.step?.flow == flow) }
            if let asked {
                let text = word.text.hasSuffix("*") ? String(word.text.dropLast()) : word.text
                return showing(FirstPassage(order: 0, index: asked, lines: ["you: \(text)"], calls: []), in: place)
            }
        }
        return nil
    }
}

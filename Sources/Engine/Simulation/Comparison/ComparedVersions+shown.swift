import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What the same conversation shows in both versions: other times, other prices, other texts of the bot, other steps.
extension ComparedVersions {
    /// Plays conversations that together pass everything in both versions, and finds where they differ.
    ///
    /// - Parameter explained: the differences of which something is said already; those that are found are added.
    func shown(
        beyond explained: inout ExplainedDifferences, _ words: ChangeWords, unless isAbandoned: () -> Bool
    ) -> (changes: [DraftChange], isComplete: Bool) {
        var changes: [DraftChange] = []
        for scene in scenes.indices {
            guard let walk = new.walks[scene], old.walks[scene] != nil else { continue }
            var passed: Set<Passage> = []
            // Behind these states the versions are in different steps.
            var parted: Set<Int> = []
            let longestFirst = walk.firsts.sorted { one, other in
                let (left, right) = (walk.nodes[one.value.index].depth, walk.nodes[other.value.index].depth)
                return left == right ? one.value.order < other.value.order : left > right
            }
            for (passage, first) in longestFirst where !passed.contains(passage) {
                if isAbandoned() { return (changes, false) }
                guard parted.isDisjoint(with: walk.places(to: first.index)) else { continue }
                let showing = new.showing(first, in: scene)
                let (before, after) = (play(showing, old), play(showing, new))
                let end = sameSteps(before, after)
                for (before, after) in zip(before.turns, after.turns).prefix(end) {
                    changes += differences(before, after, showing, beyond: &explained, words)
                }
                if end == after.turns.count { passed.formUnion(after.passages) }
                guard end < before.turns.count, end < after.turns.count else { continue }
                let state = new.state(behind: after.turns[end].line, of: showing)
                if let state { parted.insert(state) }
                let part = state.flatMap { new.showing(state: $0, in: scene) } ?? showing
                changes += parting(before.turns[end], after.turns[end], part, beyond: &explained, words)
            }
        }
        return (changes, true)
    }

    private func play(_ showing: ShowingMove, _ version: ExploredVersion) -> Play {
        let thread = ThreadText(new.lines(of: showing).map { "\($0)\n" }.joined())
        let bot = version.bot.bot
        return Play(of: thread, flow: bot.flows[bot.start.flow].name, on: .asWritten, with: version.bot)
    }

    // Where conversations part.

    /// How many of the first lines lead to the same steps.
    private func sameSteps(_ old: Play, _ new: Play) -> Int {
        zip(old.turns, new.turns).prefix { before, after in
            before.line == after.line && compared(before, self.old) == compared(after, self.new)
        }.count
    }

    /// The steps that a line has led to, as far as customers notice them in both versions.
    private func compared(_ turn: PlayTurn, _ version: ExploredVersion) -> [PlayStep] {
        noticed(turn, version).map { version.isOld ? renamed($0) : $0 }.filter { !noticedInOne.contains($0) }
    }

    /// The steps that a line has led to, as far as customers notice them in one of the versions.
    private func noticed(_ turn: PlayTurn, _ version: ExploredVersion) -> [PlayStep] {
        (turn.moves.map(\.to) + [turn.state.step]).compactMap { $0 }.filter {
            version.isNoticed($0) || noticedInOne.contains($0)
        }
    }

    /// The sentence of a line that leads to other steps, if nothing else explains it.
    private func parting(
        _ old: PlayTurn, _ new: PlayTurn, _ showing: ShowingMove, beyond explained: inout ExplainedDifferences,
        _ words: ChangeWords
    ) -> [DraftChange] {
        let (was, becomes) = (compared(old, self.old), compared(new, self.new))
        let same = zip(was, becomes).prefix { $0.0 == $0.1 }.count
        let destination = { (steps: [PlayStep], turn: PlayTurn) -> StepDestination in
            if same < steps.count { return .step(steps[same]) }
            return turn.state.step == nil ? .end : .stays
        }
        guard old.line == new.line, was != becomes, let home = new.moves.first?.from ?? new.state.step,
            explained.addParting(at: old.steps.map(renamed) + new.steps)
        else { return [] }
        let to = words.destinations([destination(becomes, new)])
        let past = words.destinations([destination(was, old)])
        return [
            DraftChange(
                kind: .leads, text: "After these answers customers now come to \(to) (was: \(past)).", steps: [home],
                showing: showing)
        ]
    }

    // What lines show.

    /// The sentences of a line that shows or calls something else, as far as nothing else explains it.
    private func differences(
        _ old: PlayTurn, _ new: PlayTurn, _ showing: ShowingMove, beyond explained: inout ExplainedDifferences,
        _ words: ChangeWords
    ) -> [DraftChange] {
        var found = calls(old, new, beyond: &explained, words)
        let steps = noticed(new, self.new)
        for aspect in new.differing(from: old) where !explained.covers(aspect, at: steps) {
            let isBranch = aspect == .texts && new.isOfBranch
            if isBranch, explained.covers(.textsOfBranches, at: steps + new.steps) { continue }
            guard let place = new.place, explained.add(aspect, at: place) else { continue }
            found.append((place, text(aspect, old, new, place, words)))
        }
        return found.map { place, text in
            DraftChange(
                kind: .shows, text: text, steps: [place],
                showing: self.new.passage(of: place, nil, in: showing.scene) ?? showing)
        }
    }

    /// The calls of a line that have other inputs, or are others, each with its step and its sentence.
    private func calls(
        _ old: PlayTurn, _ new: PlayTurn, beyond explained: inout ExplainedDifferences, _ words: ChangeWords
    ) -> [(PlayStep, String)] {
        var found: [(PlayStep, String)] = []
        for number in 0..<max(old.called.count, new.called.count) {
            let before = old.called.indices.contains(number) ? old.called[number] : nil
            let after = new.called.indices.contains(number) ? new.called[number] : nil
            guard before != after else { continue }
            let bot = self.new.bot.bot
            let calling = new.moves.compactMap(\.to).first { self.new.step($0)?.action(in: bot) == after?.action }
            guard let place = (after == nil ? nil : calling) ?? new.place, !explained.covers(.calls, at: [place]),
                explained.add(.calls, at: place)
            else { continue }
            let isSame = before?.action == after?.action
            let what = after.map {
                isSame ? "`\($0.action)` is now called with other values" : "`\($0.action)` is now called"
            }
            found.append((place, "At \(words.name(place)) \(what ?? "other actions are called now")."))
        }
        return found
    }

    private func text(
        _ aspect: ShownAspect, _ old: PlayTurn, _ new: PlayTurn, _ step: PlayStep, _ words: ChangeWords
    ) -> String {
        let place = words.name(step)
        switch aspect {
        case .total:
            guard let (was, becomes) = zip(old.totals, new.totals).first(where: { $0.0 != $0.1 }) else { break }
            return "At \(place) customers now pay \(becomes.text), and paid \(was.text)."
        case .times: return "At \(place) the bot now offers other times."
        case .calls, .texts, .textsOfBranches: break
        }
        let difference = new.texts(comparedWith: old).difference(from: old.texts(comparedWith: new))
        let was = difference.removals.compactMap { $0.element.words?.onOneLine }
        let becomes = difference.insertions.compactMap { $0.element.words?.onOneLine }
        if was == becomes { return "At \(place) the bot shows the same texts differently." }
        return ChangeWords.said("at \(place) the bot", "says", "said", becomes, was).asSentence
    }
}

/// A call without its identifier.
private struct Called: Equatable {
    let action: String
    let inputs: Fields
}

extension PlayTurn {
    /// All steps that a line has left or led to.
    fileprivate var steps: [PlayStep] {
        (moves.flatMap { [$0.from, $0.to] } + [state.step]).compactMap { $0 }
    }

    /// Whether a reply fitted nothing, or a branch beside the answers has led on.
    fileprivate var isOfBranch: Bool {
        moves.isEmpty
            || moves.contains { move in
                switch move.exit {
                case .way(.away), .way(.unanswered), .way(.silent), .way(.other), .way(.failed), .way(.cancelled),
                    .way(.unable), .way(.empty):
                    true
                default: false
                }
            }
    }

    /// The step at which the line shows something.
    fileprivate var place: PlayStep? { state.step ?? moves.last?.from }

    /// The aspects in which a line shows something else, beside its calls.
    fileprivate func differing(from old: PlayTurn) -> [ShownAspect] {
        var aspects: [ShownAspect] = []
        if zip(old.totals, totals).contains(where: { $0.0 != $0.1 }) { aspects.append(.total) }
        if zip(old.slots, slots).contains(where: { $0.0 != $0.1 }) { aspects.append(.times) }
        if texts(comparedWith: old) != old.texts(comparedWith: self) { aspects.append(.texts) }
        return aspects
    }

    /// The messages, without those that ask for another payment or other times.
    fileprivate func texts(comparedWith other: PlayTurn) -> [Message] {
        guard totals != other.totals || slots != other.slots else { return messages }
        return messages.filter {
            switch $0 {
            case .times, .pay: false
            default: true
            }
        }
    }

    private var messages: [Message] {
        events.compactMap { if case .bot(let message) = $0 { message.message } else { nil } }
    }

    fileprivate var totals: [Money] {
        messages.compactMap { if case .pay(let message) = $0 { message.pay.sheet.total } else { nil } }
    }

    private var slots: [[TimesMessage.Slot]] {
        messages.compactMap { if case .times(let message) = $0 { message.slots } else { nil } }
    }

    fileprivate var called: [Called] { calls.map { Called(action: $0.action, inputs: $0.inputs) } }
}

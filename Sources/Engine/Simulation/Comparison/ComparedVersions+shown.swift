import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What the same conversation shows in both versions: other times, other prices, other texts of the bot.
extension ComparedVersions {
    /// Plays conversations that together pass everything in both versions, and finds where they first differ.
    ///
    /// - Parameter explained: the steps of which something is said already; those that are found are added.
    func shown(
        beyond explained: inout Set<PlayStep>, _ words: ChangeWords, unless isAbandoned: () -> Bool
    ) -> (changes: [DraftChange], isComplete: Bool) {
        var changes: [DraftChange] = []
        for scene in scenes.indices {
            guard let walk = new.walks[scene], old.walks[scene] != nil else { continue }
            var passed: Set<Passage> = []
            let longestFirst = walk.firsts.sorted { one, other in
                let (left, right) = (walk.nodes[one.value.index].depth, walk.nodes[other.value.index].depth)
                return left == right ? one.value.order < other.value.order : left > right
            }
            for (passage, first) in longestFirst where !passed.contains(passage) {
                if isAbandoned() { return (changes, false) }
                let showing = new.showing(first, in: scene)
                let play = play(showing, new)
                passed.formUnion(play.passages)
                guard let turn = difference(of: self.play(showing, old), play, beyond: explained) else { continue }
                let place = turn.new.state.step ?? turn.new.moves.last?.from
                guard let place, explained.insert(place).inserted else { continue }
                changes.append(
                    DraftChange(
                        kind: .shows, text: text(turn.old, turn.new, place, words), steps: [place],
                        showing: new.passage(of: place, nil, in: scene) ?? showing))
            }
        }
        return (changes, true)
    }

    private func play(_ showing: ShowingMove, _ version: ExploredVersion) -> Play {
        let thread = ThreadText(new.lines(of: showing).map { "\($0)\n" }.joined())
        let bot = version.bot.bot
        return Play(of: thread, flow: bot.flows[bot.start.flow].name, on: .asWritten, with: version.bot)
    }

    /// The first line that shows or calls something else at steps of which nothing is said. Where the conversations part,
    /// another sentence says where it leads.
    private func difference(
        of old: Play, _ new: Play, beyond explained: Set<PlayStep>
    ) -> (old: PlayTurn, new: PlayTurn)? {
        for (before, after) in zip(old.turns, new.turns) {
            let steps = noticed(after, self.new)
            guard before.line == after.line, noticed(before, self.old).map(renamed) == steps else { return nil }
            guard before.messages != after.messages || before.called != after.called else { continue }
            if explained.isDisjoint(with: steps) { return (before, after) }
        }
        return nil
    }

    /// The noticed steps that a line has led to.
    private func noticed(_ turn: PlayTurn, _ version: ExploredVersion) -> [PlayStep] {
        (turn.moves.compactMap(\.to) + [turn.state.step].compactMap { $0 }).filter(version.isNoticed)
    }

    private func text(_ old: PlayTurn, _ new: PlayTurn, _ step: PlayStep, _ words: ChangeWords) -> String {
        let place = words.name(step)
        let difference = new.messages.difference(from: old.messages)
        let (lost, gained) = (difference.removals.map(\.element), difference.insertions.map(\.element))
        switch (lost.first, gained.first) {
        case (.times?, .times?): return "At \(place) the bot now offers other times."
        case (.pay(let was)?, .pay(let becomes)?) where was.pay.sheet.total != becomes.pay.sheet.total:
            return
                "At \(place) customers now pay \(becomes.pay.sheet.total.text), and paid \(was.pay.sheet.total.text)."
        case (nil, nil):
            let call = zip(old.called, new.called).first { $0 != $1 }?.1.action ?? new.called.last?.action
            return call.map { "At \(place) `\($0)` is now called with other values." }
                ?? "At \(place) other actions are called now."
        default: break
        }
        let (was, becomes) = (lost.compactMap { $0.words?.onOneLine }, gained.compactMap { $0.words?.onOneLine })
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
    fileprivate var messages: [Message] {
        events.compactMap { if case .bot(let message) = $0 { message.message } else { nil } }
    }

    fileprivate var called: [Called] { calls.map { Called(action: $0.action, inputs: $0.inputs) } }
}

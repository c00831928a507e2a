import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What is found in what customers read: values that are empty, people who are not there, calls of which nothing more is
/// heard, prices that differ.
extension Walk {
    /// Looks at what a move has brought.
    ///
    /// - Parameters:
    ///   - calls: the outcomes of the calls that it has led to.
    ///   - before: the world in which it was made.
    mutating func inspectTexts(
        _ move: ExplorationMove, _ calls: [CallChoice], at index: Int, before: World, after: World
    ) {
        for turn in after.turns ?? [] {
            for passage in turn.turn.passages {
                let step = bot.bot.step(passage.step)
                let place = PlayStep(flow: bot.bot.flows[passage.step.flow].name, step: step.name)
                if passage.way == nil, let empty = emptyInsert(in: step, of: place.flow, turn) {
                    note(
                        .emptyInText, move, calls, at: index, reason: empty.name, step: place,
                        expected: ["bot: \(empty.words)"])
                }
                if passage.way == .away, let said = step.saidTexts.last {
                    let words = said.template(in: turn.turn.session.language).pattern { _ in false }
                    note(.personAway, move, calls, at: index, reason: nil, step: place, expected: ["bot: \(words)"])
                }
            }
        }
        if let action = unansweredCall(calls, in: after) {
            noteUnanswered(action, move, calls, at: index, after)
        }
        if let price = differingPrice(before: before, after: after), let session = after.session {
            note(
                .priceDiffers, move, calls, at: index, reason: price.said.text, step: PlayStep(session),
                expected: ["bot: \(price.words)", "expect: total is \(price.total.text)"])
        }
    }

    // Empty values.

    /// The first name in the texts of a step that holds a text without a letter, or a list without an item, and the text as
    /// a line of a transcript states it. A step that has led on to another flow is left out, whose names differ.
    private func emptyInsert(in step: Step, of flow: String, _ turn: PlayedTurn) -> (name: String, words: String)? {
        let session = turn.turn.session
        guard session.flow == flow else { return nil }
        let scope = bot.engine.scope(of: session, at: turn.at)
        let isEmpty = { (insert: Template.Insert) in
            switch insert.style {
            case .usual, .format: scope.value(of: insert.name)?.isWritten == false
            case .unknownFormat, .plural, .select: false
            }
        }
        var texts = step.saidTexts
        if case .ask(let question) = step.thing { texts.append(question.ask) }
        for (place, text) in texts.enumerated() {
            let template = text.template(in: session.language)
            guard let insert = template.shownInserts.first(where: isEmpty) else { continue }
            let isAsked = place == step.saidTexts.count
            return (insert.name.text, template.pattern(isEmpty) + (isAsked ? "*" : ""))
        }
        return nil
    }

    // Calls of which nothing more is heard.

    private mutating func noteUnanswered(
        _ action: String, _ move: ExplorationMove, _ calls: [CallChoice], at index: Int, _ world: World
    ) {
        let step = bot.bot.step(calling: action)
        guard !findings.contains(where: { $0.code == .waitsForNothing && $0.step == step }) else { return }
        var expected = ["expect: called \(action)", "expect: ended"]
        if let last = world.sent.compactMap(\.words).last {
            let edge = ExploredNode.Edge(kind: move.kind, lines: move.lines, calls: calls, target: nil)
            let more = ["bot: \(last.onOneLine)", "expect: nothing more"] + expected
            // A text that was said before, too, is found where it was said first, and something was said after it.
            if plays(transcript("nothing more", to: index, then: [edge], more)) { expected = more }
        }
        note(.waitsForNothing, move, calls, at: index, reason: action, step: step, expected: expected)
    }

    /// The action of the last call of a conversation that has ended, when the customer got a text before it, and
    /// nothing afterwards. An action that gives nothing and has succeeded needs no word.
    private func unansweredCall(_ calls: [CallChoice], in world: World) -> String? {
        guard let session = world.session, session.isOver, let turns = world.turns,
            let last = turns.lastIndex(where: { $0.turn.says }), last < turns.count - 1,
            let call = turns[last].turn.calls.last, turns[last].turn.session.call?.id == call.id
        else { return nil }
        let action = bot.bot.actions.first { $0.name == call.action }
        let hasFailed = calls.last { $0.action == call.action }?.isSuccess == false
        return hasFailed || action?.gives.isEmpty == false ? call.action : nil
    }

    // Prices.

    private struct Price {
        let said: Money
        let words: String
        let total: Money
    }

    /// The one amount in the last text before a payment sheet that names any, when it is not on the sheet.
    private func differingPrice(before: World, after: World) -> Price? {
        guard let session = after.session,
            let place = after.sent.firstIndex(where: { if case .pay = $0 { true } else { false } }),
            case .pay(let message) = after.sent[place]
        else { return nil }
        let sheet = message.pay.sheet
        let amounts = sheet.lines.map(\.amount) + sheet.methods.map(\.price) + [sheet.total]
        let words = TypedWords(language: session.language, region: bot.bot.region(for: session.region ?? .unknown))
        for message in (before.sent + after.sent[...place]).reversed() {
            guard let text = message.words else { continue }
            let said = words.amounts(in: text, sheet.currency)
            if said.isEmpty { continue }
            guard said.count == 1, !amounts.contains(said[0]) else { return nil }
            return Price(said: said[0], words: text.onOneLine, total: sheet.total)
        }
        return nil
    }
}

extension Step {
    /// The texts of the step before its action.
    fileprivate var saidTexts: [Phrase] {
        openings.compactMap { if case .say(.text(let phrase)) = $0 { phrase } else { nil } }
    }
}

extension Turn {
    /// Whether the customer gets a message.
    fileprivate var says: Bool { effects.contains { $0.outgoing != nil } }
}

extension Template {
    /// The inserts that are always shown: not those inside plural forms.
    fileprivate var shownInserts: [Insert] {
        parts.compactMap { if case .insert(let insert) = $0 { insert } else { nil } }
    }

    /// The text as a `bot:` line states it, with `*` for what is inserted.
    ///
    /// - Parameter isEmpty: whether an insert writes nothing.
    fileprivate func pattern(_ isEmpty: (Insert) -> Bool) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .insert(let insert): isEmpty(insert) ? "" : "*"
            case .number: "*"
            }
        }.joined().onOneLine
    }
}

extension Value {
    /// Whether a text shows something of it.
    fileprivate var isWritten: Bool {
        switch self {
        case .text(let text): !text.allSatisfy(\.isWhitespace)
        case .list(let items): !items.isEmpty
        default: true
        }
    }
}

extension TypedWords {
    /// The amounts in a text that stand with their currency.
    fileprivate func amounts(in text: String, _ currency: Currency) -> [Money] {
        let parts = text.split(whereSeparator: \.isWhitespace).map { part in
            part.drop { "([\"".contains($0) }.reversed().drop { ")]\",;:!?.".contains($0) }.reversed()
        }.map { String($0) }
        var found: [Money] = []
        var place = 0
        while place < parts.count {
            let pair = parts[place...].prefix(2).joined(separator: " ")
            if let money = amount(parts[place], currency) {
                found.append(money)
            } else if let money = amount(pair, currency) {
                found.append(money)
                place += 1
            }
            place += 1
        }
        return found
    }

    private func amount(_ words: String, _ currency: Currency) -> Money? {
        guard words.contains(where: \.isNumber),
            words.contains(currency.code) || words.contains(where: \.isCurrencySymbol)
        else { return nil }
        return money(words, in: currency)
    }
}

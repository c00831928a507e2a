import Expressions
import FlowEngine
import FlowModel

/// The values of all names as they were seen last, to find out what a line has changed.
struct KnownValues {
    private var byFlow: [String: Fields] = [:]
    private var facts = Fields()
    /// The line at which a name has changed last, by flow and name.
    private var lines: [[String]: Int] = [:]
    private let wording: Wording

    init(_ bot: Bot) { wording = Wording(language: bot.languages[0], zone: bot.zone) }

    /// The changes since the last time.
    mutating func changes(in world: World, at line: Int) -> [PlayChange] {
        guard let session = world.session else { return [] }
        var changes: [PlayChange] = []
        if session.answers != byFlow[session.flow] ?? Fields() {
            changes += self.changes(from: byFlow[session.flow] ?? Fields(), to: session.answers, world, session)
            byFlow[session.flow] = session.answers
        }
        if session.facts != facts {
            changes += self.changes(from: facts, to: session.facts, world, session, prefix: Self.customer)
            facts = session.facts
        }
        for change in changes { lines[[change.flow, change.name]] = line }
        return changes
    }

    private static let customer = "customer."

    private func changes(
        from old: Fields, to new: Fields, _ world: World, _ session: Session, prefix: String = ""
    ) -> [PlayChange] {
        let names = new.names + old.names.filter { new[$0] == nil }
        return names.filter { old[$0] != new[$0] }.map { name in
            let value = NamedValue(prefix + name, in: session, world.bot, wording)
            return PlayChange(
                flow: prefix.isEmpty ? session.flow : "", name: prefix + name, type: value.type,
                isPrivate: value.isPrivate, before: value.words(old[name]), after: value.words(new[name]),
                isFilled: new[name] != nil)
        }
    }

    /// The values at the end.
    func values(of world: World) -> [PlayValue] {
        guard let session = world.session else { return [] }
        let all =
            session.answers.names.map { ($0, session.answers[$0], session.flow) }
            + session.facts.names.map { (Self.customer + $0, session.facts[$0], "") }
        return all.map { name, value, flow in
            let named = NamedValue(name, in: session, world.bot, wording)
            return PlayValue(
                name: name, type: named.type, isPrivate: named.isPrivate, words: named.words(value),
                line: lines[[flow, name]])
        }
    }
}

/// A name with what is needed to show its value.
private struct NamedValue {
    let type: String
    let isPrivate: Bool
    private let wording: Wording

    init(_ name: String, in session: Session, _ bot: Bot, _ wording: Wording) {
        self.wording = wording
        let flow = bot.start(of: session.flow).map { bot.flows[$0.flow] }
        let fact = bot.facts.first { "customer.\($0.name)" == name }?.type
        type = (fact ?? flow?.types[name])?.word ?? ValueType.text.word
        let hidden = session.privateNames.all + (flow?.privateNames ?? [])
        isPrivate = hidden.contains { $0 == name || $0.hasPrefix(name + ".") }
    }

    func words(_ value: Value?) -> String? { isPrivate ? nil : value.map { wording.text($0) } }
}

import Expressions
import FlowModel
import Foundation
import MessageModel

/// The values of all names for one customer at one moment.
struct SessionScope: Scope {
    let session: Session
    let engine: Engine
    let now: Moment
    /// The names that `each` defines inside its block.
    var variables: [String: Value] = [:]
    /// Those whose lists are private.
    private var privateVariables: Set<String> = []

    /// What is known of other conversations; `nil` when nothing is.
    private let shared: SharedState?

    init(session: Session, engine: Engine, now: Moment, shared: SharedState? = nil) {
        self.shared = shared
        self.session = session
        self.engine = engine
        self.now = now
    }

    var bot: Bot { engine.bot }

    func value(ofRoot root: String) -> Value? {
        variables[root] ?? session.answers[root] ?? builtIn(root)
    }

    func value(of name: Name) -> Value? {
        if name.root == "customer", let field = name.fields.first, field != "id", variables[name.root] == nil,
            session.answers[name.root] == nil
        {
            return calendar(name) { Value.record(knownOfCustomer).value(at: $0) }
        }
        guard let value = value(ofRoot: name.root) else { return nil }
        return calendar(name) { value.value(at: $0) }
    }

    /// The value at the end of a path, whose last part may be what a calendar says of the value before it.
    private func calendar(_ name: Name, _ value: (ArraySlice<String>) -> Value?) -> Value? {
        if let found = value(name.fields) { return found }
        guard let field = name.fields.last, let date = value(name.fields.dropLast()) else { return nil }
        return date.calendarField(field, today: bot.zone.date(at: now), in: bot.zone)
    }

    func words(for name: Name, as format: ValueFormat?, _ wording: Wording) -> String? {
        guard name.isHours, let week = bot.weeks.first(where: { inName($0.name) == name.path[1] }) else { return nil }
        let today = (week.zone ?? bot.zone).date(at: now)
        switch format {
        case .today: return week.words(in: wording, on: today)
        case .tomorrow: return week.words(in: wording, on: today + 1)
        default: return week.words(in: wording, from: today)
        }
    }

    func isPrivate(_ name: Name) -> Bool {
        guard session.isPrivate else { return false }
        if variables[name.root] != nil { return privateVariables.contains(name.root) }
        return session.isPrivate(name)
    }

    /// The scope inside an `each` block.
    func with(_ each: Each, _ value: Value) -> SessionScope {
        var scope = self
        scope.variables[each.variable] = value
        if session.isPrivate, isPrivate(each.list) { scope.privateVariables.insert(each.variable) }
        return scope
    }

    private func builtIn(_ root: String) -> Value? {
        switch root {
        case "now": .time(TimeSlot(start: now))
        case "today": .date(bot.zone.date(at: now))
        case "language": .text(session.language)
        case "said": .text(session.said ?? "")
        case "customer": customer
        case "entry":
            record([("intent", session.intent.map { .text($0) }), ("group", session.group.map { .text($0) })])
        case "bot":
            record([("name", .text(bot.name)), ("business", .text(bot.business)), ("open", open(bot.weeks.first))])
        case "hours": record(bot.weeks.map { (inName($0.name), hours($0)) })
        case "people": record(bot.queues.map { (inName($0.name), people($0)) })
        case "device": session.device.fields
        default: nil
        }
    }

    private func open(_ week: Week?) -> Value { .yesNo(week?.isOpen(at: now, in: bot.zone) ?? true) }

    private func isOpen(_ queue: Queue) -> Value { .yesNo(queue.isOpen(at: now, of: bot)) }

    private func hours(_ week: Week) -> Value {
        record([
            ("open", open(week)), ("opens", week.opens(after: now, in: bot.zone).map { .time(TimeSlot(start: $0)) }),
            ("closes", week.closes(after: now, in: bot.zone).map { .time(TimeSlot(start: $0)) }),
        ])
    }

    private func people(_ queue: Queue) -> Value {
        let figures = shared?.queues.first { $0.queue == queue.name }
        return record([
            ("open", isOpen(queue)), ("place", .number(Decimal((figures?.ahead ?? 0) + 1))),
            ("wait", figures?.wait.map { .duration($0) }),
        ])
    }

    private func record(_ fields: [(String, Value?)]) -> Value {
        .record(Fields(fields.compactMap { name, value in value.map { (name, $0) } }))
    }

    private func inName(_ name: String) -> String { String(name.map { $0 == " " ? "-" : $0 }) }
}

extension Queue {
    /// Whether the queue is open at a moment.
    func isOpen(at moment: Moment, of bot: Bot) -> Bool {
        week.map { bot.weeks[$0].isOpen(at: moment, in: bot.zone) } ?? true
    }
}

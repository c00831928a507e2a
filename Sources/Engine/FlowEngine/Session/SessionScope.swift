import Expressions
import FlowModel
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

    init(session: Session, engine: Engine, now: Moment) {
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
            return Value.record(knownOfCustomer).value(at: name.fields)
        }
        return value(ofRoot: name.root)?.value(at: name.fields)
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
        case "hours": record(bot.weeks.map { (inName($0.name), record([("open", open($0))])) })
        case "people": record(bot.queues.map { (inName($0.name), record([("open", isOpen($0))])) })
        case "device": session.device.fields
        default: nil
        }
    }

    private func open(_ week: Week?) -> Value { .yesNo(week?.isOpen(at: now, in: bot.zone) ?? true) }

    private func isOpen(_ queue: Queue) -> Value { .yesNo(queue.isOpen(at: now, of: bot)) }

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

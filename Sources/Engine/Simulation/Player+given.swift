import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import Foundation
import MessageModel

/// `given` and `start`: the state before the conversation begins.
extension Player {
    mutating func give(_ line: LineSyntax) throws(PlayFailure) {
        let text = line.text
        if let rest = text.behind("now is ") { return try setClock(rest, line) }
        if let rest = text.behind("device without ") { return try takeAbilities(rest, line) }
        if text == "device is text only" {
            world.sender.device.capabilities = Device.textOnly.capabilities
            world.sender.device.lacks = Device.textOnly.lacks
            return
        }
        if text == "device is web" {
            world.sender.device = .web
            return
        }
        if text == "reminders is full", flow.types["reminders"] == nil { return world.fillReminders() }
        if let rest = text.behind("taken is ") { return try takeTime(rest, line) }
        if let rest = text.behind("language is ") {
            world.sender.locale = rest
            world.sender.region = RegionCode(locale: rest)
            return
        }
        if let rest = text.behind("intent is ") {
            world.sender.intent = rest
            return
        }
        if let rest = text.behind("group is ") {
            world.sender.group = rest
            return
        }
        let words = text.split(separator: " ").map(String.init)
        if words.count >= 2, words[1] != "is", let action = world.bot.actions.first(where: { $0.name == words[0] }) {
            return try pick(words.dropFirst().joined(separator: " "), of: action, line)
        }
        if words.count >= 3, words[1] == "has", let table = world.bot.results.first(where: { $0.name == words[0] }) {
            return try giveRow(of: table, line)
        }
        if giveFailure(words) { return }
        if words.count >= 3, words[1] == "is" { return try giveName(words[0], line) }
        throw syntax(
            "`given: \(text)` says nothing that can be arranged", line.span,
            "write such as `given: now is 2026-12-01 10:00`, `given: device is text only` or "
                + "`given: book answers taken`")
    }

    private mutating func setClock(_ text: String, _ line: LineSyntax) throws(PlayFailure) {
        let words = text.split(separator: " ")
        guard words.count == 2, case .success(let date) = Literal.date(words[0]),
            let time = Literal.timeOfDay(words[1])
        else { throw syntax("`\(text)` is not a moment", line.span, "write it such as `2026-12-01 10:00`") }
        world.now = world.bot.zone.moment(date, time)
    }

    /// `taken is 2026-03-05 10:00 for 30 minutes`: another customer has this time in every calendar.
    mutating func takeTime(_ text: String, _ line: LineSyntax) throws(PlayFailure) {
        let words = text.split(separator: " ", maxSplits: 3).map(String.init)
        guard words.count == 4, words[2] == "for", let length = Literal.duration(words[3]),
            case .success(let date) = Literal.date(words[0]), let time = Literal.timeOfDay(words[1])
        else {
            throw syntax("`\(text)` is not a time", line.span, "write it such as `2026-12-01 10:00 for 30 minutes`")
        }
        let start = world.bot.zone.moment(date, time)
        var shared = world.shared ?? SharedState()
        let calendars = Set(world.bot.flows.flatMap(\.steps).compactMap(\.calendar)).sorted()
        let others = shared.calendars.flatMap(\.times)
        let times = (Set(others).union([TakenTime(start: start, end: start + length)])).sorted { $0.start < $1.start }
        shared.calendars = calendars.map { CalendarTimes(calendar: $0, times: times) }
        world.shared = shared
    }

    private mutating func takeAbilities(_ text: String, _ line: LineSyntax) throws(PlayFailure) {
        let abilities: [String: Capabilities] = [
            "buttons": .quick, "list": .list, "times": .time, "form": .form, "sign_in": .auth2,
        ]
        // Abilities outside Apple's list.
        let others = ["pay", "app", "links", "files"]
        for word in text.split(separator: ",").map({ $0.drop { $0 == " " } }).map(String.init) {
            if let ability = abilities[word] {
                world.sender.device.capabilities.remove(ability)
            } else if let ability = Ability(word: word) {
                world.sender.device.lacks.insert(ability)
            } else {
                throw syntax(
                    "a device has no ability `\(word)`", line.span,
                    suggestion(for: word, among: abilities.keys.sorted() + others, are: "its abilities are"))
            }
        }
    }

    /// `visits fails`, `change visits fails once`, `visits gone`: operations on a table fail. Returns whether the words say
    /// so.
    private mutating func giveFailure(_ words: [String]) -> Bool {
        let operation = words.first.flatMap(ResultOperation.init)
        let rest = operation == nil ? words[...] : words.dropFirst()
        guard let name = rest.first, world.bot.results.contains(where: { $0.name == name }) else { return false }
        let failure: TableFailure
        var operations = operation.map { [$0] } ?? ResultOperation.allCases
        switch rest.dropFirst().joined(separator: " ") {
        case "fails": failure = TableFailure(problem: "unreachable", isOnce: false)
        case "fails once": failure = TableFailure(problem: "unreachable", isOnce: true)
        case "gone":
            failure = TableFailure(problem: ResultProblem.gone, isOnce: false)
            if operation == nil { operations = [.change] }
            guard operations == [.change] else { return false }
        default: return false
        }
        for operation in operations {
            world.tableFailures[ResultCall(operation, name).actionName, default: []].append(failure)
        }
        return true
    }

    /// `answers taken`, `fails`, `fails once`.
    private mutating func pick(_ words: String, of action: Action, _ line: LineSyntax) throws(PlayFailure) {
        let failure = action.examples.first { $0.problem != nil }?.outcome ?? .failed("unreachable")
        let success = action.examples.first { $0.problem == nil }?.outcome
        switch words {
        case "fails": world.answers[action.name, default: []].append(failure)
        case "fails once":
            world.answers[action.name, default: []] += [failure] + (success.map { [$0] } ?? [])
        default:
            guard let name = words.behind("answers ") else {
                throw syntax(
                    "`\(action.name)` cannot do that", line.span,
                    "write `\(action.name) answers` with an example, `fails` or `fails once`")
            }
            guard let example = action.examples.first(where: { $0.name == name }) else {
                throw syntax(
                    "`\(action.name)` has no example `\(name)`", line.span,
                    suggestion(for: name, among: action.examples.map(\.name), are: "its examples are"))
            }
            world.answers[action.name, default: []].append(example.outcome)
        }
    }

    /// `customer.visits is 3`: a fact about the customer before they write.
    private mutating func giveFact(_ fact: String, _ line: LineSyntax) throws(PlayFailure) {
        let types = ["first_name", "name"].map { ValueType.RecordField($0, .text) } + world.bot.facts
        guard let type = types.first(where: { $0.name == fact })?.type else {
            throw syntax(
                "`customer` has no `\(fact)`", line.span,
                suggestion(for: fact, among: types.map(\.name), are: "it has"))
        }
        world.sender.facts[fact] = try value(line, behind: "customer.\(fact) is ", as: type)
    }

    /// `people.desk.place is 3`, `people.desk.wait is 4 minutes`: how busy a queue of people is.
    private mutating func giveFigure(_ figure: String, _ line: LineSyntax) throws(PlayFailure) {
        let parts = figure.split(separator: ".").map(String.init)
        let queue = world.bot.queues.first { queue in
            queue.name.split(separator: " ").joined(separator: "-") == parts[0]
        }
        guard let queue, parts.count == 2, ["place", "wait"].contains(parts[1]) else {
            throw syntax(
                "`people.\(figure)` cannot be arranged", line.span,
                "write such as `given: people.desk.place is 3` or `given: people.desk.wait is 4 minutes`")
        }
        var shared = world.shared ?? SharedState()
        var figures = shared.queues.first { $0.queue == queue.name } ?? QueueFigures(queue: queue.name, ahead: 0)
        let type: ValueType = parts[1] == "place" ? .number : .duration
        switch try value(line, behind: "people.\(figure) is ", as: type) {
        case .number(let place): figures.ahead = max(0, NSDecimalNumber(decimal: place).intValue - 1)
        case .duration(let wait): figures.wait = wait
        default: figures.wait = nil
        }
        shared.queues.removeAll { $0.queue == queue.name }
        shared.queues.append(figures)
        world.shared = shared
    }

    private mutating func giveName(_ name: String, _ line: LineSyntax) throws(PlayFailure) {
        if let fact = name.behind("customer.") { return try giveFact(fact, line) }
        if let figure = name.behind("people.") { return try giveFigure(figure, line) }
        guard let type = flow.types[name] else {
            throw syntax(
                "there is nothing called `\(name)`", line.span,
                suggestion(for: name, among: flow.types.keys.sorted() + world.bot.actions.map(\.name)))
        }
        givenNames[name] = try value(line, behind: "\(name) is ", as: type)
    }

    /// The value in a line; `nil` for `nothing`.
    private func value(
        _ line: LineSyntax, behind beginning: String, as type: ValueType
    ) throws(PlayFailure) -> Value? {
        let words = String(line.text.dropFirst(beginning.count))
        if words == "nothing" { return nil }
        let context = ReadingContext(currency: world.bot.currency, zone: world.bot.zone)
        guard let value = value(of: words, type, context) else {
            throw syntax("`\(words)` is not \(type.word)", line.span)
        }
        return value
    }

    /// A list is written with commas, a record as `name = Rex, kind = dog`, a list of records with semicolons.
    func value(of words: String, _ type: ValueType, _ context: ReadingContext) -> Value? {
        if words == "[]", type.isList { return .list([]) }
        if case .list(.record(let fields)?) = type {
            let items = words.split(separator: ";").map { record(String($0), fields, context) }
            return items.contains(nil) ? nil : .list(items.compactMap { $0 })
        }
        if case .record(let fields) = type { return record(words, fields, context) }
        if case .list(let item?) = type {
            let items = words.split(separator: ",").map { String($0.drop { $0 == " " }) }
            let values = items.compactMap { value(of: $0, item, context) }
            return values.count == items.count ? .list(values) : nil
        }
        guard case .success(let value) = type.value(of: words, context) else { return nil }
        return value.asAnswer(of: type)
    }

    /// `bookings has service = Trim, state = done`: a row that the customer has from before.
    private mutating func giveRow(of table: ResultTable, _ line: LineSyntax) throws(PlayFailure) {
        let words = String(line.text.dropFirst("\(table.name) has ".count))
        let context = ReadingContext(currency: world.bot.currency, zone: world.bot.zone)
        let types = table.fields + [.init("state", .text, isOptional: true)]
        guard case .record(var fields)? = record(words, types, context) else {
            throw syntax(
                "`\(words)` is no row of `\(table.name)`", line.span,
                "write such as `\(table.name) has \(table.fields.map { "\($0.name) = …" }.joined(separator: ", "))`")
        }
        var state: String?
        if case .text(let word)? = fields["state"] { state = word }
        fields["state"] = nil
        world.rows.add(fields, state: state, to: table, at: world.now)
    }

    private func record(_ words: String, _ fields: [ValueType.RecordField], _ context: ReadingContext) -> Value? {
        var record = Fields()
        for part in words.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
            guard sides.count == 2 else { return nil }
            let name = String(sides[0].reversed().drop { $0 == " " }.reversed())
            let text = String(sides[1].reversed().drop { $0 == " " }.reversed())
            guard let field = fields.first(where: { $0.name == name }), record[name] == nil,
                let value = value(of: text, field.type, context)
            else { return nil }
            record[name] = value
        }
        return fields.allSatisfy { $0.isOptional || record[$0.name] != nil } ? .record(record) : nil
    }

    mutating func begin(at line: LineSyntax) throws(PlayFailure) {
        let parts = line.text.split(separator: "/", maxSplits: 1).map(String.init)
        let (flowName, step) = parts.count == 2 ? (parts[0], parts[1]) : (flow.name, line.text)
        if let reference = world.bot.reference(flow: flowName, step: step) {
            start = reference
        } else if let reference = world.bot.start(of: step == "start" ? flowName : line.text) {
            start = reference
        } else if parts.count == 2, world.bot.start(of: flowName) == nil {
            throw syntax(
                "there is no flow called `\(flowName)`", line.span,
                suggestion(for: flowName, among: world.bot.flows.map(\.name), are: "the flows are"))
        } else {
            let steps = world.bot.flows.first { $0.name == flowName }?.steps.map(\.name) ?? []
            throw syntax(
                "the flow has no step called `\(step)`", line.span,
                suggestion(for: step, among: steps, are: "its steps are"))
        }
    }
}

extension Value {
    /// Text that names an answer, converted to that answer.
    fileprivate func asAnswer(of type: ValueType) -> Value {
        guard case .choice(let choice) = type, case .text(let words) = self else { return self }
        let answer = choice.answers.first { $0.label.lowercased() == words.lowercased() || $0.id == words }
        return .choice(Choice(id: answer?.id ?? words, label: answer?.label ?? words))
    }
}

extension String {
    /// The text after a prefix; `nil` when the text does not begin with it.
    func behind(_ beginning: String) -> String? {
        hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
    }
}

extension Step {
    /// The calendar whose slots its question takes.
    fileprivate var calendar: String? {
        guard case .ask(let question) = thing, case .times(let times) = question.kind,
            case .rule(let rule) = times.source
        else { return nil }
        return rule.places?.calendar
    }
}

import Diagnostics
import Expressions
import FlowModel

/// Determines which names definitely hold a value when a step begins, on every path that leads there.
///
/// A forward data-flow analysis over the edges of one flow: the names that are filled at a step are those that are
/// filled at the end of all edges to it. A step that could not be read is assumed to fill all names, so that an error
/// causes no further ones.
struct DefiniteAssignment: Sendable {
    private let flow: Int
    private let project: Project
    private let graph: StepGraph
    /// The names of the flow, then the paths that conditions test, such as `customer.name`.
    private let names: [String]
    private let index: [String: Int]
    /// The indexes of the paths below each name.
    private let paths: [String: [Int]]
    /// The paths that hold a value only while something is open: `hours.desk.closes`.
    private let momentary: [Int]
    /// For each step, the paths that hold a value after an answer from a list.
    private let listed: [Int: [Int]]
    /// For each step, the names filled on entry; `nil` when no edge leads there.
    private var filled: [NameSet?]
    /// The edges inside the flow, by destination.
    private var incoming: [[StepGraph.Way]]
    /// Steps that customers enter without having answered anything.
    private var entries: Set<Int>
    /// The names filled there: the required inputs of the flow.
    private var base: NameSet

    init(flow: Int, names: NameTable, entries: Set<Int>, _ project: Project, _ graph: StepGraph) {
        self.flow = flow
        self.project = project
        self.graph = graph
        let problems = project.flows[flow].steps.filter(\.leavesProblem).map(\.problemName)
        let listed = project.flows[flow].steps.map { $0.fieldsOfLists(in: names) }
        let addresses = project.flows[flow].steps.flatMap(\.addressNames)
        let facts = project.flows[flow].steps.flatMap(\.assignments).filter { $0.fact != nil }
            .map { Name($0.name.value) }
        let tested = project.flows[flow].conditions.flatMap(\.tests).map(\.name)
        let closing = tested.compactMap(\.closing)
        let asked = Set(tested + closing + problems + listed.joined() + addresses + facts)
            .filter { !$0.fields.isEmpty }
        self.names = names.names + asked.map(\.text).sorted()
        index = Dictionary(uniqueKeysWithValues: self.names.enumerated().map { ($0.element, $0.offset) })
        let index = index
        paths = Dictionary(grouping: asked, by: \.root).mapValues { $0.compactMap { index[$0.text] } }
        momentary = Set(closing).compactMap { index[$0.text] }
        self.listed = Dictionary(
            uniqueKeysWithValues: listed.enumerated().filter { !$0.element.isEmpty }.map { step, fields in
                (step, fields.compactMap { index[$0.text] })
            })
        let count = project.flows[flow].steps.count
        filled = Array(repeating: nil, count: count)
        base = NameSet(count: self.names.count, isFull: false)
        incoming = Array(repeating: [], count: count)
        self.entries = entries
        for step in 0..<count {
            for way in graph.ways(from: StepID(flow: flow, step: step)) {
                if way.isWithin(flow), let target = way.step { incoming[target.step].append(way) }
            }
        }
        let syntax = project.flows[flow]
        let emptied = Set(
            syntax.steps.flatMap(\.assignments).filter { !$0.isLanguage && !$0.value.isFilled { _ in false } }
                .map(\.name.value))
        for need in syntax.requiredNeeds where !emptied.contains(need.name) { index[need.name].map { base[$0] = true } }
        settle()
    }

    /// Iterates until nothing changes; every iteration can only remove names. The steps are visited in the order in which
    /// edges lead through the flow, so that most have their last value at the first visit.
    private mutating func settle() {
        for entry in entries { filled[entry] = base }
        let order = stepsAlongEdges()
        var pending = entries
        while !pending.isEmpty {
            for step in order where pending.remove(step) != nil {
                for way in graph.ways(from: StepID(flow: flow, step: step)) {
                    guard way.isWithin(flow), let target = way.step else { continue }
                    let arriving = names(at: way)
                    let before = filled[target.step]
                    let after = before?.intersection(arriving) ?? arriving
                    if after != before {
                        filled[target.step] = after
                        pending.insert(target.step)
                    }
                }
            }
        }
    }

    /// The steps that edges reach, each before those behind it, except where edges lead back: the reverse postorder of a
    /// depth-first search.
    private func stepsAlongEdges() -> [Int] {
        func targets(of step: Int) -> [Int] {
            graph.ways(from: StepID(flow: flow, step: step)).filter { $0.isWithin(flow) }.compactMap { $0.step?.step }
        }
        var isSeen = entries
        var finished: [Int] = []
        var open = entries.sorted().map { (step: $0, rest: targets(of: $0)[...]) }
        while let last = open.indices.last {
            guard let target = open[last].rest.popFirst() else {
                finished.append(open.removeLast().step)
                continue
            }
            if isSeen.insert(target).inserted { open.append((target, targets(of: target)[...])) }
        }
        return finished.reversed()
    }

    /// Whether a name is filled at every entry: it is a required input of the flow.
    func isGiven(_ name: String) -> Bool { index[name].map { base[$0] } ?? false }

    /// The names filled when an anywhere word is typed.
    var namesAnywhere: NameSet { base }

    /// The names filled on entry of a step; all of them when the step is unreachable.
    func names(at step: Int) -> NameSet { filled[step] ?? NameSet(count: names.count, isFull: true) }

    /// The names filled after this many of the step's `say` and `set`, and this many lines of the next `set`.
    func names(at step: Int, stage: Int, assignments: Int = 0) -> NameSet {
        var set = names(at: step)
        let openings = project.flows[flow].steps[step].openings
        for opening in openings.prefix(stage) {
            for assignment in opening.assignments { apply(assignment, to: &set) }
        }
        if assignments > 0 {
            for assignment in openings[stage].assignments.prefix(assignments) { apply(assignment, to: &set) }
        }
        return set
    }

    func contains(_ name: String, in set: NameSet) -> Bool { index[name].map { set[$0] } ?? true }

    /// Whether a condition on the path has established that exactly this path holds a value.
    func isKnownFilled(_ path: Name, in set: NameSet) -> Bool { index[path.text].map { set[$0] } ?? false }

    private func apply(_ assignment: AssignmentSyntax, to set: inout NameSet) {
        let isFilled = assignment.value.isFilled { contains($0.root, in: set) }
        fill(assignment.name.value, isFilled, in: &set)
    }

    /// The names filled at the end of an edge.
    func names(at way: StepGraph.Way) -> NameSet {
        if graph.leadsEverywhere.contains(way.from) { return NameSet(count: names.count, isFull: true) }
        if way.isInherited { return base }
        let step = project.step(way.from)
        var set = names(at: way.from.step, stage: step.openings.count)
        if let name = filledName(by: way, step) {
            fill(name, true, in: &set)
            for address in step.addressNames { fill(address, in: &set) }
            if let fields = listed[way.from.step], isOutOfList(way, step) { for field in fields { set[field] = true } }
        }
        if way.leavesNameEmpty { fill(step.resultName, false, in: &set) }
        if case .event(let name) = way.kind {
            for field in project.event(named: name)?.declaration.fields ?? [] {
                fill(field.name, !field.isOptional, in: &set)
            }
        }
        fail(step, way.kind, in: &set)
        if case .line(let line) = way.kind, case .when(let when) = step.thing { apply(line, of: when, to: &set) }
        if mayTakeTime(way, step) { for path in momentary { set[path] = false } }
        return set
    }

    /// The names filled when the text of a site is said.
    func names(at step: Int, _ site: TextSite) -> NameSet {
        var set = names(at: step, stage: site.stage, assignments: site.assignments)
        if let way = site.way { fail(project.flows[flow].steps[step], way, in: &set) }
        return set
    }

    /// What a step that fails or is cancelled leaves under its name: nothing but why.
    private func fail(_ step: StepSyntax, _ way: StepGraph.Way.Kind, in set: inout NameSet) {
        guard step.leavesProblem || step.run != nil, [.failed, .retry, .cancelled].contains(way) else { return }
        fill(step.resultName, false, in: &set)
        if way != .cancelled, step.leavesProblem, let index = index[step.problemName.text] { set[index] = true }
    }

    /// Whether the texts behind a way may be said later: the step before it waits, or the one behind it has texts for
    /// later, such as a question that is asked again.
    private func mayTakeTime(_ way: StepGraph.Way, _ step: StepSyntax) -> Bool {
        switch step.thing {
        case .when, nil: way.step.map { project.step($0).hasTextsForLater } ?? true
        case .remind: way.kind != .then || way.step.map { project.step($0).hasTextsForLater } ?? true
        case .ask, .call, .run, .handOver, .unreadable: true
        }
    }

    /// The name that the customer's answer fills on this edge.
    private func filledName(by way: StepGraph.Way, _ step: StepSyntax) -> String? {
        switch way.kind {
        case .answer: step.resultName
        case .then where step.call != nil || step.run != nil: step.resultName
        default: nil
        }
    }

    /// Whether only answers from a list take this edge.
    private func isOutOfList(_ way: StepGraph.Way, _ step: StepSyntax) -> Bool {
        guard case .answer(let label) = way.kind, case .answers(let answers)? = step.question?.kind else {
            return false
        }
        if label == nil, case .accept? = project.other(way.from)?.exit.content { return false }
        let items = answers.items.filter { item in
            label == nil
                ? item.then == nil
                : item.then != nil && (item.label.template.constant ?? item.label.source.string) == label
        }
        return !items.isEmpty && items.allSatisfy { $0.each != nil }
    }

    /// Adds what a line's condition and those above it establish about names.
    private func apply(_ line: Int, of when: WhenSyntax, to set: inout NameSet) {
        for above in when.lines.prefix(line) {
            for name in above.condition.namesOtherwiseFilled { fill(name, in: &set) }
        }
        if line < when.lines.count {
            for name in when.lines[line].condition.namesThenFilled { fill(name, in: &set) }
        }
        for name in when.openNames(on: line) { if let closing = name.closing { fill(closing, in: &set) } }
    }

    private func fill(_ name: Name, in set: inout NameSet) {
        if let index = index[name.root] { set[index] = true }
        if let index = index[name.text] { set[index] = true }
    }

    /// Sets a name to a new value, or to none; knowledge about its fields becomes invalid.
    private func fill(_ name: String, _ isFilled: Bool, in set: inout NameSet) {
        if let index = index[name] { set[index] = isFilled }
        for path in paths[name] ?? [] { set[path] = false }
    }

    /// The shortest path from an entry to `step` on which `name` gets no value; the steps passed, ending with `step`.
    func shortestWayWithout(_ name: String, to step: Int) -> [StepGraph.Way] {
        guard let wanted = index[name] else { return [] }
        var arrived: [Int: StepGraph.Way?] = [:]
        var pending = entries.sorted().filter { !names(at: $0)[wanted] }
        for entry in pending { arrived[entry] = .some(nil) }
        var next = 0
        while next < pending.count {
            let here = pending[next]
            next += 1
            if here == step { return way(back: here, arrived) }
            for way in graph.ways(from: StepID(flow: flow, step: here)) {
                guard way.isWithin(flow), let target = way.step, arrived[target.step] == nil else { continue }
                if way.isInherited || !names(at: way)[wanted] && !fillsOnTheWay(wanted, way) {
                    arrived[target.step] = .some(way)
                    pending.append(target.step)
                }
            }
        }
        return []
    }

    private func fillsOnTheWay(_ name: Int, _ way: StepGraph.Way) -> Bool {
        filledName(by: way, project.step(way.from)).map { index[$0] == name } ?? false
    }

    private func way(back step: Int, _ arrived: [Int: StepGraph.Way?]) -> [StepGraph.Way] {
        var ways: [StepGraph.Way] = []
        var here = step
        while let way = arrived[here] ?? nil {
            ways.append(way)
            here = way.from.step
        }
        return ways.reversed()
    }
}

extension StepGraph.Way {
    /// Whether the edge keeps the names of a flow: edges into a nested flow and out of a flow do not.
    fileprivate func isWithin(_ flow: Int) -> Bool { kind != .runs && step?.flow == flow }
}

/// A set of names as a bit set.
struct NameSet: Equatable, Sendable {
    private var words: [UInt64]

    init(count: Int, isFull: Bool) { words = Array(repeating: isFull ? .max : 0, count: (count + 63) / 64) }

    subscript(index: Int) -> Bool {
        get { words[index / 64] & (1 << UInt64(index % 64)) != 0 }
        set {
            if newValue {
                words[index / 64] |= 1 << UInt64(index % 64)
            } else {
                words[index / 64] &= ~(1 << UInt64(index % 64))
            }
        }
    }

    func intersection(_ other: NameSet) -> NameSet {
        var result = self
        for index in words.indices { result.words[index] &= other.words[index] }
        return result
    }
}

extension AssignedSyntax {
    /// Whether the name definitely holds a value afterwards.
    func isFilled(_ isFilled: (Name) -> Bool) -> Bool {
        switch self {
        case .nothing: false
        case .sum(let sum):
            sum.inserts.allSatisfy { insert in
                if let fallback = insert.fallback { return fallback != "nothing" }
                return isFilled(insert.name)
            }
        default: true
        }
    }
}

extension StepGraph.Way {
    /// Whether the customer goes on without an answer that the name could hold.
    fileprivate var leavesNameEmpty: Bool {
        switch kind {
        case .skipped, .beside: true
        default: false
        }
    }
}

extension FlowSyntax {
    /// All conditions of the flow.
    var conditions: [ConditionSyntax] {
        steps.flatMap { step -> [ConditionSyntax] in
            if case .when(let when) = step.thing { when.lines.map(\.condition) } else { [] }
        } + steps.compactMap(\.reminder?.unless?.condition)
    }
}

extension StepSyntax {
    /// The fields that the answer to a question for an address always has.
    fileprivate var addressNames: [Name] {
        guard case .place(let place)? = question?.kind, place.word == .address else { return [] }
        return ["street", "city"].map { Name([resultName, $0]) }
    }

    /// Whether a text of the step may be said a while after the conversation has come to it.
    fileprivate var hasTextsForLater: Bool {
        switch thing {
        case .ask, .call, .run, .unreadable: true
        case .handOver(let handOver): handOver.unanswered != nil
        case .when, .remind, nil: false
        }
    }

    /// The name that holds the reason of a failed call.
    fileprivate var problemName: Name { Name([resultName, "problem"]) }
}

extension Name {
    /// The time until which hours are open, of the name that says whether they are: `hours.desk.closes`.
    fileprivate var closing: Name? {
        guard path.count == 3, path[0] == "hours", path[2] == "open" else { return nil }
        return Name([path[0], path[1], "closes"])
    }
}

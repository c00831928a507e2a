import FlowCompiler

/// What the names of each flow hold, as far as their fields have names of their own; and where forms have which pages.
struct ResultTable: Sendable {
    enum Result: Sendable, Hashable {
        case form(step: String)
        case call(String)
        case run(String)
        case other
    }

    /// By flow and name.
    private var results: [String: [String: Result]] = [:]
    /// The steps whose result has the name of the step, by flow.
    private var ownNames: [String: Set<String>] = [:]
    /// The steps of each flow.
    private(set) var steps: [String: [String]] = [:]
    /// The names of the pages of forms, by flow and step.
    private var pages: [String: [(step: String, pages: [String])]] = [:]
    private(set) var actions: Set<String> = []
    private(set) var queues: Set<String> = []
    private(set) var weeks: Set<String> = []

    init(_ files: [WrittenFile]) {
        for file in files {
            switch file.place {
            case .flow: readFlow(file)
            case .bot:
                queues = Set(file.root?.map("people")?.entries.map(\.key.string) ?? [])
                weeks = Set(file.root?.map("hours")?.entries.map(\.key.string) ?? [])
            case .actionsFile: actions = Set(file.root?.map("actions")?.entries.map(\.key.string) ?? [])
            default: break
            }
        }
    }

    private mutating func readFlow(_ file: WrittenFile) {
        let flow = file.file.flowName
        steps[flow, default: []] += []
        for entry in file.root?.map("steps")?.entries ?? [] {
            steps[flow, default: []].append(entry.key.string)
            guard case .map(let step)? = entry.value else { continue }
            if let form = step.map("form") {
                pages[flow, default: []].append((entry.key.string, form.entries.map(\.key.string)))
            }
            guard let result = Self.result(of: step, entry.key.string) else { continue }
            let saved = step.string("save")
            results[flow, default: [:]][saved ?? entry.key.string] = result
            if saved == nil { ownNames[flow, default: []].insert(entry.key.string) }
        }
    }

    private static func result(of step: MapNode, _ name: String) -> Result? {
        if let action = step.string("call") { return .call(action) }
        if let flow = step.string("run") { return .run(flow) }
        if step.entry("form") != nil { return .form(step: name) }
        return step.entry("ask") != nil ? .other : nil
    }

    func result(_ name: String, flow: String) -> Result? { results[flow]?[name] }

    /// Whether a destination in a flow is another flow: none of its steps has the name.
    func isFlow(_ name: String, in flow: String) -> Bool {
        steps[name] != nil && !(steps[flow]?.contains(name) ?? false)
    }

    /// Whether the name of a step is also the name of its result.
    func isNamedByStep(_ step: String, flow: String) -> Bool { ownNames[flow]?.contains(step) ?? false }

    /// The forms whose pages have all of these names, those of `flow` first.
    func forms(with names: [String], nearest flow: String) -> [(flow: String, step: String)] {
        let flows = [flow] + pages.keys.sorted().filter { $0 != flow }
        return flows.flatMap { flow in
            (pages[flow] ?? []).filter { form in names.allSatisfy(form.pages.contains) }.map { (flow, $0.step) }
        }
    }

    /// The flow in which a transcript's step lies: its own, otherwise the only one that has it.
    func flow(of step: String, nearest flow: String) -> String? {
        if steps[flow]?.contains(step) == true { return flow }
        let others = steps.keys.filter { steps[$0]?.contains(step) == true }
        return others.count == 1 ? others.first : nil
    }
}

extension MapNode {
    /// The block below a key.
    func map(_ key: String) -> MapNode? {
        if case .map(let map)? = entry(key)?.value { map } else { nil }
    }

    /// The text after a key.
    func string(_ key: String) -> String? {
        if case .value(let value)? = entry(key)?.value { value.string } else { nil }
    }
}

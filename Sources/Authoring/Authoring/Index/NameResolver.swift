import Diagnostics

/// What the parts of a name such as `book.code` refer to.
struct NameResolver {
    let results: ResultTable
    let scope: TreeWalker.Scope

    /// The names that every flow has.
    static let builtIns: Set<String> = [
        "customer", "bot", "hours", "people", "now", "today", "language", "entry", "said", "device",
    ]

    /// The facts about customers that every project has.
    private static let customerFields: Set<String> = ["id", "first_name", "name"]

    func root(_ root: String) -> Thing? {
        if let variable = scope.variables.last(where: { $0.name == root }) {
            return .variable(root, file: variable.declared.file, start: variable.declared.range.lowerBound)
        }
        if let action = scope.action { return .input(root, action: action) }
        if Self.builtIns.contains(root) { return .builtIn(root) }
        return scope.flow.map { .name(root, flow: $0) }
    }

    /// What a field of a name refers to; `nil` for fields without a declaration of their own.
    func field(_ field: String, of root: String) -> Thing? {
        if scope.variables.contains(where: { $0.name == root }) || scope.action != nil { return nil }
        switch root {
        case "customer": return Self.customerFields.contains(field) ? nil : .fact(field)
        // Several names may be written the same with dashes: an existing name with spaces is found by its spelling.
        case "people": return .queue(spaced(field, among: results.queues))
        case "hours": return .week(spaced(field, among: results.weeks))
        default: break
        }
        guard let flow = scope.flow else { return nil }
        switch results.result(root, flow: flow) {
        case .form(let step)?: return .page(field, step: step, flow: flow)
        case .call(let action)?: return field == "problem" ? nil : .output(field, action: action)
        case .run(let other)?: return field == "problem" ? nil : .result(field, flow: other)
        case .other?, nil: return nil
        }
    }

    /// The name that is written with `-` for its spaces.
    private func spaced(_ dashed: String, among names: Set<String>) -> String {
        names.sorted().first { $0.replacing(" ", with: "-") == dashed } ?? dashed
    }
}

import Diagnostics

/// The valid keys of a step, depending on its action.
struct StepKeys {
    let block: Block
    let step: String

    private static let keys = KeyPlace.step.table
    static let things = keys.names(in: .action)
    static let kinds = keys.names(in: .answer)

    /// The blocks of a step with details that are easily written beside them.
    private static let below: [(key: String, place: KeyPlace)] = [
        ("text", .text), ("number", .number), ("money", .money), ("date", .date), ("times", .timesRule),
        ("bubble", .bubble), ("if_silent", .ifSilent), ("if_other", .ifOther), ("if_failed", .ifFailed),
    ]

    /// The actions of the step, by the keys written, in order.
    var writtenThings: [ValueNode] { written(Self.things) }

    /// The kinds of answer, by the keys written.
    var writtenKinds: [ValueNode] { written(Self.kinds) }

    private func written(_ keys: [String]) -> [ValueNode] {
        block.map.entries.map(\.key).filter { keys.contains($0.string) }
    }

    /// Reports unknown keys, and keys that do not apply to this step.
    func expect() {
        block.expectKeys(of: .step, below: Self.below)
        if isClear { reportStrays() }
    }

    /// Whether the action of the step is unambiguous, so that incompatible keys can be reported.
    private var isClear: Bool {
        guard writtenThings.count <= 1, !block.map.isDamaged else { return false }
        if writtenThings.isEmpty {
            return writtenKinds.isEmpty && !(Self.things + Self.kinds).contains(where: block.mayHave)
        }
        return writtenThings[0].string == "ask" ? writtenKinds.count == 1 : true
    }

    private func reportStrays() {
        for entry in block.map.entries {
            let key = entry.key.string
            guard let owners = Self.owners(of: key), !owners.contains(where: block.has) else { continue }
            let typed = ["text", "number", "money"].first(where: block.has)
            let kind = ["at_least", "at_most"].contains(key) ? typed : nil
            block.findings.reportUnknownKey(
                "`\(step)` has no use for `\(key)`", at: entry.key.span, label: "goes with `\(owners[0])`",
                help: kind.map { "write it below `\($0):`" } ?? "`\(key)` belongs to a step with `\(owners[0])`")
        }
        for (key, why, label) in Self.reasons { reportStray(key, why, label) }
    }

    /// The keys of which one must be there too, where the first of them is all that a diagnostic names.
    private static func owners(of key: String) -> [String]? {
        guard let key = keys[key], !key.goesWith.isEmpty, key.group == nil else { return nil }
        return reasons.contains { $0.key == key.name } ? nil : key.goesWith
    }

    /// Keys that go with many others, and why the step has no use for them.
    private static let reasons = [
        (key: "save", why: "there is nothing to remember", label: "goes with what leaves a result"),
        (key: "optional", why: "nothing is typed here", label: "goes with what is typed or sent"),
        (key: "exact", why: "nothing is offered here", label: "goes with what is offered"),
    ]

    private func reportStray(_ key: String, _ why: String, _ label: String) {
        let owners = Self.keys[key]?.goesWith ?? []
        guard let span = block.key(key), !owners.contains(where: block.has) else { return }
        let list = owners.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " or `\(owners[owners.count - 1])`"
        block.findings.reportUnknownKey(
            "`\(step)` has no use for `\(key)`: \(why)", at: span, label: label,
            help: "`\(key)` belongs to a step with \(list)")
    }
}

import Diagnostics

/// The valid keys of a step, depending on its action.
struct StepKeys {
    let block: Block
    let step: String

    /// Keys of every step.
    private static let always = [
        "was", "say", "show", "set", "then", "if_silent", "if_other", "if_failed", "if_cancelled", "if_unable", "save",
        "apple", "web",
    ]
    static let things = ["ask", "call", "run", "when", "hand_over", "remind"]
    static let kinds = [
        "answers", "times", "text", "number", "money", "date", "photo", "file", "place", "form", "sign_in", "pay",
        "app",
    ]

    /// Keys that require a certain action or kind of answer.
    private static let owners = [
        "bubble": "ask", "as": "answers", "several": "answers", "at_least": "answers", "at_most": "answers",
        "where": "times", "zone": "times", "title": "times", "image": "times", "alt": "times", "note": "hand_over",
        "scope": "sign_in", "extra": "sign_in", "total": "pay", "shipping": "pay", "contact": "pay", "billing": "pay",
        "recalculate": "pay", "track": "pay", "countries": "pay", "merchant": "pay", "data": "app", "live": "app",
        "if_away": "hand_over", "using": "call", "meanwhile": "call", "go": "remind", "unless": "remind",
        "private": "ask", "intro": "form", "summary": "form",
    ]
    /// Actions whose result can be renamed with `save`, and the kinds of answer that can be optional.
    private static let savedThings = ["ask", "call", "run"]
    private static let optionalKinds = ["text", "number", "money", "date", "photo", "file", "place"]

    /// The actions of the step, by the keys written, in order.
    var writtenThings: [ValueNode] { written(Self.things) }

    /// The kinds of answer, by the keys written.
    var writtenKinds: [ValueNode] { written(Self.kinds) }

    private func written(_ keys: [String]) -> [ValueNode] {
        block.map.entries.map(\.key).filter { keys.contains($0.string) }
    }

    /// Reports unknown keys, and keys that do not apply to this step.
    func expect() {
        block.expectKeys(Self.always + Self.things + Self.kinds + Self.owners.keys.sorted() + ["optional"])
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
            guard let owner = Self.owners[key], !block.has(owner) else { continue }
            if key == "using", block.has("run") { continue }
            let typed = ["text", "number", "money"].first(where: block.has)
            let kind = ["at_least", "at_most"].contains(key) ? typed : nil
            block.findings.reportUnknownKey(
                "`\(step)` has no use for `\(key)`", at: entry.key.span, label: "goes with `\(owner)`",
                help: kind.map { "write it below `\($0):`" } ?? "`\(key)` belongs to a step with `\(owner)`")
        }
        reportStray("save", whose: Self.savedThings, "there is nothing to remember", "goes with what leaves a result")
        reportStray("optional", whose: Self.optionalKinds, "nothing is typed here", "goes with what is typed or sent")
    }

    /// Reports a key that requires one of several actions.
    private func reportStray(_ key: String, whose owners: [String], _ why: String, _ label: String) {
        guard let span = block.key(key), !owners.contains(where: block.has) else { return }
        let list = owners.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " or `\(owners[owners.count - 1])`"
        block.findings.reportUnknownKey(
            "`\(step)` has no use for `\(key)`: \(why)", at: span, label: label,
            help: "`\(key)` belongs to a step with \(list)")
    }
}

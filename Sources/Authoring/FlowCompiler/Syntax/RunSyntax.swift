import Diagnostics
import Expressions

/// `run` as written.
struct RunSyntax: Sendable {
    /// The word `run`.
    var key: Span
    var flow: Word
    var inputs: [InputSyntax]
    /// Whether an input may be missing because a line could not be read.
    var isDamaged: Bool
}

/// A line of `needs`.
struct NeedSyntax: Sendable {
    var name: Word
    var field: ValueType.RecordField
}

extension FlowSyntax {
    /// What it has to be given: whoever comes to it otherwise leaves its names empty.
    var requiredNeeds: [ValueType.RecordField] {
        areNeedsDamaged ? [] : needs.map(\.field).filter { !$0.isOptional }
    }
}

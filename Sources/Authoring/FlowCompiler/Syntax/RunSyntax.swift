import Diagnostics
import Expressions

/// `run` as written.
struct RunSyntax: Sendable {
    /// The location of the key `run`.
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
    /// Its required inputs: a customer who enters the flow in any other way leaves them empty.
    var requiredNeeds: [ValueType.RecordField] {
        areNeedsDamaged ? [] : needs.map(\.field).filter { !$0.isOptional }
    }
}

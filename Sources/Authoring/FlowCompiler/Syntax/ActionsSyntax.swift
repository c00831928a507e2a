import Diagnostics
import Expressions
import FlowModel

/// `Config/actions.yaml` as written: what flows may call.
struct ActionsSyntax: Sendable {
    /// The hosts that addresses may lie on, such as `api.spoke.example` or `127.0.0.1:9000`.
    var hosts: [Word] = []
    var actions: [ActionSyntax] = []
    /// The records that types may name.
    var records: [String: ValueType] = [:]
    /// Whether an action or a host may be missing because a line could not be read.
    var isDamaged = false
}

/// One action, with the places that checks ask for.
struct ActionSyntax: Sendable {
    var name: Word
    /// The action as it runs; of a damaged one only `takes` and `gives` count.
    var action: Action
    /// Where it is called; `nil` when it is registered in Swift.
    var address: TextSyntax?
    /// Every text that goes out with a call, with its key.
    var outgoing: [(key: String, text: TextSyntax)] = []
    /// Whether something in it could not be read.
    var isDamaged: Bool
}

/// `call` as written.
struct CallSyntax: Sendable {
    /// The word `call`.
    var key: Span
    var action: Word
    var inputs: [InputSyntax]
    /// Whether an input may be missing because a line could not be read.
    var isDamaged: Bool
    var meanwhile: TextSyntax?
}

/// What an input of a call is given.
struct InputSyntax: Sendable {
    var name: Word
    var value: AssignedSyntax
    /// The value as written, to place what is said about it.
    var source: SourceText
    var span: Span
}

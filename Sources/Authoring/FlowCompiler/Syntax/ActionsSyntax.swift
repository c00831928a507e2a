import Diagnostics
import Expressions
import FlowModel

/// `Config/actions.yaml` as written: the actions that flows may call.
struct ActionsSyntax: Sendable {
    /// The allowed hosts of addresses, such as `api.spoke.example` or `127.0.0.1:9000`.
    var hosts: [Word] = []
    var actions: [ActionSyntax] = []
    /// The records that types may refer to.
    var records: [String: ValueType] = [:]
    /// Whether an action or a host may be missing because a line could not be read.
    var isDamaged = false
}

/// One action, with the locations that checks need.
struct ActionSyntax: Sendable {
    var name: Word
    /// The action at run time; of a damaged one only `takes` and `gives` are valid.
    var action: Action
    /// The address it is called at; `nil` when it is registered in Swift.
    var address: TextSyntax?
    /// Every text that is sent with a call, with its key.
    var outgoing: [(key: String, text: TextSyntax)] = []
    /// Whether a part of it could not be read.
    var isDamaged: Bool
}

/// `call` as written.
struct CallSyntax: Sendable {
    /// The location of the key `call`.
    var key: Span
    var action: Word
    var inputs: [InputSyntax]
    /// Whether an input may be missing because a line could not be read.
    var isDamaged: Bool
    var meanwhile: TextSyntax?
}

/// The value for an input of a call.
struct InputSyntax: Sendable {
    var name: Word
    var value: AssignedSyntax
    /// The value as written, for the locations of diagnostics.
    var source: SourceText
    var span: Span
}

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
    /// The inputs that no part of the request carries.
    var unsentInputs: [UnsentInput] = []
    /// Whether a part of it could not be read.
    var isDamaged: Bool
    /// Whether it is an operation on a table of the bot, which no file of actions declares.
    var isOfResults = false
}

/// An input of an action that its request does not carry.
struct UnsentInput: Sendable {
    var name: Word
    var reason: Reason

    enum Reason: Sendable {
        /// The body is written, and does not use it.
        case leftOutOfBody
        /// A query parameter cannot hold a value of this type.
        case notInQuery(ValueType)
    }

    var isLeftOutOfBody: Bool { if case .leftOutOfBody = reason { true } else { false } }
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
    /// The table, when the step keeps, reads or changes rows instead of calling an action of another system.
    var results: ResultCall?
    /// The name of the table as written, for the locations of diagnostics.
    var source = SourceText("", file: "", at: 0)
    /// Whether the inputs are written, by `using`.
    var hasUsing = true
}

/// The value for an input of a call.
struct InputSyntax: Sendable {
    var name: Word
    var value: AssignedSyntax
    /// The value as written, for the locations of diagnostics.
    var source: SourceText
    var span: Span
}

import Expressions
import FlowModel

/// Places the inputs that the texts of a request do not use: in the JSON body of a `post`, `put` or `patch`, in the
/// query of a `get` or `delete`.
struct InputPlacement {
    /// In the order in which the action takes them.
    let inputs: [ValueType.RecordField]
    /// Whether the body is written out.
    let hasBody: Bool

    /// Adds the inputs to a request, and returns those that it cannot carry.
    func place(in target: inout HTTPTarget) -> [(name: String, reason: UnsentInput.Reason)] {
        if target.method == "GET" || target.method == "DELETE" {
            target.queryInputs = inputs.filter { $0.type.fitsQuery }.map(\.name)
            return inputs.filter { !$0.type.fitsQuery }.map { ($0.name, .notInQuery($0.type)) }
        }
        guard !hasBody else { return inputs.map { ($0.name, .leftOutOfBody) } }
        if !inputs.isEmpty { target.body = .object(inputs.map { ($0.name, .value(.onlyInsert(of: $0.name))) }) }
        return []
    }
}

extension ValueType {
    /// Whether a query parameter, or several of one name, can hold such a value.
    fileprivate var fitsQuery: Bool {
        switch self {
        case .record, .file, .place, .unknown: false
        case .list(let item): item?.isSingleText ?? false
        default: true
        }
    }

    private var isSingleText: Bool {
        if case .list = self { false } else { fitsQuery }
    }
}

extension Template {
    /// A template that is nothing but an input.
    fileprivate static func onlyInsert(of input: String) -> Template {
        Template([
            .insert(Insert(name: Name(input), nameRange: 0..<0, style: .usual, fallback: nil, range: 0..<0))
        ])
    }
}

import Expressions
import FlowModel
import JSON

/// Reads what a provider tells about a customer in the types that `Config/services.yaml` declares.
struct ClaimReader {
    let types: [ValueType.RecordField]
    let zone: Zone

    /// The declared claims; what the ID token says counts before what userinfo says.
    ///
    /// A claim that is missing is left out: whether it may be missing, the engine knows.
    func fields(_ documents: JSONValue...) throws(SignInFailure) -> Fields {
        var fields = Fields()
        for type in types {
            guard let found = documents.lazy.compactMap({ $0[type.name] }).first(where: { !$0.isNull }) else {
                continue
            }
            guard let value = Value(external: found, as: type.type, in: zone) else {
                throw .badAnswer("the claim `\(type.name)` is not \(type.type.word)")
            }
            fields[type.name] = value
        }
        return fields
    }
}

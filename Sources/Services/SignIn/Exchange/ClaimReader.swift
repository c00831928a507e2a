import Expressions
import FlowModel
import JSON

/// Reads a provider's claims about a customer in the types that `Config/services.yaml` declares.
struct ClaimReader {
    let types: [ValueType.RecordField]
    let zone: Zone

    /// The declared claims; the ID token takes precedence over userinfo.
    ///
    /// A missing claim is omitted: the engine knows whether it is optional.
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

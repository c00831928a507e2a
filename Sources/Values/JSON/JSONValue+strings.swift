extension JSONValue {
    /// This value with `change` applied to every string in it; the names of members stay.
    public func mappingStrings(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let items): .array(items.map { $0.mappingStrings(change) })
        case .object(let object):
            .object(JSONObject(object.map { ($0.key, $0.value.mappingStrings(change)) }))
        case .null, .bool, .number: self
        }
    }
}

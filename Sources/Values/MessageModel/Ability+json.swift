public import JSON

extension Ability: JSONRepresentable {
    public var json: JSONValue { .string(list) }

    public init(json: JSONValue) throws(JSONError) {
        guard let list = json.string else { throw JSONError("abilities are words with commas between them") }
        self.init(list: list)
    }
}

import JSON

extension JSONValue {
    /// Returns a copy with another value at a path such as `a.b[0].c`; `nil` removes the member or element.
    func setting(_ path: String, to value: JSONValue?) -> JSONValue {
        let steps = path.replacing("[", with: ".[").split(separator: ".").map(String.init)
        return setting(steps[...], to: value)
    }

    private func setting(_ steps: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
        guard let step = steps.first else { return value ?? .null }
        let rest = steps.dropFirst()
        if step.hasPrefix("["), var elements = array, let index = Int(step.dropFirst().dropLast()) {
            if rest.isEmpty, value == nil {
                elements.remove(at: index)
            } else if index == elements.count {
                elements.append(JSONValue.object([:]).setting(rest, to: value))
            } else {
                elements[index] = elements[index].setting(rest, to: value)
            }
            return .array(elements)
        }
        var object = object ?? [:]
        object[step] = rest.isEmpty ? value : (object[step] ?? [:]).setting(rest, to: value)
        return .object(object)
    }
}

import JSON

/// The keys that Apple documents, read from a text file with one object and its keys on each line.
///
///     interactiveData.data.listPicker.sections[]: title! items! order
///
/// `!` marks required keys. The first component of a path is the root `message`; `[]` stands for the elements of a
/// list.
struct DocumentedStructure {
    private struct Key {
        let name: String
        let isRequired: Bool
    }

    private let objects: [String: [Key]]

    init(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        objects = Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let halves = line.split(separator: ":", maxSplits: 1)
                let keys = halves[1].split(separator: " ").map {
                    Key(name: String($0.prefix { $0 != "!" }), isRequired: $0.hasSuffix("!"))
                }
                return (String(halves[0]), keys)
            })
    }

    /// Returns missing keys, undocumented keys and undocumented objects, each with its path.
    func complaints(about value: JSONValue, at path: String = "message") -> [String] {
        if let elements = value.array { return elements.flatMap { complaints(about: $0, at: path + "[]") } }
        guard let object = value.object else { return [] }
        guard let keys = objects[path] else { return ["\(path) is not documented"] }
        let missing = keys.filter { $0.isRequired && object[$0.name] == nil }.map { "\(path).\($0.name) is missing" }
        let strange = object.keys.filter { name in !keys.contains { $0.name == name } }
        return missing + strange.map { "\(path).\($0) is not documented" }
            + object.flatMap { complaints(about: $0.value, at: "\(path).\($0.key)") }
    }
}

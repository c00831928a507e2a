/// The keys of one place.
public struct KeyTable: Sendable {
    /// A description of the place: `a step`.
    public let title: String
    /// The keys of the language, in the order in which suggestions list them.
    public let keys: [LanguageKey]
    /// The keys that authors choose themselves; `nil` where only those of the language are valid.
    public let chosen: ChosenKeys?
    /// The names of the keys, in the same order.
    let names: [String]
    private let indexes: [String: Int]

    init(_ title: String, _ keys: [LanguageKey] = [], chosen: ChosenKeys? = nil) {
        self.title = title
        self.keys = keys
        self.chosen = chosen
        names = keys.map(\.name)
        indexes = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
    }

    /// The key with a name; `nil` when the place has no such key.
    public subscript(_ name: String) -> LanguageKey? { indexes[name].map { keys[$0] } }

    /// The forms of all values.
    public var forms: [ValueForm] { keys.flatMap(\.forms) + (chosen?.forms ?? []) }

    func has(_ name: String) -> Bool { indexes[name] != nil }

    /// The names of the keys in a group.
    func names(in group: LanguageKey.Group) -> [String] { keys.filter { $0.group == group }.map(\.name) }
}

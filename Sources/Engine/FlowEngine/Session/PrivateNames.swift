import Expressions

/// The names, and the paths to fields, with private data: answers, values derived from them, results of calls, facts.
public struct PrivateNames: Sendable, Hashable {
    private var paths: Set<String>

    /// What facts begin with among the names.
    static let factPrefix = "customer."

    public init() { paths = [] }

    init(_ paths: some Sequence<String>) { self.paths = Set(paths) }

    init(facts: some Sequence<String>) { paths = Set(facts.map { Self.factPrefix + $0 }) }

    public var isEmpty: Bool { paths.isEmpty }

    /// All of them, ordered.
    public var all: [String] { paths.sorted() }

    /// Marks the value of a name, or of the field at a path, as private from now on.
    mutating func keep(_ path: String) { paths.insert(path) }

    mutating func forget(_ path: String) { paths.remove(path) }

    /// Whether exactly this is private, as a whole.
    func contains(_ path: String) -> Bool { paths.contains(path) }

    /// Whether a name, or one of its fields or parents, is private.
    func covers(_ name: Name) -> Bool {
        guard !paths.isEmpty else { return false }
        let text = name.text
        return paths.contains { path in
            path == text || text.hasPrefix(path + ".") || path.hasPrefix(text + ".")
        }
    }

    /// Only those of facts.
    var onlyFacts: PrivateNames { PrivateNames(paths.filter { $0.hasPrefix(Self.factPrefix) }) }

    /// The facts among them, by name.
    var facts: Set<String> { Set(onlyFacts.paths.map { String($0.dropFirst(Self.factPrefix.count)) }) }

    /// Fields with `(private)` in place of private ones.
    ///
    /// - Parameter prefix: what stands before the names of the fields.
    func redacted(_ fields: Fields, behind prefix: String = "") -> Fields {
        guard !paths.isEmpty else { return fields }
        var shown = fields
        for name in fields.names {
            if contains(prefix + name) {
                shown[name] = .text("(private)")
            } else if case .record(let inner)? = fields[name] {
                shown[name] = .record(redacted(inner, behind: prefix + name + "."))
            } else if covers(Name(prefix + name)) {
                shown[name] = .text("(private)")
            }
        }
        return shown
    }
}

/// What a device can do for which Apple's `capability-list` has no word: every Apple device counts as able to.
public struct Ability: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let pay = Ability(rawValue: 1)
    public static let app = Ability(rawValue: 2)
    public static let links = Ability(rawValue: 4)
    public static let files = Ability(rawValue: 8)

    private static let names: [(String, Ability)] = [
        ("pay", .pay), ("app", .app), ("links", .links), ("files", .files),
    ]

    /// Reads words with commas between them; unknown ones do not matter.
    init(list: String) {
        let words = list.split(separator: ",").map(String.init)
        self = Self.names.reduce(into: []) { all, pair in
            if words.contains(pair.0) { all.insert(pair.1) }
        }
    }

    /// The words of the flow language, with commas between them.
    var list: String { Self.names.filter { contains($0.1) }.map(\.0).joined(separator: ",") }

    /// The ability that a word of the flow language names.
    public init?(word: String) {
        guard let ability = Self.names.first(where: { $0.0 == word })?.1 else { return nil }
        self = ability
    }
}

extension Device {
    /// Whether it can do what Apple has no word for. The web chat pays and opens apps by a link.
    public func has(_ ability: Ability) -> Bool {
        guard !lacks.contains(ability) else { return false }
        return channel == .apple || ability == .links || ability == .files
    }

    /// Whether it signs in by itself.
    public var signsIn: Bool { channel == .apple && capabilities.contains(.auth2) }
}

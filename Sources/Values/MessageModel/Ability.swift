/// What a device can do beyond Apple's `capability-list`: every Apple device is assumed to be able to.
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

    /// Parses words separated by commas; unknown words are ignored.
    init(list: String) {
        let words = list.split(separator: ",").map(String.init)
        self = Self.names.reduce(into: []) { all, pair in
            if words.contains(pair.0) { all.insert(pair.1) }
        }
    }

    /// The words of the flow language, separated by commas.
    var list: String { Self.names.filter { contains($0.1) }.map(\.0).joined(separator: ",") }

    /// The ability with this word of the flow language.
    public init?(word: String) {
        guard let ability = Self.names.first(where: { $0.0 == word })?.1 else { return nil }
        self = ability
    }
}

extension Device {
    /// Whether the device has an ability that Apple's list does not cover. The web chat pays and opens apps through a
    /// link.
    public func has(_ ability: Ability) -> Bool {
        guard !lacks.contains(ability) else { return false }
        return switch channel {
        case .apple: true
        case .web: ability == .links || ability == .files
        }
    }

    /// Whether the device can sign in without a link.
    public var signsIn: Bool { channel == .apple && capabilities.contains(.auth2) }
}

import Synchronization

/// What a device can display, in terms of Apple's `capability-list` (MSP REST API, Common Specifications).
public struct Capabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Quick replies.
    public static let quick = Capabilities(rawValue: 1)
    /// List pickers.
    public static let list = Capabilities(rawValue: 2)
    /// Time pickers.
    public static let time = Capabilities(rawValue: 4)
    /// Forms.
    public static let form = Capabilities(rawValue: 8)
    /// Authentication, version 2.
    public static let auth2 = Capabilities(rawValue: 16)

    private static let names: [(String, Capabilities)] = [
        ("QUICK", .quick), ("LIST", .list), ("TIME", .time), ("FORM", .form), ("AUTH2", .auth2),
    ]

    /// Parses a list such as `LIST,TIME,QUICK`: case and unknown words are ignored.
    public init(list: String) {
        // Beyond ASCII, texts of other bytes are equal.
        guard list.utf8.count <= Self.longestKnown, list.utf8.allSatisfy({ $0 < 0x80 }) else {
            self.init(words: list)
            return
        }
        self = Self.known.withLock { known in
            if let capabilities = known[list] { return capabilities }
            if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
            let capabilities = Capabilities(words: list)
            known[list] = capabilities
            return capabilities
        }
    }

    private init(words list: String) {
        self = []
        for word in list.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }) {
            for (name, capability) in Self.names where word.elementsEqual(name.utf8, by: Self.isSame) {
                insert(capability)
            }
        }
    }

    /// Whether a byte is a character in upper case, in either case.
    private static func isSame(_ byte: UInt8, as upper: UInt8) -> Bool {
        byte == upper || byte == upper | 0x20 && upper >= UInt8(ascii: "A")
    }

    /// The list as Apple writes it.
    public var list: String { Self.lists[rawValue & (Self.lists.count - 1)] }

    /// The list of each combination.
    private static let lists = (0..<1 << names.count).map { combination in
        names.filter { Capabilities(rawValue: combination).contains($0.1) }.map(\.0).joined(separator: ",")
    }

    /// The lists that have been parsed: each event has one, and there are only a few.
    private static let known = Mutex<[String: Capabilities]>([:])
    private static let mostKnown = 256
    private static let longestKnown = 100
}

/// The device of the customer's last message, as far as it affects what can be sent.
public struct Device: Sendable, Hashable {
    public enum Channel: String, Sendable, CaseIterable { case apple, web }

    public var channel: Channel
    public var capabilities: Capabilities
    /// The abilities beyond Apple's list that it is known not to have.
    public var lacks: Ability = []

    public init(channel: Channel, capabilities: Capabilities, lacks: Ability = []) {
        self.channel = channel
        self.lacks = lacks
        self.capabilities = capabilities
    }

    /// A device without known capabilities: it gets text only.
    public static let unknown = Device(channel: .apple, capabilities: [])

    /// A browser. Customers sign in and pay on pages, to which links lead.
    public static let web = Device(channel: .web, capabilities: [.quick, .list, .time, .form], lacks: [.pay, .app])

    /// The device of a customer of the channel with this name, of whom nothing is known yet.
    public static func unknown(on channel: String) -> Device {
        switch Channel(rawValue: channel) {
        case .web: .web
        case .apple, nil: .unknown
        }
    }
}

/// The members of a JSON object, in order, with unique keys.
///
/// Small objects are searched linearly; large ones have an index, so that reading or writing every member of an object
/// never takes quadratic time.
public struct JSONObject: Sendable {
    fileprivate(set) var members: [Member] = []
    /// The positions of the members of an object that is large, or has a key that is not ASCII; empty for all others, whose keys
    /// are equal when their bytes are.
    private var places: [Name: Int] = [:]

    struct Member: Sendable, Hashable {
        var key: String
        var value: JSONValue

        static func == (one: Member, other: Member) -> Bool {
            Name(text: one.key) == Name(text: other.key) && one.value == other.value
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(Name(text: key))
            hasher.combine(value)
        }
    }

    /// A key in the form in which it is compared. Canonically equivalent spellings are equal, but only in keys of
    /// reasonable length: that comparison takes quadratic time in the number of accents on one letter, and an attacker
    /// can send a key that consists of nothing else.
    private struct Name: Hashable {
        let text: String

        private static let longest = 256

        static func == (one: Name, other: Name) -> Bool {
            one.isLong || other.isLong ? one.text.utf8.elementsEqual(other.text.utf8) : one.text == other.text
        }

        func hash(into hasher: inout Hasher) {
            guard isLong else { return hasher.combine(text) }
            for byte in text.utf8 { hasher.combine(byte) }
        }

        private var isLong: Bool { text.utf8.count > Self.longest }
    }

    /// The largest number of members that is searched linearly.
    private static let searched = 16
    /// The number of members for which there is room from the first one on.
    private static let usual = 4

    public init() {}

    /// The members as written; a repeated key replaces the earlier one.
    public init(_ members: [(String, JSONValue)]) {
        self.members = members.map { Member(key: $0.0, value: $0.1) }
        if members.count <= Self.searched, self.members.withUnsafeBufferPointer({ Self.havePlainKeys($0) }) { return }
        self.members.removeAll(keepingCapacity: true)
        for (key, value) in members { set(value, of: key) }
    }

    /// Whether no key occurs twice, and no index is needed.
    private static func havePlainKeys(_ members: UnsafeBufferPointer<Member>) -> Bool {
        for place in 0..<members.count {
            guard members[place].key.isASCII else { return false }
            let length = members[place].key.utf8.count
            for earlier in 0..<place where members[earlier].key.utf8.count == length {
                if members[earlier].key == members[place].key { return false }
            }
        }
        return true
    }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public var keys: [String] { members.map(\.key) }

    /// Reading finds the member; writing replaces it or appends it; writing `nil` removes it.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key, isASCII: key.isASCII).map { members[$0].value } }
        set {
            if let newValue {
                set(newValue, of: key)
            } else if let place = place(of: key, isASCII: key.isASCII) {
                remove(at: place)
            }
        }
    }

    private mutating func set(_ value: JSONValue, of key: String) {
        let isASCII = key.isASCII
        if let place = place(of: key, isASCII: isASCII) {
            members[place].value = value
        } else {
            append(key, value, isASCII: isASCII)
        }
    }

    /// Whether a member has this key.
    ///
    /// - Parameter isASCII: whether the key is known to be ASCII.
    func contains(_ key: String, isASCII: Bool) -> Bool { place(of: key, isASCII: isASCII) != nil }

    private func place(of key: String, isASCII: @autoclosure () -> Bool) -> Int? {
        let name = Name(text: key)
        guard places.isEmpty else { return places[name] }
        // Nearly every key of another member has another length.
        let length = key.utf8.count
        let same = members.firstIndex { $0.key.utf8.count == length && Name(text: $0.key) == name }
        return same ?? (isASCII() ? nil : members.firstIndex { Name(text: $0.key) == name })
    }

    /// Appends a member whose key is known to be new because the reader has checked it.
    mutating func append(_ key: String, _ value: JSONValue, isASCII: Bool) {
        if members.isEmpty { members.reserveCapacity(Self.usual) }
        members.append(Member(key: key, value: value))
        if !places.isEmpty {
            places[Name(text: key)] = members.count - 1
        } else if members.count > Self.searched || !isASCII {
            index()
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        if !places.isEmpty { index() }
    }

    /// Rebuilds the index if the object needs one.
    private mutating func index() {
        places.removeAll(keepingCapacity: true)
        guard members.count > Self.searched || !members.allSatisfy(\.key.isASCII) else { return }
        for (place, member) in members.enumerated() { places[Name(text: member.key)] = place }
    }
}

extension JSONObject: Hashable {
    public static func == (one: JSONObject, other: JSONObject) -> Bool { one.members == other.members }

    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONObject: Sequence {
    /// Iterates over the members in order.
    public struct Iterator: IteratorProtocol {
        fileprivate var members: IndexingIterator<[Member]>

        public mutating func next() -> (key: String, value: JSONValue)? { members.next().map { ($0.key, $0.value) } }
    }

    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension String {
    fileprivate var isASCII: Bool {
        utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).isASCII } ?? utf8.allSatisfy { $0 < 0x80 }
    }
}

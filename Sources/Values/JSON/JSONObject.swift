/// The members of a JSON object, in order, with unique keys.
///
/// Small objects are searched linearly; large ones have an index, so that reading or writing every member of an object
/// never takes quadratic time.
public struct JSONObject: Sendable {
    fileprivate(set) var members: [Member] = []
    /// The positions of the members of a large object; empty for a small one.
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

        /// Whether only the same bytes are the same key: it is ASCII, without the three characters to which others are canonically
        /// equivalent (UnicodeData.txt: U+037E is `;`, U+1FEF is `` ` ``, U+212A is `K`).
        var isPlain: Bool {
            !isLong
                && text.utf8.allSatisfy { byte in
                    byte < 0x80 && byte != UInt8(ascii: "K") && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "`")
                }
        }
    }

    /// The largest number of members that is searched linearly.
    private static let searched = 16
    /// The number of members for which there is room from the first one on.
    private static let usual = 4

    public init() {}

    /// The members as written; a repeated key replaces the earlier one.
    public init(_ members: [(String, JSONValue)]) {
        self.members.reserveCapacity(members.count)
        for (key, value) in members { self[key] = value }
    }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public var keys: [String] { members.map(\.key) }

    /// Reading finds the member; writing replaces it or appends it; writing `nil` removes it.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key).map { members[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): remove(at: place)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Whether a member has this key.
    func contains(_ key: String) -> Bool { place(of: key) != nil }

    private func place(of key: String) -> Int? {
        let name = Name(text: key)
        guard places.isEmpty else { return places[name] }
        guard name.isPlain else { return members.firstIndex { Name(text: $0.key) == name } }
        // Nearly every key of another member has another length.
        let length = key.utf8.count
        return members.firstIndex { $0.key.utf8.count == length && $0.key == key }
    }

    /// Appends a member whose key is known to be new because the reader has checked it.
    mutating func append(_ key: String, _ value: JSONValue) {
        if members.isEmpty { members.reserveCapacity(Self.usual) }
        members.append(Member(key: key, value: value))
        if !places.isEmpty {
            places[Name(text: key)] = members.count - 1
        } else if members.count > Self.searched {
            index()
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        if !places.isEmpty { index() }
    }

    /// Rebuilds the index if the object is large.
    private mutating func index() {
        places.removeAll(keepingCapacity: true)
        guard members.count > Self.searched else { return }
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

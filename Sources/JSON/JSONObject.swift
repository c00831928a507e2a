/// The members of a JSON object, in their order. No key stands twice.
public struct JSONObject: Sendable, Hashable {
    fileprivate(set) var members: [Member] = []

    struct Member: Sendable, Hashable {
        var key: String
        var value: JSONValue
    }

    public init() {}

    /// The members as written; a key that comes again replaces the one before.
    public init(_ members: [(String, JSONValue)]) {
        self.members.reserveCapacity(members.count)
        for (key, value) in members { self[key] = value }
    }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public var keys: [String] { members.map(\.key) }

    /// Reading finds the member; writing replaces it, adds it at the end, or with `nil` takes it away.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds a member whose key is known to be new; the reader has checked it.
    mutating func append(_ key: String, _ value: JSONValue) {
        members.append(Member(key: key, value: value))
    }
}

extension JSONObject: Sequence {
    /// Goes through the members in their order.
    public struct Iterator: IteratorProtocol {
        fileprivate var members: IndexingIterator<[Member]>

        public mutating func next() -> (key: String, value: JSONValue)? { members.next().map { ($0.key, $0.value) } }
    }

    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

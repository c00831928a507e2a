public import Foundation

/// The value of a name in a flow. An empty name has no value at all (`nil`).
public indirect enum Value: Sendable, Hashable {
    case text(String)
    /// Exact, at most 28 digits.
    case number(Decimal)
    case money(Money)
    case date(CalendarDate)
    case time(TimeSlot)
    case duration(TimeLength)
    case yesNo(Bool)
    case choice(Choice)
    case file(FileReference)
    case place(PlaceValue)
    case record(Fields)
    case list([Value])
}

/// A moment, with or without a duration.
public struct TimeSlot: Sendable, Hashable {
    public var start: Moment
    public var duration: TimeLength?

    public init(start: Moment, duration: TimeLength? = nil) {
        self.start = start
        self.duration = duration
    }

    /// The end of the slot: its start when it has no duration.
    public var end: Moment { start + (duration ?? .zero) }
}

/// One of the answers of a question.
public struct Choice: Sendable, Hashable {
    public var id: String
    /// The label in the language of the flow file, used in conditions.
    public var label: String
    /// The label that the customer saw, where it differs.
    public var shown: String?
    public var note: String?
    /// With `each`, the fields of the record behind the answer.
    public var fields: Fields

    public init(id: String, label: String, shown: String? = nil, note: String? = nil, fields: Fields = Fields()) {
        self.id = id
        self.label = label
        self.shown = shown == label ? nil : shown
        self.note = note
        self.fields = fields
    }
}

/// A reference to a file that a customer sent or an action returned; the content is stored elsewhere.
public struct FileReference: Sendable, Hashable {
    public var id: String
    public var name: String
    /// The MIME type.
    public var kind: String
    /// The size in bytes.
    public var size: Int

    public init(id: String, name: String, kind: String, size: Int) {
        self.id = id
        self.name = name
        self.kind = kind
        self.size = size
    }
}

/// Named values in order; the fields of a record.
public struct Fields: Sendable, Hashable {
    public private(set) var names: [String] = []
    private var values: [String: Value] = [:]

    public init() {}

    public init(_ fields: [(String, Value)]) {
        for (name, value) in fields { self[name] = value }
    }

    public var isEmpty: Bool { names.isEmpty }

    public subscript(name: String) -> Value? {
        get { values[name] }
        set {
            if values[name] == nil, newValue != nil { names.append(name) }
            if newValue == nil { names.removeAll { $0 == name } }
            values[name] = newValue
        }
    }
}

/// A place, as far as it is known.
public struct PlaceValue: Sendable, Hashable {
    public var name: String?
    public var street: String?
    public var city: String?
    public var postcode: String?
    public var country: String?
    /// Degrees, as decimal fractions.
    public var latitude: Decimal?
    public var longitude: Decimal?

    public init(
        name: String? = nil, street: String? = nil, city: String? = nil, postcode: String? = nil,
        country: String? = nil, latitude: Decimal? = nil, longitude: Decimal? = nil
    ) {
        self.name = name
        self.street = street
        self.city = city
        self.postcode = postcode
        self.country = country
        self.latitude = latitude
        self.longitude = longitude
    }

    /// All known parts, on one line.
    public var line: String {
        let town = [postcode, city].compactMap { $0 }.joined(separator: " ")
        let parts = [name, street, town.isEmpty ? nil : town, country].compactMap { $0 }
        if !parts.isEmpty { return parts.joined(separator: ", ") }
        return [latitude, longitude].compactMap { $0?.description }.joined(separator: ", ")
    }
}

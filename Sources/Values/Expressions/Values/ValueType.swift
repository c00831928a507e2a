import Foundation

/// The type of the value of a name.
public indirect enum ValueType: Sendable, Hashable {
    case text, number, date, time, duration, yesNo, file, place
    /// Money of any currency.
    case money
    /// One of the answers of a question.
    case choice(ChoiceType)
    case record([RecordField])
    /// `nil` is the element type of an empty list before its first element: it accepts anything.
    case list(ValueType?)
    /// A type that is not known because of another error. It fits everywhere, so that no further errors follow.
    case unknown

    public struct RecordField: Sendable, Hashable {
        public let name: String
        public let type: ValueType
        /// Whether the field may be empty.
        public let isOptional: Bool

        public init(_ name: String, _ type: ValueType, isOptional: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
        }
    }

    public struct ChoiceType: Sendable, Hashable {
        public struct Answer: Sendable, Hashable {
            public let id: String
            public let label: String

            public init(id: String, label: String) {
                self.id = id
                self.label = label
            }
        }

        /// The answers that the flow file lists.
        public let answers: [Answer]
        /// Whether a list adds more answers (`each`).
        public let hasMore: Bool
        /// The fields of an answer apart from `id`, `label` and `note`.
        public let fields: [RecordField]
        /// Whether an answer may have further fields: those of an item whose type is not known.
        public let mayHaveOtherFields: Bool
        /// Whether every answer has a note.
        public let alwaysHasNote: Bool

        public init(
            answers: [Answer], hasMore: Bool = false, fields: [RecordField] = [], mayHaveOtherFields: Bool = false,
            alwaysHasNote: Bool = false
        ) {
            self.answers = answers
            self.hasMore = hasMore
            self.fields = fields
            self.mayHaveOtherFields = mayHaveOtherFields
            self.alwaysHasNote = alwaysHasNote
        }

        /// Whether every answer can be read as a number, so that the choice compares as one.
        public var isNumeric: Bool {
            !hasMore && !answers.isEmpty && answers.allSatisfy { $0.id.isPlainNumber }
        }
    }

    /// The word for the type in the flow language.
    public var word: String {
        switch self {
        case .text: "text"
        case .number: "a number"
        case .date: "a date"
        case .time: "a time"
        case .duration: "a duration"
        case .yesNo: "yes or no"
        case .file: "a file"
        case .place: "a place"
        case .money: "money"
        case .choice: "an answer"
        case .record: "a record"
        case .list: "a list"
        case .unknown: "unknown"
        }
    }

    /// Whether any field can follow a dot, because the type, or a part of it, is not known.
    var mayHaveOtherFields: Bool {
        switch self {
        case .unknown: true
        case .choice(let choice): choice.mayHaveOtherFields
        default: false
        }
    }

    /// The fields that can follow a dot, and their types.
    public var fields: [RecordField] {
        switch self {
        case .record(let fields): fields
        case .choice(let choice):
            choice.fields.filter { !["id", "label", "note"].contains($0.name) } + [
                RecordField("id", .text), RecordField("label", .text),
                RecordField("note", .text, isOptional: !choice.alwaysHasNote),
            ]
        case .time:
            [
                RecordField("start", .time), RecordField("end", .time), RecordField("duration", .duration),
                RecordField("weekday", .weekday), RecordField("time", .duration),
            ]
        case .date: [RecordField("weekday", .weekday), RecordField("age", .number)]
        case .list: [RecordField("count", .number)]
        case .file: [RecordField("name", .text), RecordField("kind", .text), RecordField("size", .number)]
        case .place:
            ["name", "street", "city", "postcode", "country"].map { RecordField($0, .text, isOptional: true) }
                + ["latitude", "longitude"].map { RecordField($0, .number, isOptional: true) }
        default: []
        }
    }
}

extension ValueType {
    /// A day of the week, by its English name.
    static let weekday = ValueType.choice(
        ChoiceType(answers: Weekday.allCases.map { ChoiceType.Answer(id: $0.name, label: $0.name) }))
}

extension String {
    /// Whether the text consists of digits with at most one point and an optional minus.
    var isPlainNumber: Bool { Decimal(plain: self) != nil }
}

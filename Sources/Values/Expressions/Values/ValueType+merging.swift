extension ValueType {
    /// The type of a name that holds values of either type; `nil` when the types do not fit together.
    ///
    /// Answers of several questions are the answers of all of them. A field that not both have may be empty.
    public func merged(with other: ValueType) -> ValueType? {
        switch (self, other) {
        case (.unknown, _): return other
        case (_, .unknown): return self
        case (.choice(let left), .choice(let right)): return .choice(left.merged(with: right))
        case (.text, .choice), (.choice, .text): return .text
        case (.list(let left), .list(let right)):
            guard let left, let right else { return .list(left ?? right) }
            return left.merged(with: right).map { .list($0) }
        case (.record(let left), .record(let right)):
            return Self.merged(left, right).map { .record($0) }
        default: return self == other ? self : nil
        }
    }

    fileprivate static func merged(_ left: [RecordField], _ right: [RecordField]) -> [RecordField]? {
        var fields: [RecordField] = []
        for field in left {
            guard let other = right.first(where: { $0.name == field.name }) else {
                fields.append(RecordField(field.name, field.type, isOptional: true))
                continue
            }
            guard let type = field.type.merged(with: other.type) else { return nil }
            fields.append(RecordField(field.name, type, isOptional: field.isOptional || other.isOptional))
        }
        let names = Set(left.map(\.name))
        return fields
            + right.filter { !names.contains($0.name) }.map { RecordField($0.name, $0.type, isOptional: true) }
    }
}

extension ValueType.ChoiceType {
    fileprivate func merged(with other: ValueType.ChoiceType) -> ValueType.ChoiceType {
        ValueType.ChoiceType(
            answers: answers + other.answers.filter { !answers.contains($0) }, hasMore: hasMore || other.hasMore,
            fields: ValueType.merged(fields, other.fields) ?? [],
            mayHaveOtherFields: mayHaveOtherFields || other.mayHaveOtherFields,
            alwaysHasNote: alwaysHasNote && other.alwaysHasNote)
    }
}

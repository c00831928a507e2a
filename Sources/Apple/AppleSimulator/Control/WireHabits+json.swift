import JSON

extension WireHabits {
    /// Reads the given habits of a device; the others are those of its kind.
    init(_ value: JSONValue, of kind: DeviceKind) throws(ValidationError) {
        let fields = try Fields(
            value,
            known: [
                "size", "key", "signature", "checksum", "reference_key", "decoded", "large_replies", "paying",
            ])
        self = kind.habits
        try fields.choose(&size, "size")
        try fields.choose(&key, "key")
        try fields.choose(&signature, "signature")
        try fields.choose(&checksum, "checksum")
        try fields.choose(&referenceKey, "reference_key")
        try fields.choose(&decoded, "decoded")
        try fields.choose(&largeReplies, "large_replies")
        paying =
            try fields.optional("paying") { [paying] value throws(ValidationError) in try paying.changed(by: value) }
            ?? paying
    }

    var json: JSONValue {
        [
            "size": .string(size.rawValue), "key": .string(key.rawValue), "signature": .string(signature.rawValue),
            "checksum": .string(checksum.rawValue), "reference_key": .string(referenceKey.rawValue),
            "decoded": .string(decoded.rawValue), "large_replies": .string(largeReplies.rawValue),
            "paying": paying.json,
        ]
    }
}

extension PayingHabits {
    /// Returns these habits with the given changes.
    fileprivate func changed(by value: JSONValue) throws(ValidationError) -> PayingHabits {
        let fields = try Fields(
            value, known: ["amounts", "words", "opening", "redacted", "method", "reply", "closing"])
        var habits = self
        try fields.choose(&habits.amounts, "amounts")
        try fields.choose(&habits.words, "words")
        try fields.choose(&habits.opening, "opening")
        try fields.choose(&habits.redacted, "redacted")
        try fields.choose(&habits.method, "method")
        try fields.choose(&habits.reply, "reply")
        try fields.choose(&habits.closing, "closing")
        return habits
    }

    fileprivate var json: JSONValue {
        [
            "amounts": .string(amounts.rawValue), "words": .string(words.rawValue),
            "opening": .string(opening.rawValue), "redacted": .string(redacted.rawValue),
            "method": .string(method.rawValue), "reply": .string(reply.rawValue), "closing": .string(closing.rawValue),
        ]
    }
}

extension Fields {
    /// Replaces `value` by the word under `key`, if there is one.
    fileprivate func choose<Value: RawRepresentable & CaseIterable>(
        _ value: inout Value, _ key: String
    ) throws(ValidationError) where Value.RawValue == String {
        guard let word = try optionalWord(key, among: Value.allCases.map(\.rawValue)) else { return }
        value = Value(rawValue: word) ?? value
    }
}

import JSON

extension Fields {
    /// Returns a required string that is not empty.
    ///
    /// - Parameter limit: the maximum number of characters, as a reader counts them; `nil` for no limit.
    func text(_ key: String, limit: Int? = nil) throws(ValidationError) -> String {
        try required(key) { value throws(ValidationError) in try value.text(limit: limit, mayBeEmpty: false) }
    }

    func optionalText(_ key: String, limit: Int? = nil) throws(ValidationError) -> String? {
        try optional(key) { value throws(ValidationError) in try value.text(limit: limit, mayBeEmpty: true) }
    }

    func integer(_ key: String) throws(ValidationError) -> Int {
        try required(key) { value throws(ValidationError) in try value.integer() }
    }

    func optionalInteger(_ key: String) throws(ValidationError) -> Int? {
        try optional(key) { value throws(ValidationError) in try value.integer() }
    }

    func optionalNumber(_ key: String) throws(ValidationError) -> JSONNumber? {
        try optional(key) { value throws(ValidationError) in
            guard let number = value.number else {
                throw ValidationError("expected a number, found \(value.kindName)")
            }
            return number
        }
    }

    func optionalFlag(_ key: String) throws(ValidationError) -> Bool? {
        try optional(key) { value throws(ValidationError) in
            guard let flag = value.bool else {
                throw ValidationError("expected true or false, found \(value.kindName)")
            }
            return flag
        }
    }

    /// Returns one of `allowed`, or `nil` when the member is absent.
    func optionalWord(_ key: String, among allowed: [String]) throws(ValidationError) -> String? {
        try optional(key) { value throws(ValidationError) in
            guard let word = value.string, allowed.contains(word) else {
                throw ValidationError("`\(value.text)` is none of \(allowed.map { "`\($0)`" }.joined(separator: ", "))")
            }
            return word
        }
    }
}

extension JSONValue {
    func text(limit: Int?, mayBeEmpty: Bool) throws(ValidationError) -> String {
        guard let text = string else { throw ValidationError("expected a string, found \(kindName)") }
        guard mayBeEmpty || !text.isEmpty else { throw ValidationError("this is required and is empty") }
        if let limit, text.utf8.count > limit, text.count > limit {
            throw ValidationError("\(text.count) characters are too long; \(limit) are allowed")
        }
        return text
    }

    func integer() throws(ValidationError) -> Int {
        guard let number else { throw ValidationError("expected a whole number, found \(kindName)") }
        guard let integer = number.int else {
            throw ValidationError("expected a whole number, found \(number.literal)")
        }
        return integer
    }
}

/// Throws an error at the first duplicate among `identifiers`.
///
/// - Parameter place: returns the path of the identifier at an index, such as `items[3].identifier`.
func requireUnique(
    _ identifiers: some Sequence<String>, _ place: (Int) -> String
) throws(ValidationError) {
    var seen = Set<String>()
    for (index, identifier) in identifiers.enumerated() where !seen.insert(identifier).inserted {
        throw ValidationError(
            place(index), "the identifier `\(identifier)` occurs twice; it must be unique in the message")
    }
}

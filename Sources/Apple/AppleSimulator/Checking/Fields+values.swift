import JSON

extension Fields {
    /// Returns a required string that is not empty.
    ///
    /// - Parameter limit: the maximum number of characters, as a reader counts them; `nil` for no limit.
    func text(_ key: String, limit: Int? = nil) throws(Complaint) -> String {
        try required(key) { value throws(Complaint) in try value.text(limit: limit, mayBeEmpty: false) }
    }

    func optionalText(_ key: String, limit: Int? = nil) throws(Complaint) -> String? {
        try optional(key) { value throws(Complaint) in try value.text(limit: limit, mayBeEmpty: true) }
    }

    func integer(_ key: String) throws(Complaint) -> Int {
        try required(key) { value throws(Complaint) in try value.integer() }
    }

    func optionalInteger(_ key: String) throws(Complaint) -> Int? {
        try optional(key) { value throws(Complaint) in try value.integer() }
    }

    func optionalNumber(_ key: String) throws(Complaint) -> JSONNumber? {
        try optional(key) { value throws(Complaint) in
            guard let number = value.number else {
                throw Complaint("a number should stand here, not \(value.kindName)")
            }
            return number
        }
    }

    func optionalFlag(_ key: String) throws(Complaint) -> Bool? {
        try optional(key) { value throws(Complaint) in
            guard let flag = value.bool else {
                throw Complaint("true or false should stand here, not \(value.kindName)")
            }
            return flag
        }
    }

    /// Returns one of `allowed`, or `nil` when the member is absent.
    func optionalWord(_ key: String, among allowed: [String]) throws(Complaint) -> String? {
        try optional(key) { value throws(Complaint) in
            guard let word = value.string, allowed.contains(word) else {
                throw Complaint("`\(value.text)` is none of \(allowed.map { "`\($0)`" }.joined(separator: ", "))")
            }
            return word
        }
    }
}

extension JSONValue {
    func text(limit: Int?, mayBeEmpty: Bool) throws(Complaint) -> String {
        guard let text = string else { throw Complaint("a string should stand here, not \(kindName)") }
        guard mayBeEmpty || !text.isEmpty else { throw Complaint("this is required and is empty") }
        if let limit, text.utf8.count > limit, text.count > limit {
            throw Complaint("\(text.count) characters are too long; \(limit) are allowed")
        }
        return text
    }

    func integer() throws(Complaint) -> Int {
        guard let number else { throw Complaint("a whole number should stand here, not \(kindName)") }
        guard let integer = number.int else {
            throw Complaint("a whole number should stand here, not \(number.literal)")
        }
        return integer
    }
}

/// Throws an error at the first duplicate among `identifiers`.
///
/// - Parameter place: returns the path of the identifier at an index, such as `items[3].identifier`.
func requireUnique(
    _ identifiers: some Sequence<String>, _ place: (Int) -> String
) throws(Complaint) {
    var seen = Set<String>()
    for (index, identifier) in identifiers.enumerated() where !seen.insert(identifier).inserted {
        throw Complaint(place(index), "the identifier `\(identifier)` stands twice; it has to be unique in the message")
    }
}

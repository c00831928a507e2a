import Expressions

/// Normalises people's names for display.
enum ChatName {
    private static let longest = 80

    /// Returns the name on one line; `nil` when it is empty.
    static func of(_ text: String) -> String? {
        let plain = String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        let name = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return name.isEmpty ? nil : name.shortened(to: longest)
    }

    /// Returns a language with its region, such as `de-DE`; `nil` when the text cannot be one.
    static func language(_ text: String?) -> String? {
        guard let text, (2...35).contains(text.utf8.count) else { return nil }
        let isTag = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isTag ? text.replacing("_", with: "-") : nil
    }
}

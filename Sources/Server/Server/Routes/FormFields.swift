import Foundation

/// The fields of a form or a query (WHATWG URL, application/x-www-form-urlencoded); the first of several fields with
/// one name counts.
package struct FormFields {
    private let values: [String: String]

    package init(_ text: String) {
        let pairs = text.split(separator: "&").prefix(50).map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.plain(parts[0]), parts.count > 1 ? Self.plain(parts[1]) : "")
        }
        values = Dictionary(pairs) { first, _ in first }
    }

    private static func plain(_ text: Substring) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    package subscript(name: String) -> String? { values[name] }
}

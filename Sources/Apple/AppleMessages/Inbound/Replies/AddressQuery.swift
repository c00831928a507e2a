import Foundation

/// The query of an address, `?move=e2e4&piece=pawn`, in which iMessage apps send their data (Interactive Message Types,
/// Custom Interactive Messages: `URL`).
struct AddressQuery {
    /// The fields in their original order.
    let fields: [(name: String, value: String)]

    /// - Returns: `nil` when there is no query, or it exceeds the limits for apps.
    init?(_ address: String) {
        guard address.utf8.count <= ReplyLimits.address else { return nil }
        self.init(anyLength: address)
    }

    init?(anyLength address: String) {
        guard let mark = address.firstIndex(of: "?") else { return nil }
        let query = address[address.index(after: mark)...].prefix { $0 != "#" }
        fields = query.split(separator: "&").prefix(ReplyLimits.fields).compactMap { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(sides[0]), !name.isEmpty else { return nil }
            return (name, sides.count == 2 ? Self.decoded(sides[1]) ?? String(sides[1]) : "")
        }
    }

    /// The fields by name. A name that occurs several times has all its values, separated by commas.
    var values: [String: String] {
        Dictionary(fields) { "\($0), \($1)" }
    }

    /// A plus sign is literal: iOS escapes spaces as `%20`.
    static func decoded(_ part: some StringProtocol) -> String? {
        part.utf8.contains(UInt8(ascii: "%")) ? String(part).removingPercentEncoding : String(part)
    }
}

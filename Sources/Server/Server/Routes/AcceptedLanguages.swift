import Foundation

/// The languages that a browser accepts, in order of preference (`Accept-Language`: RFC 9110, section 12.5.4).
package struct AcceptedLanguages: Sendable {
    private let codes: [String]

    package init(_ header: String) {
        let wishes = header.split(separator: ",").prefix(20).enumerated().map { index, wish in
            let parts = wish.split(separator: ";")
            let weight = parts.dropFirst().lazy.map { $0.trimmingCharacters(in: .whitespaces) }
                .first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            let code = (parts.first ?? "").trimmingCharacters(in: .whitespaces).lowercased().prefix { $0 != "-" }
            return (code: String(code), weight: weight ?? 1, index: index)
        }
        codes = wishes.filter { $0.weight > 0 }.sorted {
            ($0.weight, -Double($0.index)) > ($1.weight, -Double($1.index))
        }
        .map(\.code)
    }

    /// Returns the preferred language among `known`; English when none is accepted.
    package func best(among known: [String]) -> String { codes.first(where: known.contains) ?? "en" }
}

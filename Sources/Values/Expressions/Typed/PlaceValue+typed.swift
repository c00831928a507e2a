import Foundation

extension PlaceValue {
    private static let longest = 500
    private static let mostLines = 6

    /// The place that a text stands for: a map link, coordinates, or a postal address. Any other text is the name of a
    /// place; `nil` when it cannot be that either.
    public init?(typed text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count <= Self.longest, text.split(whereSeparator: \.isNewline).count <= Self.mostLines else {
            return nil
        }
        if let link = text.split(whereSeparator: \.isWhitespace).first(where: MapsLink.isLink) {
            guard let place = MapsLink(link)?.place else { return nil }
            self = place
        } else if let place = PlaceValue(coordinates: text) {
            self = place
        } else if let place = AddressReader(text).place {
            self = place
        } else {
            guard text.count(where: \.isLetter) > 1, text.last != "?" else { return nil }
            self.init(name: text.split(whereSeparator: \.isNewline).joined(separator: ", "))
        }
    }

    /// `52.5, 13.4`: degrees of latitude, then of longitude. Anything after them is ignored.
    init?(coordinates text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
        guard (2...3).contains(parts.count), let latitude = Decimal(plain: parts[0]),
            let longitude = Decimal(plain: parts[1]), abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Whether the place is a postal address: it has a street and a city.
    public var isAddress: Bool { street != nil && city != nil }
}

extension StringProtocol {
    /// Without spaces at the ends.
    var trimmingSpaces: String { trimmingCharacters(in: .whitespaces) }
}

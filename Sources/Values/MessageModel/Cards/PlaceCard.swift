import Expressions
public import Foundation

/// A place.
public struct PlaceCard: Sendable, Hashable {
    public var name: String
    /// In degrees.
    public var latitude: Decimal?
    public var longitude: Decimal?
    /// The zoom level of the map: 1 shows the world, 18 a house.
    public var zoom = 17
    public var note: String?
    public var street: String?
    public var street2: String?
    public var city: String?
    /// The county or state.
    public var area: String?
    public var postcode: String?
    public var country: String?

    public init(name: String) { self.name = name }

    /// The postal address on one line; `nil` when no part of it is known.
    public var line: String? {
        let town = [postcode, city].compactMap { $0 }.joined(separator: " ")
        let parts = [street, street2, town.isEmpty ? nil : town, area, country].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The place in Apple's Maps (Apple, Map Links): with coordinates, a pin with its name; otherwise its address;
    /// otherwise a search for its name. Other devices open the same address in a browser.
    public var mapAddress: String {
        var query: [(String, String)] = []
        if let latitude, let longitude {
            query = [("ll", "\(latitude.description),\(longitude.description)"), ("q", name), ("z", String(zoom))]
        } else if let line {
            query = [("address", line), ("q", name)]
        } else {
            query = [("q", name)]
        }
        return "https://maps.apple.com/?" + query.map { "\($0)=\($1.inQuery)" }.joined(separator: "&")
    }
}

extension String {
    /// Percent-encoded except for unreserved characters and commas (RFC 3986, section 2.1).
    fileprivate var inQuery: String {
        unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic || "0123456789-._~,".unicodeScalars.contains(scalar)
            if isPlain || PrivateMarks.isMark(scalar) { return String(scalar) }
            return String(scalar).utf8.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }.joined()
        }.joined()
    }
}

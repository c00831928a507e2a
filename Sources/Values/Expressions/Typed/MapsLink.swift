import Foundation

/// A link with which a map application shares a place: Apple's, Google's, and `geo:` (RFC 5870). Short links contain no
/// place.
struct MapsLink {
    private let isGeo: Bool
    private let host: String
    private let path: [String]
    private let query: [String: String]

    static func isLink(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return ["https://", "http://", "geo:"].contains(where: word.hasPrefix)
    }

    init?(_ link: Substring) {
        let colon = link.firstIndex(of: ":") ?? link.startIndex
        isGeo = link[..<colon].lowercased() == "geo"
        let rest = link[link.index(after: colon)...].drop { $0 == "/" }
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        let parts = rest[..<end].split(separator: "/").map(\.unescaped)
        guard let first = parts.first else { return nil }
        host = first.lowercased()
        path = Array(parts.dropFirst())
        let fields = rest[end...].dropFirst().prefix { $0 != "#" }.split(separator: "&").compactMap { pair in
            let sides = pair.split(separator: "=", maxSplits: 1)
            return sides.count == 2 ? (sides[0].lowercased(), sides[1].unescaped) : nil
        }
        query = Dictionary(fields) { first, _ in first }
    }

    /// The place, as far as the link contains it.
    var place: PlaceValue? {
        if isGeo { return geo }
        if host == "maps.apple.com" { return apple }
        let isGoogle = host.split(separator: ".").contains("google")
        return isGoogle && (host.hasPrefix("maps.") || path.first == "maps") ? google : nil
    }

    /// `geo:52.5,13.4;u=35?q=52.5,13.4(Station)`. Links without coordinates have 0,0.
    private var geo: PlaceValue? {
        let point = PlaceValue(coordinates: host.prefix { $0 != ";" })
        let isNowhere = point?.latitude == 0 && point?.longitude == 0
        guard let words = query["q"] else { return isNowhere ? nil : point }
        let label = words.split(separator: "(").dropFirst().first.map { String($0.prefix { $0 != ")" }) }
        let named = PlaceValue(coordinates: words.prefix { $0 != "(" })
        var place = (isNowhere ? named : point) ?? PlaceValue(words: words)
        if let label { place?.name = label } else if named == nil { place = place?.named(words) }
        return place
    }

    /// Apple, Map Links: `ll`, `q`, `address`; newer links `coordinate` and `name`.
    private var apple: PlaceValue? {
        let point = first(of: ["coordinate", "ll", "q", "sll", "daddr"], as: PlaceValue.init(coordinates:))
        let words = ["name", "q"].compactMap { query[$0] }.first { PlaceValue(coordinates: $0) == nil }
        let address = (query["address"] ?? query["daddr"]).flatMap(PlaceValue.init(words:))
        guard var place = address ?? words.flatMap(PlaceValue.init(words:)) ?? point else { return nil }
        if let words, address?.isAddress ?? (point != nil) { place = place.named(words) }
        return place.at(point)
    }

    /// Google, Maps URLs, and the addresses in browsers: `/maps/place/Name/@52.5,13.4,17z/data=!3d52.5!4d13.4`.
    private var google: PlaceValue? {
        let words = ["query", "q", "destination", "daddr"].compactMap { query[$0] }.first ?? pathWords
        let wordsPoint = words.flatMap { PlaceValue(coordinates: $0) }
        let point =
            pinned ?? wordsPoint ?? viewed ?? first(of: ["ll", "center", "sll"], as: PlaceValue.init(coordinates:))
        let named = wordsPoint == nil ? words.flatMap(PlaceValue.init(words:)) : nil
        return (named ?? point)?.at(point)
    }

    private var pathWords: String? {
        guard let place = path.firstIndex(where: { ["place", "search"].contains($0) }), path.indices.contains(place + 1)
        else { return nil }
        return path[place + 1].hasPrefix("@") ? nil : path[place + 1]
    }

    /// The centre of the map.
    private var viewed: PlaceValue? {
        path.first { $0.hasPrefix("@") }.flatMap { PlaceValue(coordinates: $0.dropFirst()) }
    }

    /// The location of the pin.
    private var pinned: PlaceValue? {
        guard let data = path.first(where: { $0.hasPrefix("data=") }) else { return nil }
        let parts = data.split(separator: "!")
        guard let latitude = parts.last(where: { $0.hasPrefix("3d") })?.dropFirst(2),
            let longitude = parts.last(where: { $0.hasPrefix("4d") })?.dropFirst(2)
        else { return nil }
        return PlaceValue(coordinates: "\(latitude),\(longitude)")
    }

    private func first(of keys: [String], as read: (String) -> PlaceValue?) -> PlaceValue? {
        keys.compactMap { query[$0].flatMap(read) }.first
    }
}

extension PlaceValue {
    /// The place from a text in a link: an address, otherwise a name.
    fileprivate init?(words: String) {
        let words = words.trimmingSpaces
        guard !words.isEmpty, words.count <= 500 else { return nil }
        self = AddressReader(words).place ?? PlaceValue(name: words)
    }

    fileprivate func named(_ name: String) -> PlaceValue {
        var place = self
        if place.name == nil, name != place.street { place.name = name }
        return place
    }

    fileprivate func at(_ point: PlaceValue?) -> PlaceValue {
        var place = self
        place.latitude = point?.latitude ?? latitude
        place.longitude = point?.longitude ?? longitude
        return place
    }
}

extension Substring {
    /// The text without percent encoding.
    fileprivate var unescaped: String {
        let text = replacing("+", with: " ")
        return text.removingPercentEncoding ?? String(text)
    }
}

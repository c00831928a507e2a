/// Parses an address: name, street, postcode, city and country, separated by commas or line breaks.
///
/// It knows the formats that are usual in Europe and America (`Hauptstraße 5, 10115 Berlin`;
/// `12 Main St, Springfield, IL 62704, USA`; `10 Downing Street, London SW1A 2AA`). A text that it cannot parse is not
/// an address.
struct AddressReader {
    private let parts: [String]

    init(_ text: String) {
        parts = text.split { $0 == "," || $0 == ";" || $0.isNewline }.map(\.trimmingSpaces).filter { !$0.isEmpty }
    }

    /// The place; `nil` when the text contains neither a street nor a postcode.
    var place: PlaceValue? {
        guard parts.count <= 8 else { return nil }
        guard let street = streetIndex else { return town }
        var rest = parts[(street + 1)...]
        var place = rest.isEmpty ? oneLine(parts[street]) : PlaceValue(street: parts[street])
        if street > 0 { place.name = parts[..<street].joined(separator: ", ") }
        if rest.count > 1, let door = rest.first, door.hasDigit, Locality(door).postcode == nil {
            place.street = "\(parts[street]), \(door)"
            rest = rest.dropFirst()
        }
        guard let town = rest.popFirst() else { return place }
        let locality = Locality(town)
        place.city = locality.city
        place.postcode = locality.postcode
        if place.postcode == nil, let next = rest.first, let postcode = Locality(next).postcode {
            place.postcode = postcode
            if let area = Locality(next).city {
                place.city = [place.city, area].compactMap(\.self).joined(separator: ", ")
            }
            rest = rest.dropFirst()
        }
        place.country = rest.last
        return place
    }

    /// The part that holds the street: the first with a number that is not a postcode, or with a word for streets;
    /// otherwise the part before the postcode.
    private var streetIndex: Int? {
        let numbered = parts.indices.first { index in
            let part = parts[index]
            let isTown = index == 0 ? Locality(part).leads : Locality(part).postcode != nil
            return part.isStreet || part.hasDigit && part.hasLetter && !isTown
        }
        let town = parts.indices.dropFirst().first { Locality(parts[$0]).postcode != nil }
        return numbered ?? town.map { $0 - 1 }
    }

    /// A postcode and a city without a street, optionally followed by a country.
    private var town: PlaceValue? {
        guard let first = parts.first, Locality(first).leads else { return nil }
        let locality = Locality(first)
        return PlaceValue(
            city: locality.city, postcode: locality.postcode, country: parts.count > 1 ? parts.last : nil)
    }

    /// `Hauptstraße 5 10115 Berlin`, `Hauptstraße 5 Berlin`, or only a street.
    private func oneLine(_ part: String) -> PlaceValue {
        let words = part.split(separator: " ").map(String.init)
        let joined = { (words: ArraySlice<String>) in words.joined(separator: " ") }
        if let town = words.indices.dropFirst().first(where: { Locality(joined(words[$0...])).leads }) {
            let locality = Locality(joined(words[town...]))
            return PlaceValue(street: joined(words[..<town]), city: locality.city, postcode: locality.postcode)
        }
        if let number = words.indices.dropFirst().first(where: { words[$0].first?.isDigit ?? false }),
            case let after = words[(number + 1)...], after.contains(where: { $0.count > 1 }),
            !after.contains(where: \.hasDigit), !words[0].hasDigit
        {
            return PlaceValue(street: joined(words[...number]), city: joined(after))
        }
        return PlaceValue(street: part)
    }
}

/// A part of an address with a city, a postcode or both.
private struct Locality {
    var postcode: String?
    var city: String?
    /// Whether the postcode comes first, as in most of Europe.
    var leads = false

    init(_ part: String) {
        let words = part.split(separator: " ").map(String.init)
        if let count = Self.leading(words) {
            postcode = words[..<count].joined(separator: " ")
            city = words.count > count ? words[count...].joined(separator: " ") : nil
            leads = words.count > count
        } else if let count = Self.trailing(words) {
            postcode = words.suffix(count).joined(separator: " ")
            city = words.count > count ? words.dropLast(count).joined(separator: " ") : nil
        } else {
            city = part
        }
    }

    /// How many words at the beginning form a postcode: `10115`, `D-10115`, `1012 AB`, `100 00`.
    private static func leading(_ words: [String]) -> Int? {
        guard let first = words.first else { return nil }
        if words.count > 1, matches(first + " " + words[1], fullOfTwo) { return words.count > 2 ? 2 : nil }
        return matches(first, full) ? 1 : nil
    }

    /// How many words at the end form a postcode: `62704`, `62704-1234`, `SW1A 2AA`, `K1A 0B1`.
    private static func trailing(_ words: [String]) -> Int? {
        guard words.count > 1, let last = words.last else { return nil }
        if matches(words[words.count - 2] + " " + last, ofTwo) { return 2 }
        return matches(last, full) ? 1 : nil
    }

    private static func matches(_ text: String, _ pattern: Pattern) -> Bool { pattern.matches(text.uppercased()) }

    private static let full = compiled(#"([A-Z]{1,3}-)?\d{4,6}(-\d{3,4})?"#)
    private static let fullOfTwo = compiled(#"\d{4} [A-Z]{2}|\d{3} \d{2}"#)
    private static let ofTwo = compiled(#"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d"#)

    private static func compiled(_ source: String) -> Pattern {
        guard let pattern = try? Pattern(source) else { preconditionFailure("the pattern \(source) does not compile") }
        return pattern
    }
}

extension String {
    fileprivate var hasDigit: Bool { contains(where: \.isDigit) }
    fileprivate var hasLetter: Bool { contains(where: \.isLetter) }

    /// Whether the text contains a word for streets.
    fileprivate var isStreet: Bool {
        split(separator: " ").contains { word in
            let word = word.lowercased().filter { $0 != "." }
            return Self.streetWords.contains(word) || Self.streetEndings.contains(where: word.hasSuffix)
        }
    }

    private static let streetEndings = ["straße", "strasse", "gasse", "allee", "straat", "gatan"]
    private static let streetWords: Set<String> = [
        "street", "road", "rd", "avenue", "ave", "lane", "drive", "boulevard", "blvd", "rue", "via", "viale",
        "piazza", "corso", "calle", "plaza", "avenida", "rua", "platz", "weg", "ring", "ufer",
    ]
}

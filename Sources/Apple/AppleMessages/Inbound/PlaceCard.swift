import Expressions

/// A shared place: a vCard (RFC 6350) whose `URL` is an Apple Maps link.
struct PlaceCard {
    private let lines: [(name: String, value: Substring)]

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("\r\n", with: "\n").replacing("\n ", with: "").replacing("\n\t", with: "")
        lines = text.split(separator: "\n").compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            // `item1.URL;type=pref` is a `URL`.
            let name = line[..<colon].prefix { $0 != ";" }.split(separator: ".").last ?? ""
            return (name.uppercased(), line[line.index(after: colon)...])
        }
    }

    /// The place, with the details that the card contains; `nil` when it contains none.
    var place: PlaceValue? {
        let linked = values("URL").lazy.compactMap { PlaceValue(typed: Self.unescaped($0)) }.first
        guard var place = linked ?? address ?? point else { return nil }
        if let address, place.street == nil, place.city == nil {
            place.street = address.street
            place.city = address.city
            place.postcode = address.postcode
            place.country = address.country
        }
        return place
    }

    /// `GEO:52.5;13.4`, or since version 4 `GEO:geo:52.5,13.4`.
    private var point: PlaceValue? {
        values("GEO").lazy.compactMap { value in
            PlaceValue(typed: value.hasPrefix("geo:") ? String(value) : String(value.replacing(";", with: ",")))
        }.first
    }

    /// The components are box, extension, street, city, region, postcode and country.
    private var address: PlaceValue? {
        guard let value = values("ADR").first else { return nil }
        let parts = Self.parts(value)
        guard parts.count >= 7, parts[2] != nil || parts[3] != nil else { return nil }
        return PlaceValue(street: parts[2], city: parts[3], postcode: parts[5], country: parts[6])
    }

    private func values(_ name: String) -> [Substring] { lines.filter { $0.name == name }.map(\.value) }

    /// Returns the fields of a value, with empty ones as `nil`.
    private static func parts(_ value: Substring) -> [String?] {
        var parts: [Substring] = []
        var start = value.startIndex
        var isEscaped = false
        for index in value.indices {
            if value[index] == ";", !isEscaped {
                parts.append(value[start..<index])
                start = value.index(after: index)
            }
            isEscaped = value[index] == "\\" && !isEscaped
        }
        return (parts + [value[start...]]).map { part in
            let text = unescaped(part).split(whereSeparator: \.isNewline).joined(separator: ", ")
            return text.isEmpty ? nil : String(text.prefix(200))
        }
    }

    private static func unescaped(_ value: Substring) -> String {
        var text = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                text.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return text
    }
}

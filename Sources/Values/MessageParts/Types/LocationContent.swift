public import Foundation
public import JSON

/// A place on the map, by its coordinates, its address, or both.
public struct LocationContent: MessageContent {
    /// The name of the type: `location`.
    public static let type = "location"
    /// The MIME types of the type: all of them are read, the first one is written.
    public static let mimeTypes = ["application/vnd.layer.location+json", "location/coordinate"]
    /// The default zoom level: 1 shows the world, 18 a house.
    public static let usualZoom = 17
    static let zooms = 1...18

    /// The latitude in degrees.
    public var latitude: Decimal?
    /// The longitude in degrees.
    public var longitude: Decimal?
    /// The direction in degrees, 0 to 360.
    public var heading: Decimal?
    /// The altitude in metres above sea level.
    public var altitude: Decimal?
    /// The accuracy of the coordinates in metres.
    public var accuracy: Decimal?
    /// The zoom level of the map, 1 to 18.
    public var zoom = usualZoom
    /// The name of the place.
    public var title: String?
    /// A description of the place.
    public var description: String?
    /// The first line of the street address.
    public var street1: String?
    /// The second line of the street address.
    public var street2: String?
    /// The city.
    public var city: String?
    /// The state or county.
    public var administrativeArea: String?
    /// The postal code.
    public var postalCode: String?
    /// The country.
    public var country: String?
    /// The time of creation, in ISO 8601.
    public var createdAt: String?

    /// A place without coordinates and address.
    public init(title: String? = nil) { self.title = title }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String { title ?? words.name(.location) }
    /// The title; the description and the address.
    public var metadata: MessageMetadata {
        MessageMetadata(title: title, description: [description, address].known("\n"))
    }
    /// The default event of a tap: `open-map`.
    public var event: String? { "open-map" }

    /// The data of `open-map`: `latitude` and `longitude`, otherwise `address`.
    public func data(for event: String) -> JSONObject {
        guard event == "open-map" else { return [:] }
        var data = JSONObject()
        data.set("latitude", latitude.map { .number(JSONNumber($0)) })
        data.set("longitude", longitude.map { .number(JSONNumber($0)) })
        if data.isEmpty { data.set("address", line.map { .string($0) }) }
        return data
    }

    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.location, by: sender)
    }

    /// The postal address in lines; `nil` when no part of it is known.
    public var address: String? {
        let town = [[city, administrativeArea].known(" "), postalCode].known(", ")
        return [street1, street2, town, country].known("\n")
    }

    /// The postal address on one line.
    var line: String? { address?.replacing("\n", with: ", ") }

    /// The measurements that accompany the coordinates: altitude in metres, accuracy, and direction in degrees.
    var measures: String? {
        [
            altitude.map { "↑ \($0) m" }, accuracy.map { "± \($0) m" }, heading.map { "\($0)°" },
        ].known(" · ")
    }

    var coordinates: String? {
        guard let latitude, let longitude else { return nil }
        return "\(latitude.description), \(longitude.description)"
    }

    /// The address in Apple's Maps, which other devices open in a browser (Apple, Map Links).
    var mapAddress: String? {
        var query: [(String, String)] = []
        if let latitude, let longitude {
            query = [("ll", "\(latitude.description),\(longitude.description)"), ("z", String(zoom))]
        } else if let line {
            query = [("address", line)]
        }
        if let title { query.append(("q", title)) }
        return Self.mapAddress(query)
    }

    /// The same for the data of an event: `latitude` and `longitude`, or `address`.
    static func mapAddress(of data: JSONObject) -> String? {
        if let latitude = data["latitude"]?.number?.decimal, let longitude = data["longitude"]?.number?.decimal {
            return mapAddress([("ll", "\(latitude.description),\(longitude.description)")])
        }
        return mapAddress(data["address"]?.string.map { [("address", $0)] } ?? [])
    }

    private static func mapAddress(_ query: [(String, String)]) -> String? {
        guard !query.isEmpty else { return nil }
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,")
        let pairs = query.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: plain) ?? "")" }
        return "https://maps.apple.com/?" + pairs.joined(separator: "&")
    }
}

extension [String?] {
    /// The present texts, joined; `nil` when there are none.
    func known(_ separator: String) -> String? {
        let known = compactMap { $0.nonEmpty }
        return known.isEmpty ? nil : known.joined(separator: separator)
    }
}

struct LocationSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> LocationContent {
        guard reader.node.type.isJSON else { return legacy(reader) }
        var place = LocationContent(title: reader.text("title").nonEmpty)
        place.latitude = reader.number("latitude", in: -90...90)
        place.longitude = reader.number("longitude", in: -180...180)
        place.heading = reader.number("heading", in: 0...360)
        place.altitude = reader.number("altitude")
        place.accuracy = reader.number("accuracy")
        place.zoom = reader.whole("zoom", in: LocationContent.zooms) ?? LocationContent.usualZoom
        place.description = reader.text("description").nonEmpty
        place.street1 = reader.text("street1").nonEmpty ?? reader.text("street").nonEmpty
        place.street2 = reader.text("street2").nonEmpty
        place.city = reader.text("city").nonEmpty
        place.administrativeArea = reader.text("administrative_area").nonEmpty
        place.postalCode = reader.text("postal_code").nonEmpty
        place.country = reader.text("country").nonEmpty
        place.createdAt = reader.date("created_at")
        if place.coordinates == nil, place.address == nil {
            reader.remark("it has neither `latitude` and `longitude` nor an address")
        }
        return place
    }

    /// The legacy format: `lat`, `lon` and `label`.
    private func legacy(_ reader: PartReader) -> LocationContent {
        let json = PartData(reader.node).bytes.flatMap { try? JSONValue(parsing: $0) }
        var place = LocationContent(title: json?["label"]?.string.nonEmpty)
        place.latitude = json?["lat"]?.number?.decimal
        place.longitude = json?["lon"]?.number?.decimal
        return place
    }

    func write(_ content: LocationContent, to writer: inout PartWriter) {
        writer.set("title", content.title)
        writer.set("latitude", content.latitude)
        writer.set("longitude", content.longitude)
        writer.set("heading", content.heading)
        writer.set("altitude", content.altitude)
        writer.set("accuracy", content.accuracy)
        if content.zoom != LocationContent.usualZoom { writer.set("zoom", content.zoom) }
        writer.set("description", content.description)
        writer.set("street1", content.street1)
        writer.set("street2", content.street2)
        writer.set("city", content.city)
        writer.set("administrative_area", content.administrativeArea)
        writer.set("postal_code", content.postalCode)
        writer.set("country", content.country)
        writer.set("created_at", content.createdAt)
    }
}

struct LocationPresenter: ContentPresenter {
    func lines(of content: LocationContent, _ showing: Showing) -> [String] {
        [
            content.measures, showing.date(content.createdAt),
            showing.isTapped || showing.address != nil ? nil : content.mapAddress,
        ].compactMap { $0 }
    }

    func html(of content: LocationContent, _ showing: Showing) -> HTML {
        let pin = HTML.element("span", ["class": "pin", "aria-hidden": "true"], HTML("📍"))
        let words = content.coordinates.map { HTML.element("span", ["class": "where"], HTML($0)) } ?? HTML()
        let measures: HTML =
            .paragraph(content.measures, class: "date") + .paragraph(showing.date(content.createdAt), class: "date")
        if showing.isTapped { return .element("span", ["class": "map"], pin + words) + measures }
        let address = showing.address ?? content.mapAddress
        return .link(address, class: "map", label: content.title ?? content.line, pin + words) + measures
    }
}

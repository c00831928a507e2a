import Expressions
import Foundation
import Testing

/// Places as customers type them, and the links of map services.
@Suite struct TypedPlaceTests {
    private static func shown(_ text: String) -> String? {
        guard let place = PlaceValue(typed: text) else { return nil }
        let parts = [
            ("name", place.name), ("street", place.street), ("postcode", place.postcode), ("city", place.city),
            ("country", place.country), ("at", place.latitude.map { "\($0) \(place.longitude ?? 0)" }),
        ]
        return parts.compactMap { key, value in value.map { "\(key) \($0)" } }.joined(separator: " | ")
    }

    @Test(arguments: [
        ("Hauptstraße 5, 10115 Berlin", "street Hauptstraße 5 | postcode 10115 | city Berlin"),
        (
            "Hauptstraße 5\n10115 Berlin\nDeutschland",
            "street Hauptstraße 5 | postcode 10115 | city Berlin | country Deutschland"
        ),
        ("Hauptstraße 5 10115 Berlin", "street Hauptstraße 5 | postcode 10115 | city Berlin"),
        ("Hauptstraße 5a Berlin", "street Hauptstraße 5a | city Berlin"),
        ("Am Markt, 99423 Weimar", "street Am Markt | postcode 99423 | city Weimar"),
        ("Ana Meier, Weg 3, D-10115 Berlin", "name Ana Meier | street Weg 3 | postcode D-10115 | city Berlin"),
        (
            "12 Main St, Springfield, IL 62704, USA",
            "street 12 Main St | postcode 62704 | city Springfield, IL | country USA"
        ),
        ("12 Main St, Apt 4, Springfield", "street 12 Main St, Apt 4 | city Springfield"),
        ("10 Downing Street, London SW1A 2AA", "street 10 Downing Street | postcode SW1A 2AA | city London"),
        (
            "Via Larga 4, 20122 Milano MI, Italia",
            "street Via Larga 4 | postcode 20122 | city Milano MI | country Italia"
        ),
        ("Damrak 1, 1012 AB Amsterdam", "street Damrak 1 | postcode 1012 AB | city Amsterdam"),
        ("Market Street, Springfield", "street Market Street | city Springfield"),
        ("12345 Sunset Boulevard, Los Angeles", "street 12345 Sunset Boulevard | city Los Angeles"),
        ("10115 Berlin", "postcode 10115 | city Berlin"), ("Hauptstraße 5", "street Hauptstraße 5"),
        ("Berlin", "name Berlin"), ("the big oak", "name the big oak"), ("52.5, 13.4", "at 52.5 13.4"),
        ("-33.86,151.2", "at -33.86 151.2"),
    ])
    func `an address is taken apart`(typed: String, read: String) {
        #expect(Self.shown(typed) == read)
    }

    @Test(arguments: [
        ("https://maps.apple.com/?ll=52.5,13.4", "at 52.5 13.4"),
        ("https://maps.apple.com/?ll=52.5,13.4&q=The%20Shop", "name The Shop | at 52.5 13.4"),
        (
            "https://maps.apple.com/place?coordinate=52.5,13.4&name=Shop&address=Weg%203,%2010115%20Berlin",
            "name Shop | street Weg 3 | postcode 10115 | city Berlin | at 52.5 13.4"
        ),
        ("I am here: https://maps.apple.com/?q=52.5,13.4", "at 52.5 13.4"),
        ("https://maps.google.com/?q=52.5,13.4", "at 52.5 13.4"),
        ("https://www.google.com/maps/@52.5,13.4,15z", "at 52.5 13.4"),
        (
            "https://www.google.de/maps/place/Caf%C3%A9+Eins/@52.5,13.4,17z/data=!3m1!4b1!3d52.51!4d13.41",
            "name Café Eins | at 52.51 13.41"
        ),
        (
            "https://www.google.com/maps/search/?api=1&query=Weg%203%2C10115+Berlin",
            "street Weg 3 | postcode 10115 | city Berlin"
        ),
        ("geo:52.5,13.4", "at 52.5 13.4"), ("geo:52.5,13.4;u=35?z=12", "at 52.5 13.4"),
        ("geo:0,0?q=52.5,13.4(Shop)", "name Shop | at 52.5 13.4"),
    ])
    func `a link of a map is read`(link: String, read: String) { #expect(Self.shown(link) == read) }

    @Test(arguments: [
        "", " ", "?", "x", "!!", "Where is it?", "https://example.com/?ll=1,2", "https://maps.apple/p/abc",
        "https://maps.app.goo.gl/abc", "geo:", "geo:0,0", "https://maps.apple.com/", "http://", "91, 0", "52.5, 181",
        String(repeating: "a", count: 501), "a\nb\nc\nd\ne\nf\ng",
    ])
    func `anything else is no place`(typed: String) { #expect(PlaceValue(typed: typed) == nil) }
}

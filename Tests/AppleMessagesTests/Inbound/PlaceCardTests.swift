import Channels
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// Places as devices share them.
@Suite struct PlaceCardTests {
    private static func card(_ lines: String...) -> [UInt8] {
        Array((["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD"]).joined(separator: "\r\n").utf8)
    }

    @Test(
        arguments: [
            (
                card(
                    "N:;Current Location;;;", "item1.URL;type=pref:http://maps.apple.com/?ll=52.5\\,13.4&q=52.5\\,13.4"),
                PlaceValue(latitude: 52.5, longitude: 13.4)
            ),
            (
                card("item1.URL;type=pref:https://maps.apple.com/?ll=52.5\\,13", " .4&q=Bell%20Shop"),
                PlaceValue(name: "Bell Shop", latitude: 52.5, longitude: 13.4)
            ),
            (card("URL:https://bell.example", "GEO:52.5;13.4"), PlaceValue(latitude: 52.5, longitude: 13.4)),
            (card("GEO:geo:52.5,13.4"), PlaceValue(latitude: 52.5, longitude: 13.4)),
            (
                card("item1.ADR;type=HOME:;;Am Markt 1\\; Hof;Berlin;;10178;Germany"),
                PlaceValue(street: "Am Markt 1; Hof", city: "Berlin", postcode: "10178", country: "Germany")
            ),
            (card("ADR:;;Am Markt 1;Berlin;;;", "GEO:52.5;13.4"), PlaceValue(street: "Am Markt 1", city: "Berlin")),
            (card("FN:Ana", "TEL:1"), nil), ([], nil), ([0xFF, 0x3A, 0x00], nil), (Array("URL:".utf8), nil),
            (Array("ADR:".utf8), nil), (Array("ADR:;;\\".utf8), nil),
        ] as [([UInt8], PlaceValue?)])
    func `a card tells its place by a link, by coordinates or by an address`(_ card: [UInt8], _ place: PlaceValue?) {
        #expect(PlaceCard(card).place == place)
    }

    private static let attachment: JSONObject = [
        "name": "CL.loc.vcf", "mimeType": "text/x-vlocation", "size": "200", "key": "00", "url": "u", "owner": "o",
        "signature-base64": "gQE=",
    ]

    private static func message(_ body: String, _ attachments: JSONObject...) async throws -> PostedMessage {
        let all = JSONValue.array(attachments.map { .object($0) })
        let post = Post(Post.message(["body": .string(body), "attachments": all]))
        return try await post.message(at: AppleWebhook(settings: .test))
    }

    @Test func `a shared place is fetched, and stays a file where that fails`() async throws {
        let message = try await Self.message("\u{FFFC}", Self.attachment)
        guard case .place = message.missing, case .heard(.files(let files, text: "")) = message.arrival.content else {
            Issue.record("it is not missing")
            return
        }
        #expect(files.map(\.file.name) == ["CL.loc.vcf"])
    }

    @Test func `a link beside it says the same without fetching`() async throws {
        let message = try await Self.message(
            "\u{FFFC}https://maps.apple.com/?ll=52.5,13.4", Self.attachment)
        #expect(message.isWhole)
        #expect(message.arrival.content == .heard(.place(PlaceValue(latitude: 52.5, longitude: 13.4))))
    }

    @Test(arguments: [
        ("name", JSONValue.string("ana.vcf"), "mimeType", JSONValue.string("text/vcard")),
        ("size", .string("70000"), "name", .string("CL.loc.vcf")),
    ])
    func `other cards, and what is too large for a place, are files`(
        _ first: String, _ value: JSONValue, _ second: String, _ other: JSONValue
    ) async throws {
        var attachment = Self.attachment
        attachment[first] = value
        attachment[second] = other
        #expect(try await Self.message("\u{FFFC}", attachment).isWhole)
    }

    @Test func `a place among other files is a file`() async throws {
        #expect(try await Self.message("", Self.attachment, ["name": "a.jpg", "mimeType": "image/jpeg"]).isWhole)
    }
}

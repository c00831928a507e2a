import Foundation
import JSON
import Testing

@testable import MessageParts

/// All members of all types: each is shown, or affects the HTML, or is kept for servers; unusable values are named.
@Suite struct MemberTests {
    /// The use of a member.
    enum Fate: Sendable {
        /// People read this text.
        case shown(String)
        /// It changes the HTML, which contains this.
        case used(String)
        /// It is not shown, for this reason.
        case kept(String)
    }

    struct Member: Sendable, CustomTestStringConvertible {
        let type: String
        let name: String
        let value: JSONValue
        let fate: Fate
        /// Other members that it needs to have an effect.
        var beside: JSONObject = [:]

        init(_ type: String, _ name: String, _ value: JSONValue, _ fate: Fate, beside: JSONObject = [:]) {
            (self.type, self.name, self.value, self.fate, self.beside) = (type, name, value, fate, beside)
        }

        var testDescription: String { "\(type).\(name)" }
    }

    /// The members that a message of each type needs.
    private static let bodies: [String: JSONObject] = [
        "text": ["text": "Hi"], "link": ["url": "https://a.example"], "status": ["text": "Hi"],
        "file": ["source_url": "https://a.example/b.pdf"], "image": ["source_url": "https://a.example/b.png"],
        "audio": ["source_url": "https://a.example/b.mp3"], "video": ["source_url": "https://a.example/b.mp4"],
        "location": ["latitude": 52, "longitude": 13], "carousel": [:], "product": ["name": "Pump"],
        "receipt": [:], "feedback": ["prompt": "How?"], "buttons": ["buttons": []],
        "choice": ["label": "Which?", "choices": [["id": "a", "text": "A"]]],
    ]

    private static let date: JSONValue = "2026-03-02T10:00:00Z"

    private static let served = "for servers"

    static let members: [Member] = [
        Member("text", "text", "Six bar", .shown("Six bar")), Member("text", "title", "Tyres", .shown("Tyres")),
        Member("text", "subtitle", "Chapter", .shown("Chapter")), Member("text", "author", "Ben", .shown("Ben")),
        Member("link", "url", "https://b.example", .shown("https://b.example")),
        Member("link", "title", "Pumps", .shown("Pumps")), Member("link", "description", "Six", .shown("Six")),
        Member("link", "author", "Ben", .shown("Ben")),
        Member("link", "image_url", "https://a.example/p.png", .used("https://a.example/p.png")),
        Member("link", "image_width", 77, .used("width=\"77\""), beside: ["image_url": "https://a.example/p.png"]),
        Member("link", "image_height", 78, .used("height=\"78\""), beside: ["image_url": "https://a.example/p.png"]),
        Member("status", "text", "Ben has joined", .shown("Ben has joined")),
        Member("file", "source_url", "https://a.example/c.pdf", .used("https://a.example/c.pdf")),
        Member("file", "title", "bill.pdf", .shown("bill.pdf")), Member("file", "author", "Ben", .shown("Ben")),
        Member("file", "comment", "Paid", .shown("Paid")), Member("file", "size", 48_213, .shown("48 KB")),
        Member("file", "mime_type", "text/csv", .shown("CSV"), beside: ["source_url": "https://a.example/c"]),
        Member("file", "created_at", date, .shown("2 March 2026")),
        Member("file", "updated_at", date, .shown("2 March 2026")),
        Member("image", "source_url", "https://a.example/c.png", .used("https://a.example/c.png")),
        Member("image", "preview_url", "https://a.example/s.png", .used("https://a.example/s.png")),
        Member("image", "title", "Frame", .shown("Frame")), Member("image", "subtitle", "Before", .shown("Before")),
        Member("image", "artist", "Ben", .shown("Ben")), Member("image", "file_name", "f.png", .shown("f.png")),
        Member("image", "alt", "A frame", .shown("A frame")), Member("image", "width", 77, .used("width=\"77\"")),
        Member("image", "height", 78, .used("height=\"78\"")),
        Member("image", "preview_width", 77, .used("width=\"77\"")),
        Member("image", "preview_height", 78, .used("height=\"78\"")),
        Member("image", "orientation", 6, .kept("browsers turn pictures themselves")),
        Member("image", "created_at", date, .shown("2 March 2026")),
        Member("image", "mime_type", "image/png", .kept("the picture says it")),
        Member("audio", "source_url", "https://a.example/c.mp3", .used("https://a.example/c.mp3")),
        Member("audio", "preview_url", "https://a.example/s.png", .used("https://a.example/s.png")),
        Member("audio", "title", "Bells", .shown("Bells")), Member("audio", "artist", "Ben", .shown("Ben")),
        Member("audio", "album", "Tower", .shown("Tower")), Member("audio", "genre", "Loud", .shown("Loud")),
        Member("audio", "size", 48_213, .shown("48 KB")), Member("audio", "duration", 187, .shown("3:07")),
        Member("audio", "mime_type", "audio/mpeg", .kept("the recording says it")),
        Member("video", "source_url", "https://a.example/c.mp4", .used("https://a.example/c.mp4")),
        Member("video", "preview_url", "https://a.example/s.png", .used("https://a.example/s.png")),
        Member("video", "title", "Ride", .shown("Ride")), Member("video", "subtitle", "Home", .shown("Home")),
        Member("video", "artist", "Ben", .shown("Ben")), Member("video", "size", 48_213, .shown("48 KB")),
        Member("video", "duration", 187, .shown("3:07")), Member("video", "width", 77, .used("width=\"77\"")),
        Member("video", "height", 78, .used("height=\"78\"")),
        Member("video", "preview_width", 77, .kept("a poster fills the film")),
        Member("video", "preview_height", 78, .kept("a poster fills the film")),
        Member("video", "mime_type", "video/mp4", .kept("the film says it")),
        Member("location", "latitude", 51, .shown("51, 13")), Member("location", "longitude", 12, .shown("52, 12")),
        Member("location", "heading", 90, .shown("90°")), Member("location", "altitude", 34, .shown("↑ 34 m")),
        Member("location", "accuracy", 5, .shown("± 5 m")), Member("location", "zoom", 9, .used("z=9")),
        Member("location", "title", "Workshop", .shown("Workshop")),
        Member("location", "description", "By the canal", .shown("By the canal")),
        Member("location", "street1", "5 Mill Lane", .shown("5 Mill Lane")),
        Member("location", "street2", "Yard", .shown("Yard")), Member("location", "city", "Oxford", .shown("Oxford")),
        Member("location", "administrative_area", "Oxon", .shown("Oxon")),
        Member("location", "postal_code", "OX1", .shown("OX1")), Member("location", "country", "GB", .shown("GB")),
        Member("location", "created_at", date, .shown("2 March 2026")),
        Member("carousel", "title", "Pumps", .used("aria-label=\"Pumps\"")),
        Member("product", "name", "Bell", .shown("Bell")), Member("product", "brand", "Aero", .shown("Aero")),
        Member("product", "description", "Loud", .shown("Loud")),
        Member("product", "image_urls", ["https://a.example/p.png"], .used("https://a.example/p.png")),
        Member("product", "price", 24, .shown("24.00")), Member("product", "quantity", 3, .shown("× 3")),
        Member("product", "currency", "EUR", .shown("€"), beside: ["price": 1]),
        Member("product", "url", "https://b.example", .used("https://b.example")),
        Member("receipt", "title", "Your order", .shown("Your order")),
        Member("receipt", "created_at", date, .shown("2 March 2026")),
        Member("receipt", "currency", "EUR", .shown("€"), beside: ["summary": ["total_cost": 1]]),
        Member("receipt", "payment_method", "Visa", .shown("Visa")),
        Member("receipt", "order", ["number": "B-17", "url": "https://b.example"], .shown("B-17")),
        Member("receipt", "discounts", [["name": "Spring", "amount": 5]], .shown("Spring")),
        Member(
            "receipt", "summary", ["subtotal": 1, "shipping_cost": 2, "total_tax": 3, "total_cost": 4],
            .shown("$4.00")),
        Member("feedback", "title", "Opinion", .shown("Opinion")),
        Member("feedback", "prompt", "Well?", .shown("Well?")),
        Member("feedback", "placeholder", "A few words", .used("A few words")),
        Member("feedback", "prompt_wait", "Wait", .kept("shown to those who may not answer")),
        Member("feedback", "summary", "${rating} stars", .kept("shown once it is answered")),
        Member("feedback", "response_message", "${customer} rated", .kept("shown once it is answered")),
        Member("feedback", "enabled_for", ["ana"], .kept("says who may answer")),
        Member("feedback", "custom_response_data", ["a": 1], .used("data-response")),
        Member("choice", "label", "What?", .shown("What?")), Member("choice", "question", "What?", .shown("What?")),
        Member("choice", "title", "Tyres", .shown("Tyres")),
        Member(
            "choice", "type", "label", .used("<p>Which?: A</p>")),
        Member("choice", "expanded_type", "standard", .used("<details>"), beside: ["type": "label"]),
        Member("choice", "note", "Ask us", .shown("Ask us")),
        Member("choice", "image_url", "https://a.example/p.png", .used("https://a.example/p.png")),
        Member("choice", "as", "cards", .used("choices cards")),
        Member("choice", "response_name", "wheel", .used("data-name=\"wheel\"")),
        Member("choice", "name", "tyres", .kept("stands in the sentence of a choice")),
        Member("choice", "enabled_for", ["ana"], .kept("says who may answer")),
        Member("choice", "allow_multiselect", true, .used("data-state=\"Set\"")),
        Member("choice", "allow_deselect", true, .used("data-state=\"LWWN\"")),
        Member("choice", "allow_reselect", true, .used("data-state=\"LWW\"")),
        Member("choice", "custom_response_data", ["a": 1], .used("data-response")),
        Member(
            "choice", "choices",
            [
                [
                    "id": "a", "text": "Slick", "tooltip": "Fast", "icon": "https://a.example/i.png",
                    "custom_response_data": ["a": 1],
                ]
            ], .shown("Slick")),
        Member(
            "buttons", "buttons",
            [
                [
                    "type": "action", "text": "Keep", "event": "keep", "icon": "https://a.example/i.png",
                    "tooltip": "Mine",
                ]
            ],
            .shown("Keep")),
    ]

    private static func part(_ type: String, _ body: JSONObject) -> MessagePart {
        MessagePart(
            id: "layer:///messages/m/parts/r", mimeType: "application/vnd.layer.\(type)+json;role=root",
            body: JSONValue.object(body).text)
    }

    private static func read(_ member: Member, as value: JSONValue) throws -> ReadMessage {
        var body = (bodies[member.type] ?? [:]).overlaid(with: member.beside)
        // Lists are merged position by position.
        body[member.name] = value
        if member.name == "question" { body["label"] = nil }
        return try TypeRegistry.standard.message(of: [part(member.type, body)])
    }

    @Test(arguments: members) func `a member is shown, used, or kept`(_ member: Member) throws {
        let read = try Self.read(member, as: member.value)
        #expect(read.remarks.isEmpty)
        #expect(read.message.unknown.isEmpty, "the type knows it")
        let html = [MessageSize.small, .large].map { MessagePresenter().html(of: read.message, $0).text }.joined()
        switch member.fate {
        case .shown(let words), .used(let words): #expect(html.contains(words), "\(html)")
        case .kept: break
        }
        var names = NodeNames(seed: "m")
        let parts = TypeRegistry.standard.parts(of: read.message, message: "layer:///messages/m", &names)
        #expect(try TypeRegistry.standard.message(of: parts).message == read.message)
    }

    @Test(arguments: members) func `a member of another kind is named`(_ member: Member) throws {
        let isText = member.value.string != nil
        let read = try Self.read(member, as: isText ? ["a": 1] : "wrong")
        // A single identity is valid too.
        if member.name == "enabled_for" { return }
        #expect(read.remarks.contains { $0.contains("`\(member.name)`") }, "\(read.remarks)")
    }

    @Test func `the table has every member of every type of Layer`() throws {
        let types = ["choice", "buttons"] + Self.bodies.keys.sorted()
        for type in types {
            let node = try PartTree([Self.part(type, [:])]).root
            var reader = PartReader(node, properties: [:], registry: .standard)
            let registration = try #require(TypeRegistry.standard.registration(of: node.type))
            _ = try registration.read(&reader)
            let known = Set(reader.asked).subtracting(["street"])
            let listed = Set(Self.members.filter { $0.type == type }.map(\.name))
            #expect(known == listed, "\(type): \(known.symmetricDifference(listed).sorted())")
        }
    }

    @Test(
        arguments: [
            ("location", ["title": "Home"], "`latitude`"),
            ("location", ["latitude": 1, "longitude": 1, "zoom": 99], "`zoom`"),
            ("location", ["latitude": 91, "longitude": 1, "city": "Oxford"], "`latitude`"),
            ("location", ["latitude": 1, "longitude": -181, "city": "Oxford"], "`longitude`"),
            ("file", ["title": "a"], "`source_url`"),
            ("image", ["title": "a"], "`source_url`"), ("audio", ["title": "a"], "`source_url`"),
            ("video", ["title": "a"], "`source_url`"),
            ("receipt", ["created_at": "yesterday"], "`created_at`"),
            ("choice", ["choices": [["text": "A"]]], "`choices[0]`"),
            ("buttons", ["buttons": [["type": "odd"]]], "`buttons[0]`"),
        ] as [(String, JSONObject, String)])
    func `what says nothing that can be used is named`(_ type: String, _ body: JSONObject, _ name: String) throws {
        let remarks = try TypeRegistry.standard.message(of: [Self.part(type, body)]).remarks
        #expect(remarks.count == 1 && remarks[0].contains(name), "\(remarks)")
    }

    @Test(arguments: ["file", "image", "audio", "video"])
    func `a source beside an address is named, and the source is used`(_ type: String) throws {
        let source = MessagePart(
            id: "layer:///messages/m/parts/s", mimeType: "image/png;role=source;parent-node-id=r", body: nil,
            content: ContentReference(id: "layer:///content/c", size: 1, downloadURL: "https://c.example/own"))
        let root = Self.part(type, ["source_url": "https://a.example/other"])
        let read = try TypeRegistry.standard.message(of: [root, source])
        #expect(read.remarks.count == 1 && read.remarks[0].contains("`source_url`"))
        #expect(MessagePresenter().html(of: read.message).text.contains("https://c.example/own"))
    }
}

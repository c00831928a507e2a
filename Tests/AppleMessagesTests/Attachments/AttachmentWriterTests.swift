import Channels
import Concurrency
import CurlClient
import Expressions
import FakeStore
import Foundation
import JSON
import Logging
import MessageModel
import TestSupport
import Testing

@testable import AppleMessages

/// Cards with files.
@Suite struct AttachmentWriterTests {
    private static let wording = CardWording(Wording(language: "en", zone: .utc))

    private static func card(_ content: Card.Content) -> Card { Card(content, wording) }

    private static let priceList = card(.file(FileCard(source: "prices.pdf", title: "Price list")))

    @Test func `a file goes along with its words behind it`() async throws {
        try await FakeStore.run { server, url in
            let shelf = try Shelf(url)
            #expect(await shelf.send(Self.priceList) == nil)
            let message = try #require(server.lastMessage)
            #expect(message["type"] == "text" && message["body"] == "\u{FFFC}Price list")
            let files = try #require(message["attachments"]?.array)
            #expect(files.count == 1 && files[0]["name"] == "prices.pdf" && files[0]["mimeType"] == "application/pdf")
            #expect(files[0]["size"] == "8" && files[0]["key"]?.string?.count == 66)
            for name in ["url", "owner", "signature-base64"] { #expect(files[0][name]?.string?.isEmpty == false) }
            #expect(shelf.folder.names.contains("work") && shelf.underWay.isEmpty)
        }
    }

    @Test(
        arguments: [
            (.image(ImageCard(picture: Picture(source: "bike.png", alt: nil))), "\u{FFFC}", ["bike.png"]),
            (
                .image(ImageCard(picture: Picture(source: "bike.png", alt: nil), title: "Your bike")),
                "\u{FFFC}Your bike", ["bike.png"]
            ),
            (
                .carousel([
                    card(.image(ImageCard(picture: Picture(source: "bike.png", alt: nil), title: "One"))), priceList,
                ]), "\u{FFFC}\u{FFFC}One\nPrice list", ["bike.png", "prices.pdf"]
            ),
        ] as [(Card.Content, String, [String])])
    func `there is a mark for each file, and no word that only repeats its name`(
        _ content: Card.Content, _ body: String, _ names: [String]
    ) async throws {
        try await FakeStore.run { server, url in
            let failure = try await Shelf(url).send(Self.card(content))
            #expect(failure == nil)
            let message = try #require(server.lastMessage)
            #expect(message["body"]?.string == body)
            #expect(message["attachments"]?.array?.compactMap { $0["name"]?.string } == names)
        }
    }

    @Test func `the picture of a product goes along, and is left out where it cannot be had`() async throws {
        var product = ProductCard(name: "Bell")
        product.image = Picture(source: "bike.png", alt: nil)
        try await FakeStore.run { [product] server, url in
            let shelf = try Shelf(url)
            #expect(await shelf.send(Self.card(.product(product))) == nil)
            #expect(server.lastMessage?["body"] == "\u{FFFC}Bell")
            var lost = product
            lost.image = Picture(source: "lost.png", alt: nil)
            #expect(await shelf.send(Self.card(.product(lost))) == nil)
            #expect(server.lastMessage?["body"] == "Bell" && server.lastMessage?["attachments"] == nil)
        }
    }

    @Test func `Apple gets a file once, for all customers of a business, as long as it keeps it`() async throws {
        try await FakeStore.run { server, url in
            let shelf = try Shelf(url)
            for customer in ["ana", "ben", "ana"] { #expect(await shelf.send(Self.priceList, to: customer) == nil) }
            #expect(server.count(of: .upload) == 1)
            #expect(await shelf.send(Self.priceList, business: "another") == nil)
            #expect(server.count(of: .upload) == 2)
            shelf.clock.turn(by: .days(24))
            #expect(await shelf.send(Self.priceList) == nil)
            #expect(server.count(of: .upload) == 2)
            shelf.clock.turn(by: .days(1))
            #expect(await shelf.send(Self.priceList) == nil)
            #expect(server.count(of: .upload) == 3)
            try shelf.write("%PDF-1.8 and more", to: "prices.pdf")
            #expect(await shelf.send(Self.priceList) == nil)
            #expect(server.count(of: .upload) == 4)
        }
    }

    @Test(
        arguments: [
            (.status(503), "try again"), (.status(403), "try again"), (.status(401), "stop sending"),
            (.status(400), "give up"), (.says("?"), "give up"),
        ] as [(FakeStore.Fault, String)])
    func `a file that Apple's store does not take says what it means for the message`(
        _ fault: FakeStore.Fault, _ kind: String
    ) async throws {
        try await FakeStore.run { server, url in
            server.fail(.preUpload, with: fault)
            let failure = try await Shelf(url).send(Self.priceList)
            #expect(failure?.kind == kind)
            #expect(server.messages.isEmpty)
        }
    }

    @Test(arguments: ["lost.pdf", "https://127.0.0.1:9/prices.pdf", "https://[::1]/prices.pdf"])
    func `a file that is not there, or nowhere we may look, is given up`(_ source: String) async throws {
        try await FakeStore.run { server, url in
            let failure = try await Shelf(url).send(Self.card(.file(FileCard(source: source, title: "Prices"))))
            #expect(failure?.kind == "give up")
            #expect(server.received.isEmpty && server.messages.isEmpty)
        }
    }

    @Test func `the least used upload is forgotten first`() {
        let memory = UploadMemory(most: 2)
        let file = UploadedFile(name: "a", kind: "b", size: 1, key: "", url: "", owner: "", signature: "")
        let keys = ["a", "b", "c"].map { UploadMemory.Key(business: "shop", source: $0, version: "1") }
        let now = Account.now
        for key in keys.prefix(2) { memory.keep(file, for: key, until: now + .days(1)) }
        #expect(memory.file(keys[0], at: now) != nil)
        memory.keep(file, for: keys[2], until: now + .days(1))
        #expect(keys.map { memory.file($0, at: now) != nil } == [true, false, true])
    }

    @Test(arguments: [
        ("a.PDF", "", "application/pdf"), ("a", "%PDF-1", "application/pdf"),
        ("a.unknown", "", "application/octet-stream"),
        ("a.mov", "", "video/quicktime"), ("ticket.pkpass", "PK", "application/vnd.apple.pkpass"),
    ]) func `the type of a file is told by its ending, else by how it begins`(
        _ name: String, _ beginning: String, _ kind: String
    ) {
        #expect(FileKinds.kind(of: name, beginning: Data(beginning.utf8)) == kind)
    }
}

/// A channel with project files on disk.
struct Shelf {
    let folder: TemporaryFolder
    let clock = TurnableClock(standingAt: Account.now)
    private let channel: AppleChannel

    init(_ gateway: String) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("work"), withIntermediateDirectories: true)
        let settings = AppleSettings(gateway: gateway, mspID: Account.mspID, secret: Account.secret)
        let client = CurlClient(patience: .seconds(300))
        channel = AppleChannel(
            settings: settings, client: client, pictures: FilesOfFolder(folder: folder),
            store: AppleStore(settings: settings, client: client, clock: clock, folder: folder.file("work")),
            clock: clock, version: "1.2.3", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try write("%PDF-1.7", to: "prices.pdf")
        try write("a picture", to: "bike.png")
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    var underWay: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.file("work"))) ?? ["no folder"]
    }

    /// Sends a card. Returns why it was not delivered, or `nil`.
    func send(
        _ card: Card, to customer: String = Account.customer, business: String = Account.business
    ) async -> DeliveryFailure? {
        let conversation = ConversationKey(channel: "apple", customer: customer, business: business)
        do throws(DeliveryFailure) {
            try await channel.deliver(
                Delivery(id: UUID().uuidString.lowercased(), conversation: conversation, message: .card(card)))
            return nil
        } catch {
            return error
        }
    }
}

private struct FilesOfFolder: PictureSource {
    let folder: TemporaryFolder

    func bytes(of picture: Picture) async -> [UInt8]? { nil }

    func path(of name: String) -> String? { folder.names.contains(name) ? folder.file(name) : nil }
}

extension FakeStore {
    var lastMessage: JSONValue? { messages.last.flatMap { try? JSONValue(parsing: $0) } }
}

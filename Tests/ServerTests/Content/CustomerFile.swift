import AppleMessages
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FakeStore
import FlowCompiler
import FlowModel
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// A bot that asks for photos and files, with a small store in Apple's place.
struct FileShop: Sendable {
    let store: FakeStore
    let gateway: String

    static func run(_ work: @Sendable (FileShop) async throws -> Void) async throws {
        try await FakeStore.run { try await work(FileShop(store: $0, gateway: $1)) }
    }

    /// Runs a server with this bot.
    func serve(
        in folder: TemporaryFolder? = nil, content: ContentSettings = ContentSettings(),
        _ work: @Sendable (TestServer) async throws -> Void
    ) async throws {
        var setup = TestServer.Setup()
        setup.gateway = gateway
        setup.bot = try Self.bot()
        setup.folder = folder
        setup.content = content
        try await TestServer.run(setup, work)
    }

    /// Returns a message's reference to a file that a device has uploaded to Apple's store.
    func attachment(
        _ bytes: String = "a photo of a bike", name: String = "bike.jpg", kind: String = "image/x-test"
    ) async throws -> JSONObject {
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "file")
        let settings = AppleSettings(gateway: gateway, mspID: Account.mspID, secret: Account.secret)
        let client = CurlClient(patience: .seconds(300))
        let device = AppleStore(
            settings: settings, client: client, clock: TurnableClock(standingAt: Account.now), folder: folder.path)
        let file = try await device.upload(
            StoredBytes(path: folder.path + "/file", name: name, kind: kind), for: Account.business)
        await client.shutdown()
        return try #require(file.json.object)
    }

    /// The texts that customers have received, in order.
    var texts: [String] {
        store.messages.compactMap { (try? JSONValue(parsing: $0))?["body"]?.string }
    }

    static func bot() throws -> Bot {
        let files = [
            "bot": """
            bot: Spoke & Chain
            zone: Europe/Berlin
            start: shop
            anywhere:
              agent, help, support: shop/person
            people:
              workshop:
            if_silent: never
            if_other:
              say: Please send a photo.
              tries: 2
              then: shop/person
            """,
            "shop": """
            flow: shop
            start: photo
            steps:
              photo:
                ask: Send us a photo of your bike.
                photo: one
                if_failed: lost
                then: done
              done:
                say: Thank you for {photo}, {photo.size} bytes.
                then: end
              lost:
                say: It did not arrive.
                then: end
              person:
                say: One of our mechanics will answer you here.
                hand_over: workshop
            """,
        ]
        let texts = files.sorted { $0.key < $1.key }.map {
            SourceFile(path: "Flows/\($0.key).yaml", text: $0.value + "\n")
        }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, actions: nil, services: nil, assets: [:], version: "1"),
            options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }
}

extension Webhook {
    static func files(_ attachments: [JSONObject], id: String = UUID().uuidString.lowercased()) -> Webhook {
        let marks = String(repeating: "\u{FFFC}", count: attachments.count)
        return Webhook(
            message(
                "text", ["body": .string(marks), "attachments": .array(attachments.map { .object($0) })], id: id))
    }
}

extension TestServer {
    /// Says hello, so that the bot asks for a photo, and waits for the question.
    func hello() async throws {
        #expect(try await Webhook.text("hello").post(to: self).status == 200)
        await untilQuiet()
    }

    /// Advances the clock in small steps until no call is in progress, and waits for the resulting messages.
    func turnUntilCalled() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await conversations.untilCalled() }
            group.addTask {
                while !Task.isCancelled {
                    clock.turn(by: .seconds(5))
                    await pace()
                }
            }
            await group.next()
            group.cancelAll()
        }
        await untilQuiet()
    }

    /// Returns when no call is in progress and no message waits to be sent.
    func untilCalled() async {
        await conversations.untilCalled()
        await untilQuiet()
    }

    /// The files on disk beside the database: those that are kept, and those in transfer.
    var filesOnDisk: (kept: [String], underWay: [String]) {
        let folder = URL(filePath: databasePath).deletingLastPathComponent().path + "/content/usher.sqlite"
        let names = { (path: String) in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
        return (names(folder).filter { $0 != "work" }, names(folder + "/work"))
    }
}

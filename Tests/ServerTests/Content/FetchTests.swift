import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FakeStore
import FlowEngine
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Customers' files, downloaded from Apple's store into ours.
@Suite struct FetchTests {
    @Test func `a photo is fetched and kept before it counts as the answer`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment("a photo of a bike")
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                await server.untilCalled()
                #expect(shop.texts.last == "Thank you for bike.jpg, 17 bytes.")
                let kept = try #require(try await server.database.content.content("m-1-1"))
                #expect(kept.size == 17 && kept.content.name == "bike.jpg" && !kept.content.isPrivate)
                #expect(kept.content.expiresAt == Account.now + .days(30))
                #expect(server.filesOnDisk.kept == [kept.file] && server.filesOnDisk.underWay.isEmpty)
            }
        }
    }

    @Test(
        arguments: [
            (.status(404), "expired"), (.status(410), "expired"), (.status(403), "unreachable"),
            (.garbled, "damaged"), (.truncated(to: 3), "truncated"), (.oversized(by: 5), "too large"),
            (.redirect(to: "https://example.com/"), "unreachable"), (.status(503), "unreachable"),
        ] as [(FakeStore.Fault, String)])
    func `a download that goes wrong takes the exit for failures, and leaves nothing on the disk`(
        _ fault: FakeStore.Fault, _ problem: String
    ) async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment("GIF89a and so on", kind: "image/png")
            shop.store.fail(.download, with: fault)
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                await server.turnUntilCalled()
                try await expectLost(server, shop, problem)
            }
        }
    }

    @Test func `a photo whose checksum differs is taken, logged and counted`() async throws {
        try await FileShop.run { shop in
            let other = try await shop.attachment("another photo")["signature-base64"] ?? .null
            let photo = try await shop.attachment().merging(["signature-base64": other])
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                await server.turnUntilCalled()
                #expect(shop.texts.last == "Thank you for bike.jpg, 17 bytes.")
                #expect(try await server.database.content.content("m-1-1")?.size == 17)
                #expect(server.log.lines.contains { $0.contains("file checksum differs, file accepted") })
                #expect(try await server.metrics()["usher_checksum_mismatches_total"] == 1)
            }
        }
    }

    @Test(
        arguments: [
            (["key": "00ab"], "wrong key"), (["key": .null], "wrong key"),
            (["key": .string("00" + String(repeating: "5a", count: 32)), "mimeType": "image/png"], "wrong key"),
            (["signature-base64": .null], "unreachable"), (["url": .null], "unreachable"),
        ] as [(JSONObject, String)])
    func `a message that says the wrong things of its file takes the exit for failures`(
        _ change: JSONObject, _ problem: String
    ) async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment().merging(change)
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                await server.turnUntilCalled()
                try await expectLost(server, shop, problem)
            }
        }
    }

    private func expectLost(_ server: TestServer, _ shop: FileShop, _ problem: String) async throws {
        #expect(shop.texts.last == "It did not arrive.")
        #expect(try await server.database.content.content("m-1-1") == nil)
        #expect(server.filesOnDisk.kept.isEmpty && server.filesOnDisk.underWay.isEmpty)
        #expect(server.log.lines.contains { $0.contains("file download failed") && $0.contains(problem) })
        #expect(!server.log.lines.joined().contains("bike.jpg"), "names of files are private")
    }

    @Test func `a photo larger than taken is refused by what the device says of it`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment(String(repeating: "x", count: 2_000))
            var content = ContentSettings()
            content.maxSize = 1_000
            try await shop.serve(content: content) { server in
                try await server.hello()
                let before = shop.store.received.count
                #expect(try await Webhook.files([photo]).post(to: server).status == 200)
                await server.untilCalled()
                #expect(shop.texts.suffix(2) == ["Please send a photo.", "Send us a photo of your bike."])
                #expect(shop.store.received.count == before, "it is not even asked for")
            }
        }
    }

    @Test func `a store that is down for a while is asked again, with longer and longer waits`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            shop.store.fail(.preDownload, with: .status(503), .status(500), .nothing)
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo]).post(to: server).status == 200)
                for wait in [1, 4] {
                    try await server.clock.untilSomebodySleeps(until: server.clock.now + .seconds(wait))
                    server.clock.turn(by: .seconds(wait))
                }
                await server.untilCalled()
                #expect(shop.texts.last == "Thank you for bike.jpg, 17 bytes.")
                #expect(shop.store.count(of: .preDownload) == 3)
            }
        }
    }

    @Test func `a server that ends while a file is on its way fetches it after the next start`() async throws {
        try await FileShop.run { shop in
            let folder = try TemporaryFolder()
            let photo = try await shop.attachment()
            shop.store.fail(.download, with: .silence)
            try await shop.serve(in: folder) { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                let session = try #require(
                    try await server.database.operators.sessions(SessionFilter(), skipping: 0, limit: 1).first)
                #expect(session.status == "calling")
                await server.stop()
                #expect(server.filesOnDisk.kept.isEmpty)
            }
            shop.store.mend(.download)
            let sent = shop.texts.count
            try await shop.serve(in: folder) { server in
                await shop.store.untilMessages(sent + 1)
                #expect(shop.texts.last == "Thank you for bike.jpg, 17 bytes.")
                #expect(server.filesOnDisk.kept.count == 1 && server.filesOnDisk.underWay.isEmpty)
            }
        }
    }

    @Test func `a webhook that comes again fetches nothing again`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            try await shop.serve { server in
                try await server.hello()
                for _ in 0..<2 {
                    #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                    await server.untilCalled()
                }
                #expect(shop.store.count(of: .download) == 1)
                #expect(shop.texts.count { $0.hasPrefix("Thank you") } == 1)
            }
        }
    }

    @Test func `files that nobody asked for are not fetched`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            let notes = try await shop.attachment("notes", name: "notes.txt", kind: "text/plain")
            try await shop.serve { server in
                let first = try await Webhook.files([photo]).post(to: server)
                #expect(first.status == 200, "a file begins the conversation, as words do")
                await server.untilCalled()
                #expect(try await Webhook.files([notes, photo, photo], id: "m-2").post(to: server).status == 200)
                await server.untilCalled()
                #expect(shop.store.count(of: .download) == 1)
                #expect(try await server.database.content.content("m-2-2") != nil)
            }
        }
    }

    @Test func `an erased customer leaves no file behind`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                await server.untilCalled()
                #expect(try await server.database.operators.erase(customer: Webhook.customer).files == 1)
                #expect(server.filesOnDisk.kept.isEmpty)
            }
        }
    }
}

extension JSONObject {
    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        var object = self
        for (name, value) in other { object[name] = value }
        return object
    }
}

import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// Content of the web chat over HTTP.
@Suite struct ChatContentRouteTests {
    private static let film: JSONValue = ["mime_type": "video/mp4", "size": 1_000, "name": "film.mp4"]

    private static func bytes(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    }

    @Test func `a file comes in pieces, and what is missing can be asked for`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let announced = try await server.announce(Self.film, as: ana)
            #expect(announced.status == 201)
            let begun = try JSONValue(parsing: announced.body)
            #expect(begun["status"] == "awaiting-upload" && begun["download_url"] == .null)
            let address = try #require(begun["upload_url"]?.string)
            let bytes = Self.bytes(1_000)

            let none = try await server.send("PUT", address, as: ana, ["Content-Range": "bytes */1000"])
            #expect(none.status == 308 && none.header("Range") == nil)
            let first = try await server.send(
                "PUT", address, as: ana, bytes: bytes[0..<400], ["Content-Range": "bytes 0-399/1000"])
            #expect(first.status == 308 && first.header("Range") == "bytes=0-399")
            let gap = try await server.send(
                "PUT", address, as: ana, bytes: bytes[500..<600], ["Content-Range": "bytes 500-599/1000"])
            #expect(gap.status == 416 && gap.header("Range") == "bytes=0-399")
            let held = try await server.send("PUT", address, as: ana, ["Content-Range": "bytes */*"])
            #expect(held.status == 308 && held.header("Range") == "bytes=0-399")
            let last = try await server.send(
                "PUT", address, as: ana, bytes: bytes[400...], ["Content-Range": "bytes 400-999/1000"])
            #expect(last.status == 200)
            let whole = try JSONValue(parsing: last.body)
            #expect(whole["status"] == "complete" && whole["received"] == 1_000)
            let again = try await server.send("PUT", address, as: ana, ["Content-Range": "bytes */1000"])
            #expect(again.status == 200)
            let download = try await server.send("GET", try #require(whole["download_url"]?.string))
            #expect(download.status == 200 && Data(download.body) == bytes)
        }
    }

    @Test(arguments: [
        ("bytes 0-9/999", 400), ("bytes 0-9/1000", 400), ("bytes 0-1000/1001", 400), ("0-3/1000", 400),
        ("bytes 0-3/1000", 308),
    ])
    func `what a piece says of itself has to be true`(_ range: String, _ status: Int) async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let begun = try JSONValue(parsing: try await server.announce(Self.film, as: ana).body)
            let answer = try await server.send(
                "PUT", try #require(begun["upload_url"]?.string), as: ana, bytes: Self.bytes(4),
                ["Content-Range": range])
            #expect(answer.status == status)
        }
    }

    @Test func `what a browser gets is saved and never run, whatever it calls itself`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let script = Data("<script>alert(1)</script>".utf8)
            for kind in ["text/html", "image/svg+xml", "application/xhtml+xml"] {
                let sent = try await server.upload(script, name: "a\"<b>\r\nX: 1.html", kind: kind, as: ana)
                let got = try await server.send("GET", try #require(sent["download_url"]?.string))
                #expect(got.header("Content-Type") == kind)
                #expect(got.header("X-Content-Type-Options") == "nosniff")
                #expect(got.header("Content-Security-Policy") == "sandbox; default-src 'none'")
                #expect(got.header("Content-Disposition")?.hasPrefix("attachment; filename=\"") == true)
                #expect(got.header("X") == nil)
            }
        }
    }

    @Test func `any part of a file can be had, and nothing of it twice`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let bytes = Self.bytes(200_000)
            let sent = try await server.upload(bytes, as: ana)
            let address = try #require(sent["download_url"]?.string)
            let part = try await server.send("GET", address, ["Range": "bytes=65530-131080"])
            #expect(part.status == 206 && part.header("Content-Range") == "bytes 65530-131080/200000")
            #expect(Data(part.body) == bytes[65_530...131_080])
            let tag = try #require(part.header("ETag"))
            #expect(try await server.send("GET", address, ["If-None-Match": tag]).status == 304)
            #expect(try await server.send("GET", address, ["Range": "bytes=0-9", "If-Range": tag]).status == 206)
            #expect(try await server.send("GET", address, ["Range": "bytes=0-9", "If-Range": "\"x\""]).status == 200)
            let past = try await server.send("GET", address, ["Range": "bytes=200000-"])
            #expect(past.status == 416 && past.header("Content-Range") == "bytes */200000")
            let head = try await server.send("HEAD", address)
            #expect(head.status == 200 && head.body.isEmpty && head.header("Content-Length") == "200000")
        }
    }

    @Test func `a link expires and is had anew, and nobody makes one up`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let sent = try await server.upload(Self.bytes(10), as: ana)
            let (address, refresh) = (
                try #require(sent["download_url"]?.string), try #require(sent["refresh_url"]?.string)
            )
            #expect(try await server.send("GET", address.replacing("signature=", with: "signature=A")).status == 403)
            #expect(try await server.send("GET", String(address.prefix { $0 != "?" })).status == 403)
            server.clock.turn(by: .hours(3))
            #expect(try await server.send("GET", address).status == 403)
            #expect(try await server.send("GET", refresh).status == 401)
            let ben = try await server.customer("Ben")
            #expect(try await server.send("GET", refresh, as: ben).status == 404)
            let renewed = try JSONValue(parsing: try await server.send("GET", refresh, as: ana).body)
            let link = try #require(renewed["download_url"]?.string)
            #expect(link != address)
            #expect(try await server.send("GET", link).status == 200)
        }
    }

    @Test func `somebody else's content is not there, for any request`() async throws {
        try await ContentServer.run { server in
            let (ana, ben) = (try await server.customer(), try await server.customer("Ben"))
            let begun = try JSONValue(parsing: try await server.announce(Self.film, as: ana).body)
            let address = try #require(begun["upload_url"]?.string)
            for (method, path) in [("PUT", ""), ("DELETE", ""), ("GET", "/progress"), ("GET", "/refresh")] {
                #expect(try await server.send(method, address + path, as: ben).status == 404, "\(method) \(path)")
                #expect(try await server.send(method, address + path).status == 401, "\(method) \(path)")
            }
            let list = "/chat/api/conversations/\(ana.conversation)/content"
            #expect(try await server.send("GET", list, as: ben).status == 404)
            #expect(try await server.send("POST", list, as: ben, json: Self.film).status == 404)
            let mine = try await server.send("GET", list + "?status=awaiting-upload&status=uploading", as: ana)
            #expect(try JSONValue(parsing: mine.body)["content"]?.array?.count == 1)
            #expect(try await server.send("GET", list + "?status=done", as: ana).status == 400)
            #expect(try await server.send("DELETE", address, as: ana).status == 204)
            #expect(try await server.send("PUT", address, as: ana, bytes: Self.bytes(1_000)).status == 404)
        }
    }

    @Test func `files that are too large, or of another kind, are refused before a byte comes`() async throws {
        var settings = ContentSettings()
        (settings.maxSize, settings.kinds) = (500, ["image/*"])
        try await ContentServer.run(settings) { server in
            let ana = try await server.customer()
            #expect(try await server.announce(Self.film, as: ana).status == 413)
            #expect(try await server.announce(["mime_type": "video/mp4", "size": 5], as: ana).status == 415)
            #expect(try await server.announce(["mime_type": "image/png", "size": 5], as: ana).status == 201)
            #expect(try await server.announce("film", as: ana).status == 400)
        }
    }

    @Test func `a download is conditional on the versions that a client names`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let sent = try await server.upload(Self.bytes(100), as: ana)
            let address = try #require(sent["download_url"]?.string)
            let tag = try #require(try await server.send("HEAD", address).header("ETag"))
            let rows = [
                ("If-None-Match", "\"a\", \(tag)", 304), ("If-None-Match", "W/\(tag)", 304),
                ("If-None-Match", "*", 304),
                ("If-None-Match", "\"a\",W/\"b\"", 200), ("If-Match", "\"a\", \(tag)", 200), ("If-Match", "*", 200),
                ("If-Match", "\"nope\"", 412), ("If-Match", "W/\(tag)", 412),
            ]
            for (name, value, status) in rows {
                let answer = try await server.send("GET", address, [name: value])
                #expect(answer.status == status, "\(name): \(value)")
            }
            let both = try await server.send("GET", address, ["If-Match": "\"a\"", "If-None-Match": tag])
            #expect(both.status == 412, "If-Match is first")
            #expect(try JSONValue(parsing: both.body)["error"]?["reason"]?.string?.contains("If-Match") == true)
        }
    }

    @Test func `a photo is the answer to a question, and comes back with links`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            #expect(try await server.say(ContentServer.text("hello"), as: ana).status == 201)
            let sent = try await server.upload(Self.bytes(5_000), as: ana)
            #expect(try await server.say(ContentServer.picture(sent), as: ana).status == 201)
            let messages = try await server.messages(of: ana)
            let texts = messages.compactMap { $0["text"]?.string }
            #expect(texts.contains("Send us a photo of your bike."))
            #expect(
                texts.last == "Thank you for bike.jpg, 5000 bytes."
                    || texts.last == "Thank you for bike.jpg, 5,000 bytes.")
            let picture = try #require(messages.first { $0["type"] == "image" })
            let source = try #require(picture["parts"]?.array?.first { $0["content"] != nil })
            #expect(source["content"]?["status"] == "complete" && source["content"]?["automatic"] == true)
            let address = try #require(source["content"]?["download_url"]?.string)
            #expect(picture["html"]?.string?.contains(address.replacing("&", with: "&amp;")) == true)
            #expect(Data(try await server.send("GET", address).body) == Self.bytes(5_000))
        }
    }

    @Test func `a message with content that is still on its way is refused`() async throws {
        try await ContentServer.run { server in
            let ana = try await server.customer()
            let begun = try JSONValue(parsing: try await server.announce(Self.film, as: ana).body)
            #expect(try await server.say(ContentServer.picture(begun), as: ana).status == 409)
            #expect(try await server.messages(of: ana).isEmpty)
        }
    }

    @Test func `what lies here when the server ends is gone on with by the next`() async throws {
        let folder = try TemporaryFolder()
        let bytes = Self.bytes(1_000)
        let (customers, continuation) = AsyncStream.makeStream(of: (ContentServer.Customer, String).self)
        try await ContentServer.run(in: folder) { server in
            let ana = try await server.customer()
            let begun = try JSONValue(parsing: try await server.announce(Self.film, as: ana).body)
            let address = try #require(begun["upload_url"]?.string)
            _ = try await server.send(
                "PUT", address, as: ana, bytes: bytes[0..<400], ["Content-Range": "bytes 0-399/1000"])
            continuation.yield((ana, address))
        }
        let (ana, address) = try #require(await customers.first { _ in true })
        try await ContentServer.run(in: folder) { server in
            let held = try await server.send("PUT", address, as: ana, ["Content-Range": "bytes */1000"])
            #expect(held.header("Range") == "bytes=0-399")
            let last = try await server.send(
                "PUT", address, as: ana, bytes: bytes[400...], ["Content-Range": "bytes 400-999/1000"])
            let whole = try JSONValue(parsing: last.body)
            let download = try await server.send("GET", try #require(whole["download_url"]?.string))
            #expect(Data(download.body) == bytes)
        }
    }
}

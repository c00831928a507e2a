import Channels
import Concurrency
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// The bot's content beside its messages, over HTTP.
@Suite struct BotContentTests {
    private static let long = String(repeating: "All about brakes & <b>chains</b>. ", count: 100)

    private static func bot() throws -> Bot {
        let flows = [
            SourceFile(
                path: "Flows/bot.yaml",
                text: """
                    bot: Spoke & Chain
                    zone: Europe/Berlin
                    start: shop
                    anywhere:
                      agent, help, support: shop/person
                    people:
                      workshop:
                    if_silent: never

                    """),
            SourceFile(
                path: "Flows/shop.yaml",
                text: """
                    flow: shop
                    start: guide
                    steps:
                      guide:
                        say: "\(long)"
                        show:
                          file: offer 7.pdf
                          title: Your offer
                        then: end
                      person:
                        say: One of us will answer you here.
                        hand_over: workshop

                    """),
        ]
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: flows, actions: nil, services: nil,
                assets: ["offer 7.pdf": Asset(size: 5_000, beginning: Array("%PDF-".utf8))], version: "1"),
            options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    private func run(_ body: @Sendable (ContentServer, ContentServer.Customer, Data) async throws -> Void) async throws
    {
        let folder = try TemporaryFolder()
        let offer = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try offer.write(to: URL(filePath: folder.path + "/offer"))
        try await ContentServer.run(bot: Self.bot(), pictures: ["offer 7.pdf": folder.path + "/offer"]) { server in
            let ana = try await server.customer()
            _ = try await server.say(ContentServer.text("hello"), as: ana)
            try await body(server, ana, offer)
        }
    }

    @Test func `a long text is shown whole, and its body travels as content`() async throws {
        try await run { server, ana, _ in
            let text = try #require(
                try await server.messages(of: ana).first { $0["text"]?.string?.hasPrefix("All about") ?? false })
            #expect(text["html"]?.string?.contains("&lt;b&gt;chains&lt;/b&gt;. All about") == true)
            let part = try #require(text["parts"]?[0])
            #expect(part["body"] == nil && part["content"]?["status"] == "ready-for-download")
            let address = try #require(part["content"]?["download_url"]?.string)
            let got = try await server.send("GET", address)
            #expect(got.status == 200 && got.header("Content-Type") == "application/vnd.layer.text+json")
            #expect(got.header("Content-Security-Policy") == "sandbox; default-src 'none'")
            #expect(try JSONValue(parsing: got.body)["text"]?.string?.hasPrefix(Self.long.prefix(500)) == true)
            #expect(got.body.count == part["content"]?["size"]?.int)
            let some = try await server.send("GET", address, ["Range": "bytes=2-9"])
            #expect(some.status == 206 && some.body == Array(got.body[2...9]))

            let refresh = try #require(part["content"]?["refresh_url"]?.string)
            let seen = try JSONValue(parsing: try await server.send("GET", refresh, as: ana).body)
            #expect(seen["status"] == "complete" && seen["conversation"]?.string == ana.conversation)
            let progress = refresh.replacing("/refresh", with: "/progress")
            let gone = try JSONValue(parsing: try await server.send("DELETE", progress, as: ana).body)
            #expect(gone["status"] == "ready-for-download")
            let ben = try await server.customer("Ben")
            #expect(try await server.send("GET", refresh, as: ben).status == 404)
            #expect(try await server.send("GET", refresh).status == 401)
            server.clock.turn(by: .hours(3))
            #expect(try await server.send("GET", address).status == 403)
        }
    }

    @Test func `a file that the bot hands out is had by whoever it was given to, for a while`() async throws {
        try await run { server, ana, offer in
            let file = try #require(try await server.messages(of: ana).first { $0["type"] == "file" })
            let source = try #require(file["parts"]?.array?.first { $0["content"] != nil }?["content"])
            let address = try #require(source["download_url"]?.string)
            #expect(file["html"]?.string?.contains(address.replacing("&", with: "&amp;")) == true, "\(file)")
            let got = try await server.send("GET", address)
            #expect(got.header("Content-Type") == "application/pdf" && Data(got.body) == offer)
            #expect(got.header("Content-Disposition")?.contains("offer 7.pdf") == true)
            let tag = try #require(got.header("ETag"))
            #expect(try await server.send("GET", address, ["If-None-Match": tag]).status == 304)
            #expect(try await server.send("GET", "/chat/images/offer%207.pdf").status == 404, "its name is not enough")
            let ben = try await server.customer("Ben")
            let refresh = try #require(source["refresh_url"]?.string)
            #expect(try await server.send("GET", refresh, as: ben).status == 404)
            server.clock.turn(by: .hours(3))
            #expect(try await server.send("GET", address).status == 403)
            let renewed = try JSONValue(parsing: try await server.send("GET", refresh, as: ana).body)
            let link = try #require(renewed["download_url"]?.string)
            #expect(try await server.send("GET", link).status == 200)
        }
    }
}

import FlowModel
import FlowPublishing
import Foundation
import HTTPTypes
import JSON
import Projects
import SQLiteStorage
import TestSupport
import Testing

@testable import Studio

/// Publishing from the studio, to the database of a server on this machine.
@Suite struct PublishingTests {
    private struct Needs: BotRequirements {
        var lacking: [String] = []

        func lacks(of bot: Bot) -> [String] { lacking }
        func warnings(about bot: Bot) -> [String] { [] }
    }

    private func site(lacking: [String] = []) throws -> Site {
        let folder = try TemporaryFolder()
        let path = folder.file("data/usher.sqlite")
        let validator = PublishValidator(needs: Needs(lacking: lacking), isStrict: false)
        let server = StudioServer(
            database: path, author: "ana",
            sources: { try FlowSources(in: ProjectFolder(at: folder.path)) }, validator: { validator },
            open: { makes in
                guard makes || FileManager.default.fileExists(atPath: path) else { return nil }
                let database = try SQLiteDatabase(path: path, isOwner: false)
                return StudioServer.Open(
                    publisher: Publisher(store: database.versions, validator: validator), copies: database.copies,
                    operators: database.operators, sessions: database.sessions, audit: database.audit,
                    nodes: database.nodes)
            },
            isServed: { false })
        return try Site(in: folder, server: server)
    }

    @Test func `what was looked at is published, listed, and gone back to`() async throws {
        let site = try site()
        let before = try await site.send(.get, "/studio/api/publishing")
        #expect(before.json["exists"] == false)
        #expect(before.json["versions"] == [])
        let preview = try await site.send(.post, "/studio/api/publishing/preview", [:])
        let first = try #require(preview.json["version"]?.string)
        #expect(preview.json["report"] == .null)
        #expect(!FileManager.default.fileExists(atPath: site.folder.file("data/usher.sqlite")))
        let refused = try await site.send(
            .post, "/studio/api/publishing/publish", ["expects": .string(first), "note": "The\u{0}first"])
        #expect(refused.status == 400 && refused.json["error"]?["reason"] == "the note has a null byte")
        #expect(!FileManager.default.fileExists(atPath: site.folder.file("data/usher.sqlite")))
        let published = try await site.send(
            .post, "/studio/api/publishing/publish", ["expects": .string(first), "note": "The first"])
        #expect(published.status == 200)
        #expect(published.json["outcome"] == "stored")
        #expect(published.json["published"]?["author"] == "ana")

        try site.folder.write(Site.flow.replacing("20 minutes", with: "half an hour"), to: "Flows/shop.yaml")
        let next = try await site.send(.post, "/studio/api/publishing/preview", [:])
        let second = try #require(next.json["version"]?.string)
        #expect(second != first)
        #expect(next.json["in_place_of"]?.string == first)
        #expect(next.json["changes"]?[0]?["path"] == "Flows/shop.yaml")
        #expect(next.json["report"]?["customers"] == 0)
        _ = try await site.send(.post, "/studio/api/publishing/publish", ["expects": .string(second)])

        let back = try await site.send(.post, "/studio/api/publishing/preview", ["version": .string(first)])
        #expect(back.json["version"]?.string == first)
        let undone = try await site.send(
            .post, "/studio/api/publishing/publish", ["version": .string(first), "expects": .string(first)])
        #expect(undone.status == 200)
        let versions = try await site.send(.get, "/studio/api/publishing").json["versions"]?.array ?? []
        #expect(versions.count == 2)
        #expect(versions.first?["version"]?.string == first)
        #expect(versions.first?["current"] == true)
        // The files of the author are as they were.
        #expect(try site.folder.read("Flows/shop.yaml").contains("half an hour"))
    }

    @Test func `files that have changed since they were looked at are not published`() async throws {
        let site = try site()
        let preview = try await site.send(.post, "/studio/api/publishing/preview", [:])
        let version = try #require(preview.json["version"])
        try site.folder.write(Site.flow.replacing("20 minutes", with: "half an hour"), to: "Flows/shop.yaml")
        for expected in [version, .null] {
            let answer = try await site.send(.post, "/studio/api/publishing/publish", ["expects": expected])
            #expect(answer.status == 409)
        }
        #expect(!FileManager.default.fileExists(atPath: site.folder.file("data/usher.sqlite")))
    }

    @Test func `flows with errors, and those that the server cannot serve, are shown with the reasons`() async throws {
        let site = try site()
        try site.folder.write(Site.flow.replacing("Brakes: brakes", with: "Brakes: nowhere"), to: "Flows/shop.yaml")
        let broken = try await site.send(.post, "/studio/api/publishing/preview", [:])
        #expect(broken.status == 200)
        #expect(broken.json["problem"] != nil)
        #expect(broken.json["reasons"]?[0]?.string?.contains("nowhere") == true)
        let refused = try await site.send(.post, "/studio/api/publishing/publish", ["expects": "x"])
        #expect(refused.status == 422)
        let poor = try self.site(lacking: ["`PAY_KEY` is not set"])
        let lacking = try await poor.send(.post, "/studio/api/publishing/preview", [:])
        #expect(lacking.json["reasons"] == ["`PAY_KEY` is not set"])
        let unknown = try await site.send(.post, "/studio/api/publishing/preview", ["version": "0000"])
        #expect(unknown.status == 404)
    }

    @Test func `other sites and pages without the key publish nothing`() async throws {
        let site = try site()
        let paths: [(String, JSONValue?)] = [("", nil), ("/preview", [:]), ("/publish", ["expects": "x"])]
        for (path, body) in paths {
            let address = "/studio/api/publishing\(path)"
            let method = body == nil ? "GET" : "POST"
            let send = { (authority: String?, change: @escaping (inout HTTPFields) -> Void) in
                try await site.send(body == nil ? .get : .post, address, body, authority: authority, change)
            }
            #expect(try await send(nil) { $0[.cookie] = nil }.status == 401, "\(method) \(path)")
            #expect(try await send(nil) { $0[.origin] = "https://evil.example" }.status == 403, "\(method) \(path)")
            #expect(try await send("evil.example:8080") { _ in }.status == 421, "\(method) \(path)")
            if body != nil {
                #expect(try await send(nil) { $0[.contentType] = "text/plain" }.status == 415, "\(method) \(path)")
            }
        }
        let long = String(repeating: "x", count: 3_000)
        let preview = try await site.send(.post, "/studio/api/publishing/preview", [:])
        let answer = try await site.send(
            .post, "/studio/api/publishing/publish",
            ["expects": try #require(preview.json["version"]), "note": .string(long)])
        #expect(answer.status == 400)
        #expect(try await site.send(.get, "/studio/publish", authority: "evil.example") { _ in }.status == 421)
        let page = try await site.send(.get, "/studio/publish") { $0 = [:] }
        #expect(page.status == 200)
        #expect(page.headers[.contentSecurityPolicy]?.contains("trusted-types usher") == true)
        // A project without settings of a server has nothing to publish to.
        #expect(try await Site().send(.get, "/studio/api/publishing").status == 404)
    }
}

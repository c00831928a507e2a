import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import JSON
import Projects
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Studio

/// The studio of a server: several authors, one set of texts, and publishing.
@Suite struct ServedStudioTests {
    private static let path = "Flows/shop.yaml"

    private static func publish(_ server: ServedServer, as role: Role, note: String = "") async throws -> JSONValue {
        let preview = try server.json(try await server.send("POST", "/studio/api/publishing/preview", [:], as: role))
        let version = try #require(preview["version"]?.string, "\(preview.text)")
        let body: JSONValue = ["expects": .string(version), "note": .string(note)]
        return try server.json(try await server.send("POST", "/studio/api/publishing/publish", body, as: role))
    }

    @Test func `two authors write the same file, and none loses anything`() async throws {
        try await ServedServer.run { server in
            let (text, hash) = try await server.text(Self.path, as: .author)
            let other = try await server.text(Self.path, as: .operator)
            #expect(other.hash == hash)
            let first = text.replacing("What needs fixing?", with: "What is broken?")
            #expect(try await server.save(first, as: Self.path, replacing: hash, by: .author).status == 200)
            let second = text.replacing("See you soon!", with: "Bye!")
            let late = try await server.save(second, as: Self.path, replacing: hash, by: .operator)
            #expect(late.status == 412)
            let now = try server.json(late)
            #expect(now["text"]?.string == first)
            // As the page does it.
            let merged = try server.json(
                try await server.send(
                    "POST", "/studio/api/merge",
                    ["base": .string(text), "ours": .string(second), "theirs": .string(first)], as: .operator))
            let both = merged["text"]?.string ?? ""
            let newer = now["hash"]?.string ?? ""
            #expect(try await server.save(both, as: Self.path, replacing: newer, by: .operator).status == 200)
            let seen = try await server.text(Self.path, as: .author).text
            #expect(seen.contains("What is broken?") && seen.contains("Bye!"))
            let saved = try await server.entries(.saveFlows)
            #expect(saved.map(\.actor) == ["account ana", "account cleo"])
            #expect(saved.allSatisfy { $0.object == Self.path })
            // What runs, and the folder of the server, are as they were.
            #expect(try await server.database.versions.publication() == nil)
            let file = try String(contentsOfFile: server.folder.file(Self.path), encoding: .utf8)
            #expect(file == DeskServer.flow)
        }
    }

    @Test func `what is typed is each author's own, and kept until it is saved`() async throws {
        try await ServedServer.run { server in
            let (text, hash) = try await server.text(Self.path, as: .author)
            let typed = text + "# Ana\n"
            let draft: JSONValue = ["text": .string(typed), "base": .string(hash), "baseText": .string(text)]
            let kept = try await server.send("PUT", "/studio/api/drafts/\(Self.path)", draft, as: .author)
            #expect(kept.status == 200)
            let own = try server.json(try await server.send("GET", "/studio/api/files/\(Self.path)", as: .author))
            #expect(own["draft"]?["text"]?.string == typed)
            let others = try server.json(try await server.send("GET", "/studio/api/files/\(Self.path)", as: .admin))
            #expect(others["draft"] == .null)
            let stale: JSONValue = ["text": "else", "base": .string(hash), "baseText": "", "after": "stale"]
            let refused = try await server.send("PUT", "/studio/api/drafts/\(Self.path)", stale, as: .author)
            #expect(refused.status == 412)
            #expect(try server.json(refused)["draft"]?["text"]?.string == typed)
            #expect(try await server.save(typed, as: Self.path, replacing: hash, by: .author).status == 200)
            let after = try server.json(try await server.send("GET", "/studio/api/files/\(Self.path)", as: .author))
            #expect(after["draft"] == .null)
            let bad = try await server.save(
                "a\u{0}b", as: Self.path, replacing: after["hash"]?.string ?? "", by: .author)
            #expect(bad.status == 422)
        }
    }

    @Test func `publishing makes a version of what is saved, and it runs`() async throws {
        try await ServedServer.run { server in
            let (text, hash) = try await server.text(Self.path, as: .author)
            let new = text.replacing("What needs fixing?", with: "What is broken?")
            #expect(try await server.save(new, as: Self.path, replacing: hash, by: .author).status == 200)
            let published = try await Self.publish(server, as: .author, note: "Friendlier")
            #expect(published["outcome"] == "active", "\(published.text)")
            let publication = try #require(try await server.database.versions.publication())
            #expect(publication.author == "ana" && publication.note == "Friendlier")
            let entry = try #require(try await server.entries(.publish).last)
            #expect(entry.actor == "account ana" && entry.object == "version \(publication.version)")
            #expect(try await server.entries(.dryRun).map(\.actor) == ["account ana"])
            // It is no draft any more.
            #expect(try await server.text(Self.path, as: .author).text == new)
            #expect(try await server.database.drafts.texts().isEmpty)
            let versions = try server.json(try await server.send("GET", "/studio/api/publishing", as: .author))
            #expect(versions["versions"]?[0]?["note"] == "Friendlier")
            #expect(versions["served"] == true)
        }
    }

    @Test func `what was published elsewhere meanwhile is merged with what authors have saved`() async throws {
        try await ServedServer.run { server in
            let (text, hash) = try await server.text(Self.path, as: .author)
            let saved = text.replacing("See you soon!", with: "Bye!")
            #expect(try await server.save(saved, as: Self.path, replacing: hash, by: .author).status == 200)
            // What the same author has typed since is no one else's to save.
            let typed = saved + "# Ana\n"
            let base = try await server.text(Self.path, as: .author).hash
            let draft: JSONValue = ["text": .string(typed), "base": .string(base), "baseText": .string(saved)]
            let kept = try await server.send("PUT", "/studio/api/drafts/\(Self.path)", draft, as: .author)
            #expect(kept.status == 200)
            let files: JSONValue = [
                "files": [
                    "Flows/bot.yaml": .string(Site.bot),
                    "Flows/shop.yaml": .string(text.replacing("What needs fixing?", with: "What is broken?")),
                ]
            ]
            // With the session of an account, the operators' API can be used as with a token.
            let published = try await server.send("POST", "/admin/api/publish", files, as: .admin)
            #expect(published.status == 200)
            try await poll(until: {
                let now = try await server.text(Self.path, as: .author).text
                return now.contains("What is broken?") && now.contains("Bye!")
            })
            let row = try #require(try await server.database.drafts.texts().first)
            #expect(row.author == "account ana" && row.base.contains("What is broken?"))
            let own = try server.json(try await server.send("GET", "/studio/api/files/\(Self.path)", as: .author))
            #expect(own["draft"]?["text"]?.string == typed)
        }
    }

    @Test func `new files, tests and other texts are drafts, too; the files of calls are not written`() async throws {
        try await ServedServer.run { server in
            let new = try await server.send(
                "PUT", "/studio/api/files/Flows/other.transcript", ["text": "test: two\n"], as: .author
            ) { $0["If-None-Match"] = "*" }
            #expect(new.status == 200)
            let again = try await server.send(
                "PUT", "/studio/api/files/Flows/other.transcript", ["text": "test: three\n"], as: .admin
            ) { $0["If-None-Match"] = "*" }
            #expect(again.status == 412)
            let project = try server.json(try await server.send("GET", "/studio/api/project", as: .admin))
            let paths = project["files"]?.array?.compactMap { $0["path"]?.string } ?? []
            #expect(paths.contains("Flows/other.transcript") && paths.contains("Flows/shop.transcript"))
            let config = try await server.send(
                "PUT", "/studio/api/files/Config/actions.yaml", ["text": "x"], as: .admin
            ) { $0["If-None-Match"] = "*" }
            #expect(config.status == 403)
            let place = server.folder.file("Flows/other.transcript")
            #expect(!FileManager.default.fileExists(atPath: place))
        }
    }

    @Test func `what customers typed is for those who may see customers, and is recorded`() async throws {
        try await ServedServer.run { server in
            let body: JSONValue = ["flow": "shop", "of": "server"]
            let author = try server.json(try await server.send("POST", "/studio/api/traffic", body, as: .author))
            #expect(author["replies_shown"] == false)
            #expect(try await server.entries(.readReplies).isEmpty)
            let other = try server.json(try await server.send("POST", "/studio/api/traffic", body, as: .operator))
            #expect(other["replies_shown"] == true)
            #expect(try await server.entries(.readReplies).map(\.actor) == ["account cleo"])
        }
    }

    @Test func `the files of calls are shown wherever the settings say that they are`() async throws {
        try await ServedServer.run(services: "Calls/outside.yaml") { server in
            let shown = try await server.text("Config/services.yaml", as: .author)
            #expect(shown.text == "# Nothing outside.\n")
            let (text, hash) = try await server.text(Self.path, as: .author)
            let new = text.replacing("What needs fixing?", with: "What is broken?")
            #expect(try await server.save(new, as: Self.path, replacing: hash, by: .author).status == 200)
            let published = try await Self.publish(server, as: .author)
            #expect(published["outcome"] == "active", "\(published.text)")
            let publication = try #require(try await server.database.versions.publication())
            let version = try #require(try await server.database.versions.version(publication.version))
            #expect(version.files.filter { $0.role == .services }.map(\.path) == ["Config/services.yaml"])
        }
    }

    @Test(arguments: ["", "/Flows", "/Flows/shop.yaml", "/Flows/shop.transcript", "/Flows/images"])
    func `what the system deletes of the folder for temporary files is there again`(gone: String) async throws {
        try await ServedServer.run { server in
            let (text, hash) = try await server.text(Self.path, as: .author)
            let new = text.replacing("What needs fixing?", with: "What is broken?")
            #expect(try await server.save(new, as: Self.path, replacing: hash, by: .author).status == 200)
            let folder = server.studio.folder.project.path
            try FileManager.default.removeItem(atPath: folder + gone)
            #expect(try await server.text(Self.path, as: .operator).text == new)
            #expect(FileManager.default.fileExists(atPath: folder + gone))
            let facts = try FileManager.default.attributesOfItem(atPath: folder)
            #expect(facts[.posixPermissions] as? Int == 0o700)
        }
    }
}

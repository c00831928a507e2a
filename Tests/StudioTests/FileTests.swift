import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct FileTests {
    @Test(arguments: [
        "../secret.yaml", "Flows/../Config/usher.yaml", "Flows/../../secret.yaml", "/etc/passwd", "Config/usher.yaml",
        "Config/secrets.yaml", ".usher/key", "Flows/.hidden.yaml", "Flows/images/photo.png", "Flows/notes.txt",
        "Flows/.yaml",
        "Flows//shop.yaml", "Flows/a/b.yaml", "Flows/shop.yaml/", "Flows\\shop.yaml", "Flows/a\u{0}.yaml",
        "Flows/a\n.yaml", "",
        "flows/shop.yaml", "Flows", "Flows/\(String(repeating: "x", count: 300)).yaml",
    ])
    func `no other path is a file of the studio`(path: String) { #expect(StudioPath(path) == nil) }

    @Test(arguments: [
        "..%2fsecret.yaml", "Flows/..%2f..%2fsecret.yaml", "Flows/%2e%2e/Config/usher.yaml", "Config/usher.yaml",
        ".usher/key",
        "Flows/%00.yaml", "..%252fsecret.yaml", "Flows/%ff.yaml", "Flows/%zz.yaml",
    ])
    func `tricks with paths end at the route`(path: String) async throws {
        let site = try Site()
        try site.folder.write("password: hunter2\n", to: "Config/usher.yaml")
        let answer = try await site.send(.get, "/studio/api/files/\(path)")
        #expect(answer.status == 404)
        #expect(!answer.text.contains("hunter2"))
        let write = try await site.send(.put, "/studio/api/files/\(path)", ["text": "x"]) { $0[.ifNoneMatch] = "*" }
        #expect(write.status == 404)
    }

    @Test func `a text with a null byte is neither saved nor kept as a draft`() async throws {
        let site = try Site()
        let saved = try await site.send(.put, "/studio/api/files/Flows/new.yaml", ["text": "flow: a\u{0}"]) {
            $0[.ifNoneMatch] = "*"
        }
        let kept = try await site.send(.put, "/studio/api/drafts/Flows/shop.yaml", ["text": "flow: a\u{0}"])
        for answer in [saved, kept] {
            #expect(answer.status == 422)
            #expect(answer.json["error"]?["reason"] == "the text has a null byte")
        }
        #expect(!FileManager.default.fileExists(atPath: site.folder.file("Flows/new.yaml")))
        #expect(try await site.send(.get, "/studio/api/files/Flows/shop.yaml").json["draft"] == .null)
    }

    @Test func `the page can be asked for without its body`() async throws {
        let site = try Site()
        for path in ["/studio", "/studio/publish", "/studio/licences"] {
            let answer = try await site.send(.head, path)
            #expect(answer.status == 200 && answer.text.isEmpty, "\(path)")
        }
    }

    @Test func `a file that may be new has no text until it is saved`() async throws {
        let site = try Site()
        let missing = try await site.send(.get, "/studio/api/files/Flows/new.yaml")
        #expect(missing.status == 404)
        let new = try await site.send(.get, "/studio/api/files/Flows/new.yaml?new=1")
        #expect(new.status == 200)
        #expect(new.json["text"] == .null)
        #expect(new.json["hash"] == .null)
        #expect(new.json["writable"]?.bool == true)
    }

    @Test func `a link that leads out is neither read nor written`() async throws {
        let site = try Site()
        let outside = try Site()
        try outside.folder.write("password: hunter2\n", to: "secret.yaml")
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: site.folder.file("Flows/out.yaml"), withDestinationPath: outside.folder.file("secret.yaml"))
        try manager.createSymbolicLink(
            atPath: site.folder.file("Flows/nowhere.yaml"), withDestinationPath: outside.folder.file("new.yaml"))
        let answer = try await site.send(.get, "/studio/api/files/Flows/out.yaml")
        #expect(answer.status == 404)
        for name in ["out", "nowhere"] {
            let write = try await site.send(.put, "/studio/api/files/Flows/\(name).yaml", ["text": "x"]) {
                $0[.ifNoneMatch] = "*"
            }
            #expect(write.status == 403, "\(name)")
        }
        #expect(try outside.folder.read("secret.yaml") == "password: hunter2\n")
        #expect(!manager.fileExists(atPath: outside.folder.file("new.yaml")))
        let project = try await site.send(.get, "/studio/api/project")
        #expect(!project.text.contains("Flows/out.yaml"))
    }

    @Test func `the files of calls are shown and not written`() async throws {
        let site = try Site()
        let shown = try await site.send(.get, "/studio/api/files/Config/services.yaml")
        #expect(shown.json["text"]?.string == "# Nothing outside.\n")
        #expect(shown.json["writable"]?.bool == false)
        let hash = try #require(shown.json["hash"]?.string)
        let write = try await site.send(.put, "/studio/api/files/Config/services.yaml", ["text": "x"]) {
            $0[.ifMatch] = "\"\(hash)\""
        }
        #expect(write.status == 403)
        let draft = try await site.send(.put, "/studio/api/drafts/Config/services.yaml", ["text": "x"])
        #expect(draft.status == 403)
    }

    @Test func `a write names what it replaces, and else learns what is there now`() async throws {
        let site = try Site()
        let shown = try await site.send(.get, "/studio/api/files/Flows/shop.yaml")
        let hash = try #require(shown.json["hash"]?.string)
        #expect(shown.headers[.eTag] == "\"\(hash)\"")
        let without = try await site.send(.put, "/studio/api/files/Flows/shop.yaml", ["text": "x"])
        #expect(without.status == 428)
        try site.folder.write("flow: other\n", to: "Flows/shop.yaml")
        let late = try await site.send(.put, "/studio/api/files/Flows/shop.yaml", ["text": "x"]) {
            $0[.ifMatch] = "\"\(hash)\""
        }
        #expect(late.status == 412)
        #expect(late.json["text"]?.string == "flow: other\n")
        #expect(try site.folder.read("Flows/shop.yaml") == "flow: other\n")
        let now = try #require(late.json["hash"]?.string)
        let saved = try await site.send(.put, "/studio/api/files/Flows/shop.yaml", ["text": "flow: mine\n"]) {
            $0[.ifMatch] = "\"\(now)\""
        }
        #expect(saved.status == 200)
        #expect(try site.folder.read("Flows/shop.yaml") == "flow: mine\n")
        let again = try await site.send(.put, "/studio/api/files/Flows/shop.yaml", ["text": "x"]) {
            $0[.ifNoneMatch] = "*"
        }
        #expect(again.status == 412)
        let new = try await site.send(.put, "/studio/api/files/Flows/new.yaml", ["text": "flow: new\n"]) {
            $0[.ifNoneMatch] = "*"
        }
        #expect(new.status == 200)
        #expect(try site.folder.read("Flows/new.yaml") == "flow: new\n")
    }

    @Test func `line endings and a byte order mark stay as they are`() async throws {
        let site = try Site()
        try site.folder.write("\u{feff}flow: shop\r\nstart: a\r\n", to: "Flows/shop.yaml")
        let shown = try await site.send(.get, "/studio/api/files/Flows/shop.yaml")
        #expect(shown.json["text"]?.string == "flow: shop\nstart: a\n")
        let hash = try #require(shown.json["hash"]?.string)
        _ = try await site.send(.put, "/studio/api/files/Flows/shop.yaml", ["text": "flow: shop\nstart: b\n"]) {
            $0[.ifMatch] = "\"\(hash)\""
        }
        #expect(
            try Data(contentsOf: URL(filePath: site.folder.file("Flows/shop.yaml")))
                == Data("\u{feff}flow: shop\r\nstart: b\r\n".utf8))
    }

    @Test func `what is no UTF-8 is not shown`() async throws {
        let site = try Site()
        try site.folder.make("Flows/odd.yaml", Data([0x66, 0xff, 0xfe]))
        #expect(try await site.send(.get, "/studio/api/files/Flows/odd.yaml").status == 422)
    }

    // Drafts.

    @Test func `a draft is on the disk at once, and outlives the server`() async throws {
        let site = try Site()
        let hash = try #require(try await site.send(.get, "/studio/api/files/Flows/shop.yaml").json["hash"]?.string)
        let kept = try await site.send(
            .put, "/studio/api/drafts/Flows/shop.yaml",
            ["text": "flow: draft\n", "base": .string(hash), "baseText": .string(Site.flow)])
        #expect(kept.status == 200)
        #expect(
            try Drafts(in: site.folder.path).draft(of: try #require(StudioPath("Flows/shop.yaml")))?.text
                == "flow: draft\n")
        let shown = try await site.send(.get, "/studio/api/files/Flows/shop.yaml").json
        #expect(shown["text"]?.string == Site.flow)
        #expect(shown["draft"]?["text"]?.string == "flow: draft\n")
        #expect(shown["draft"]?["base"]?.string == hash)
        let facts = try FileManager.default.attributesOfItem(atPath: site.folder.file(".usher/drafts/Flows/shop.yaml"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try await site.send(.delete, "/studio/api/drafts/Flows/shop.yaml").status == 204)
        #expect(try await site.send(.get, "/studio/api/files/Flows/shop.yaml").json["draft"] == .null)
    }

    @Test func `two windows do not overwrite each other's draft`() async throws {
        let site = try Site()
        let first = try await site.send(.put, "/studio/api/drafts/Flows/shop.yaml", ["text": "one"])
        let second = try await site.send(.put, "/studio/api/drafts/Flows/shop.yaml", ["text": "two"])
        #expect(second.status == 412)
        #expect(second.json["draft"]?["text"]?.string == "one")
        let hash = try #require(first.json["hash"])
        let next = try await site.send(.put, "/studio/api/drafts/Flows/shop.yaml", ["text": "three", "after": hash])
        #expect(next.status == 200)
    }

    @Test func `a saved text has no draft any more`() async throws {
        let site = try Site()
        let hash = try #require(try await site.send(.get, "/studio/api/files/Flows/shop.yaml").json["hash"]?.string)
        _ = try await site.send(.put, "/studio/api/drafts/Flows/shop.yaml", ["text": "flow: x\n"])
        _ = try await site.send(.put, "/studio/api/files/Flows/shop.yaml", ["text": "flow: x\n"]) {
            $0[.ifMatch] = "\"\(hash)\""
        }
        #expect(try await site.send(.get, "/studio/api/files/Flows/shop.yaml").json["draft"] == .null)
    }

    @Test func `two changes of one text become one`() async throws {
        let answer = try await Site().send(
            .post, "/studio/api/merge", ["base": "a\nb\nc\n", "ours": "A\nb\nc\n", "theirs": "a\nb\nC\n"])
        #expect(answer.json["text"]?.string == "A\nb\nC\n")
        #expect(answer.json["conflicts"]?.array == [])
    }
}

import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Studio

/// A page that may write files on this machine is a target: what is let in, and what is not.
@Suite struct GateTests {
    private static let site = HTTPField.Name("Sec-Fetch-Site")!

    @Test func `the page itself needs no key, and everything behind it does`() async throws {
        let site = try Site()
        #expect(try await site.send(.get, "/studio") { $0 = [:] }.status == 200)
        #expect(try await site.send(.get, "/studio/licences") { $0 = [:] }.status == 200)
        for path in ["project", "files/Flows/shop.yaml", "events?client=window-1"] {
            let answer = try await site.send(.get, "/studio/api/\(path)") { $0[.cookie] = nil }
            #expect(answer.status == 401, "\(path)")
            #expect(!answer.text.contains("Puncture"))
        }
        for path in [
            "language?client=window-1", "merge", "play", "map", "thread", "threads", "tests", "findings", "sentences",
        ] {
            let answer = try await site.send(.post, "/studio/api/\(path)", [:]) { $0[.cookie] = nil }
            #expect(answer.status == 401, "\(path)")
        }
        for (method, path) in [
            (HTTPRequest.Method.put, "files/Flows/shop.yaml"), (.put, "drafts/Flows/shop.yaml"),
            (.delete, "drafts/Flows/shop.yaml"), (.delete, "findings?client=window-1"),
        ] {
            let answer = try await site.send(method, "/studio/api/\(path)", ["text": ""]) {
                $0[.cookie] = "usher_studio_8080=0"
            }
            #expect(answer.status == 401, "\(path)")
        }
        #expect(try site.folder.read("Flows/shop.yaml") == Site.flow)
    }

    @Test func `the key buys a cookie that scripts cannot read, and that is not the key`() async throws {
        let site = try Site()
        let answer = try await site.send(.post, "/studio/api/session", ["key": .string(site.key.text)]) {
            $0[.cookie] = nil
        }
        #expect(answer.status == 204)
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix(site.cookie))
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict"))
        #expect(cookie.contains("; Path=/studio;"))
        #expect(!cookie.contains(site.key.text))
        let wrong = try await site.send(.post, "/studio/api/session", ["key": "0123456789abcdef0123456789abcdef"])
        #expect(wrong.status == 401)
        #expect(wrong.headers[.setCookie] == nil)
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1:8081", "127.0.0.1", "localhost.evil.example:8080",
        "192.168.1.2:8080",
        "0.0.0.0:8080", "[::2]:8080", "",
    ])
    func `a foreign name that leads here is refused, for the page as well`(host: String) async throws {
        let site = try Site()
        for path in ["/", "/studio", "/studio/licences", "/studio/api/project"] {
            let answer = try await site.send(.get, path, authority: host)
            #expect(answer.status == 421, "\(path)")
        }
    }

    @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
    func `every name of this machine is ours`(host: String) async throws {
        let answer = try await Site().send(.get, "/studio/api/project", authority: host) {
            $0[.origin] = "http://\(host)"
        }
        #expect(answer.status == 200)
    }

    @Test(arguments: [
        "https://evil.example", "http://127.0.0.1:8081", "http://localhost:8080", "null",
        "http://127.0.0.1:8080.evil.example",
        "https://127.0.0.1:8080", "",
    ])
    func `requests of other sites change nothing`(origin: String) async throws {
        let site = try Site()
        for (method, path) in [
            (HTTPRequest.Method.post, "play"), (.post, "session"), (.put, "files/Flows/shop.yaml"),
            (.delete, "drafts/Flows/shop.yaml"), (.post, "language?client=window-1"),
        ] {
            let answer = try await site.send(method, "/studio/api/\(path)", ["text": "x"]) { $0[.origin] = origin }
            #expect(answer.status == 403, "\(path)")
            #expect(answer.headers.allSatisfy { !$0.name.canonicalName.hasPrefix("access-control") })
        }
        #expect(try site.folder.read("Flows/shop.yaml") == Site.flow)
    }

    @Test func `a change says where it comes from, and a read of another site is refused`() async throws {
        let site = try Site()
        #expect(try await site.send(.post, "/studio/api/tests", [:]) { $0[.origin] = nil }.status == 403)
        for value in ["cross-site", "same-site"] {
            let answer = try await site.send(.get, "/studio/api/project") {
                $0[.origin] = nil
                $0[Self.site] = value
            }
            #expect(answer.status == 403, "\(value)")
        }
    }

    @Test func `there is no answer to a preflight request`() async throws {
        let answer = try await Site().send(.options, "/studio/api/play") { $0[.origin] = "https://evil.example" }
        #expect(answer.status == 404)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", nil])
    func `a form of another site is no JSON`(kind: String?) async throws {
        let answer = try await Site().send(.post, "/studio/api/tests", [:]) { $0[.contentType] = kind }
        #expect(answer.status == 415)
    }

    @Test func `a body has bounds`() async throws {
        let site = try Site()
        let large = [UInt8](repeating: UInt8(ascii: " "), count: StudioRoutes.largestBody + 1)
        #expect(try await site.send(.post, "/studio/api/tests", bytes: large).status == 413)
        let text = JSONValue.string(String(repeating: "x", count: ProjectTexts.largest + 1))
        let answer = try await site.send(.put, "/studio/api/files/Flows/large.yaml", ["text": text]) {
            $0[.ifNoneMatch] = "*"
        }
        #expect(answer.status == 413)
        #expect(!FileManager.default.fileExists(atPath: site.folder.file("Flows/large.yaml")))
    }

    @Test func `the policy of the page and its neighbours`() async throws {
        let answer = try await Site().send(.get, "/studio")
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "trusted-types usher"] {
            #expect(policy.contains(rule))
        }
        #expect(answer.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] == "same-origin")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    }

    @Test func `the first page leads to the studio`() async throws {
        let answer = try await Site().send(.get, "/")
        #expect(answer.status == 302)
        #expect(answer.headers[.location] == "/studio")
    }
}

@Suite struct KeyTests {
    @Test func `the key outlives a restart, only its owner reads it, and git ignores it`() throws {
        let site = try Site()
        let key = try StudioKey.kept(in: site.folder.path)
        #expect(key.text == site.key.text)
        #expect(key.text.utf8.count == 32)
        let facts = try FileManager.default.attributesOfItem(atPath: site.folder.file(".usher/key"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try site.folder.read(".usher/.gitignore") == "*\n")
    }

    @Test func `a key that others can read is closed, and a damaged one replaced`() throws {
        let site = try Site()
        let path = site.folder.file(".usher/key")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try StudioKey.kept(in: site.folder.path).text == site.key.text)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try site.folder.write("short", to: ".usher/key")
        #expect(try StudioKey.kept(in: site.folder.path).text.utf8.count == 32)
    }
}

import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import FlowPublishing
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Publishing by the admin API.
@Suite struct PublishRouteTests {
    private static func run(_ work: @Sendable (TestServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(.init(project: try NumberedShop(number: 1).sources(in: folder)), work)
    }

    private static func body(_ shop: NumberedShop, _ more: (String, JSONValue)...) -> String {
        var files = JSONObject()
        for (path, text) in shop.files { files[path] = .string(text) }
        files["Flows/images/dot.txt"] = ["base64": "aGVsbG8="]
        var object: JSONObject = ["files": .object(files)]
        for (name, value) in more { object[name] = value }
        return JSONValue.object(object).text
    }

    @Test func `files are published, listed, compared and taken back by their hash`() async throws {
        try await Self.run { server in
            let phone = try Phone(on: server)
            try await phone.says("hello", shows: ["1", "1", "1", "quick-reply: On, Off"])
            let published = try await server.operate(
                "POST", "/publish", Self.body(NumberedShop(number: 2), ("note", "two")))
            #expect(published.status == 200, "\(published)")
            let new = try #require(published.json?["published"]?["version"]?.string)
            #expect(published.json?["published"]?["author"] == "admin API")
            try await server.untilRuns(new)
            try await phone.taps("On", shows: ["2", "2", "2", "quick-reply: On, Off"])

            let list = try #require(try await server.operate("GET", "/versions").json?["versions"]?.array)
            #expect(list.map { $0["current"] } == [true, false] && list.map { $0["running"] } == [true, false])
            #expect(list[0]["note"] == "two" && list[0]["sessions"] == 1 && list[0]["flows"] == 2)
            let old = try #require(list[1]["version"]?.string)
            let shown = try await server.operate("GET", "/versions/\(old.prefix(6))")
            #expect(shown.json?["differs_from"] == .string(new))
            #expect(
                shown.json?["changes"] == [
                    ["path": "Flows/images/dot.txt", "change": "removed", "added": 0, "removed": 0],
                    ["path": "Flows/shop.yaml", "change": "changed", "added": 3, "removed": 3],
                ])

            #expect(try await server.operate("POST", "/publish", #"{"version": "\#(old)", "by": "ana"}"#).status == 200)
            try await server.untilRuns(old)
            try await phone.taps("On", shows: ["1", "1", "1", "quick-reply: On, Off"])
            let metrics = try await server.metrics("usher_build_info")
            #expect(metrics.contains(old))
        }
    }

    @Test func `a dry run tells what would become of whoever waits, and publishes nothing`() async throws {
        try await Self.run { server in
            let phone = try Phone(on: server)
            try await phone.says("hello")
            try await server.untilKept()
            let before = try Tables(server.databasePath, without: ["deliveries"])
            let told = try await server.operate(
                "POST", "/publish", Self.body(NumberedShop(number: 2), ("dry_run", true)))
            #expect(told.status == 200, "\(told)")
            let report = told.json?["dry_run"]
            #expect((report?["customers"], report?["fates"]?["keeps"]) == (1, 1))
            #expect(report?["groups"]?[0]?["examples"]?[0]?["text"] == "1")
            #expect(report?["groups"]?[0]?["outcome"] == "keeps")
            #expect(told.json?["in_place_of"]?.string == server.conversations.version)
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }

    @Test(arguments: [
        ("", 400, "must be a JSON object"), ("[]", 400, "must be a JSON object"), ("{}", 400, "name either"),
        (#"{"version": "1", "files": {}}"#, 400, "name either"), (#"{"verison": "1"}"#, 400, "unknown key `verison`"),
        (#"{"version": "0000"}"#, 404, "no version `0000`"), (#"{"version": ""}"#, 404, "no version"),
        (#"{"files": {"../x.yaml": ""}}"#, 400, "not a file of a project"),
        (#"{"files": {"Flows/../../x.yaml": ""}}"#, 400, "not a file of a project"),
        (#"{"files": {"/etc/x.yaml": ""}}"#, 400, "not a file of a project"),
        (#"{"files": {"Config/usher.yaml": ""}}"#, 400, "not a file of a project"),
        (#"{"files": {"Flows/a.yaml": 7}}"#, 400, "neither a text"),
        (#"{"files": {"Flows/a.yaml": "flow: a\u0000"}}"#, 400, "`Flows/a.yaml`: the text has a null byte"),
        (#"{"files": {"Flows/a.yaml": {"base64": "YQBi"}}}"#, 400, "the text has a null byte"),
        (#"{"version": 1}"#, 400, "`version` must be a text"), (#"{"version": "0\u0000"}"#, 400, "U+0000"),
        (#"{"version": "0000", "note": ["a"]}"#, 400, "`note` must be a text"),
        (#"{"version": "0000", "note": "a\u0000"}"#, 400, "`note` contains the character U+0000"),
        (#"{"version": "0000", "by": 7}"#, 400, "`by` must be a text"),
        (#"{"version": "0000", "by": "\u0000"}"#, 400, "`by` contains the character U+0000"),
        (#"{"version": "0000", "dry_run": "true"}"#, 400, "`dry_run` must be true or false"),
        (#"{"version": "0000", "dry_run": 1}"#, 400, "`dry_run` must be true or false"),
        (#"{"version": "0000", "dry_run": null}"#, 400, "`dry_run` must be true or false"),
    ])
    func `what cannot be read is refused with a reason, and changes nothing`(
        _ body: String, _ status: Int, _ reason: String
    ) async throws {
        try await Self.run { server in
            try await server.untilKept()
            let before = try Tables(server.databasePath)
            let response = try await server.operate("POST", "/publish", body)
            #expect(response.status == status)
            #expect(response.json?["error"]?["reason"]?.string?.contains(reason) == true, "\(response)")
            #expect(try Tables(server.databasePath) == before)
        }
    }

    @Test func `flows with a mistake come back with their diagnostics, and those that lack something with what`()
        async throws
    {
        try await Self.run { server in
            try await server.untilKept()
            let before = try Tables(server.databasePath)
            var files = NumberedShop(number: 2).files
            files["Flows/shop.yaml"] = files["Flows/shop.yaml"]?.replacing("then: ask", with: "then: aks")
            let broken = try await server.operate("POST", "/publish", JSONValue.files(files))
            #expect(broken.status == 422)
            let diagnostic = broken.json?["diagnostics"]?.array?.first { $0["code"] == "unknown-step" }
            #expect((diagnostic?["file"], diagnostic?["line"]) == ("Flows/shop.yaml", 9))

            files = NumberedShop(number: 2).files
            files["Config/actions.yaml"] = """
                hosts: [api.shop.example]
                actions:
                  book:
                    post: https://api.shop.example/book
                    headers:
                      Authorization: Bearer {secret.shop}
                    examples:
                      booked:

                """
            let lacking = try await server.operate("POST", "/publish", JSONValue.files(files))
            #expect(lacking.status == 422 && lacking.json?["lacks"]?.array?.count == 1, "\(lacking)")
            #expect(try Tables(server.databasePath) == before)
        }
    }

    @Test func `nobody without the token gets in`() async throws {
        try await Self.run { server in
            for (method, path) in [("GET", "/versions"), ("GET", "/versions/1"), ("POST", "/publish")] {
                let response = try await server.operate(method, path, "{}", authorization: "Bearer wrong")
                #expect(response.status == 401)
            }
        }
    }
}

extension JSONValue {
    fileprivate static func files(_ files: [String: String]) -> String {
        var object = JSONObject()
        for (path, text) in files { object[path] = .string(text) }
        return JSONValue.object(["files": .object(object)]).text
    }
}

extension TestServer {
    /// Advances the clock until the server reports that it runs a version.
    fileprivate func untilRuns(_ version: String) async throws {
        try await poll(
            after: { clock.turn(by: .milliseconds(100)) },
            until: {
                try await database.versions.running()?.version == version
            })
    }

    /// Waits until the server has kept its running version.
    fileprivate func untilKept() async throws {
        try await poll { try await database.versions.running() != nil }
    }

    /// Returns the lines of a metric.
    fileprivate func metrics(_ name: String) async throws -> String {
        var request = HTTPRequest.patient("GET", "\(url)/metrics")
        request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)"))
        let page = String(decoding: try await client.send(request).body, as: UTF8.self)
        return page.split(separator: "\n").filter { $0.hasPrefix(name) }.joined(separator: "\n")
    }
}

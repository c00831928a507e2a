import Channels
import Concurrency
import CurlClient
import Expressions
import FakeStore
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// `GET /admin/api/content/{id}`, and the files that staff can see.
@Suite struct ContentRouteTests {
    @Test func `people see the files that are sent to them, and can have them`() async throws {
        try await FileShop.run { shop in
            let name = "Rechnung \"Müller\"\r\n.html"
            let page = try await shop.attachment("<script>alert(1)</script>", name: name, kind: "text/html; charset=x")
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.text("help").post(to: server).status == 200)
                await server.untilQuiet()
                #expect(try await Webhook.files([page], id: "m/1").post(to: server).status == 200)
                await server.untilCalled()

                let list = try await server.get(admin: "/handovers")
                let id = try #require(JSONValue(parsing: list.body)["handovers"]?[0]?["id"]?.int)
                let read = try JSONValue(parsing: try await server.get(admin: "/handovers/\(id)").body)
                let file = try #require(read["files"]?[0])
                #expect(file["id"] == "m/1-1" && file["size"] == 25)
                #expect(read["transcript"]?.array?.contains("# the files are fetched") == true)

                let answer = try await server.get(admin: "/content/m%2F1-1")
                #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self).hasPrefix("<script>"))
                #expect(answer.header("Content-Type") == "text/html")
                #expect(answer.header("Content-Length") == "25")
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
                #expect(answer.header("Content-Security-Policy") == "sandbox; default-src 'none'")
                let disposition = try #require(answer.header("Content-Disposition"))
                #expect(disposition.hasPrefix("attachment; filename=\""))
                #expect(disposition.contains("filename*=UTF-8''") && !disposition.contains("ü"))
            }
        }
    }

    @Test func `nobody without the token gets a file, and nobody one that is not there any more`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            try await shop.serve { server in
                try await server.hello()
                #expect(try await Webhook.files([photo], id: "m-1").post(to: server).status == 200)
                await server.untilCalled()
                for token in ["", "wrong"] {
                    #expect(try await server.get(admin: "/content/m-1-1", token: token).status == 401)
                }
                #expect(try await server.get(admin: "/content/m-1-1").status == 200)
                for id in ["m-2-1", "..%2F..%2Fusher.sqlite", "%00"] {
                    #expect(try await server.get(admin: "/content/\(id)").status == 404)
                }
                server.clock.turn(by: .days(31))
                #expect(try await server.get(admin: "/content/m-1-1").status == 404)
            }
        }
    }
}

extension TestServer {
    fileprivate func get(admin path: String, token: String = Account.operatorToken) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("GET", "\(url)/admin/api\(path)")
        if !token.isEmpty { request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(token)")] }
        return try await client.send(request)
    }
}

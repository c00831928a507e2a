import Concurrency
import ConversationRuntime
import CurlClient
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Studio

/// Each route of the studio and of the desk of a server, and who may use it.
@Suite struct ServedRightsTests {
    /// What a route needs; `nil` for pages and their files, which hold nothing.
    private static func right(of route: String) -> Right? {
        if !route.contains("/api/") { return route.contains("/api") ? .editFlows : nil }
        if route.hasSuffix("publishing/preview") || route.hasSuffix("publishing/publish") { return .publish }
        if route.contains(" /studio/api/") { return .editFlows }
        return route.contains("/desk/api/results") ? .results : .answerCustomers
    }

    @Test func `every route asks for its right, and for a session`() async throws {
        try await ServedServer.run { server in
            #expect(server.routes.count > 30, "\(server.routes)")
            for route in server.routes where !route.hasSuffix("/desk/api/session") && !route.hasPrefix("HEAD ") {
                guard let right = Self.right(of: route) else { continue }
                let parts = route.split(separator: " ").map(String.init)
                let path = parts[1].replacing(":id", with: "1").replacing(":name", with: "bookings")
                    .replacing(":row", with: "1").replacing("**", with: "Flows/shop.yaml")
                let body: JSONValue? = parts[0] == "GET" ? nil : [:]
                // Methods that a path lacks are refused.
                let isStream = parts[0] == "GET" && path.hasSuffix("/events")
                if !isStream, try await server.send(parts[0], path, body, as: .admin).status == 405 { continue }
                let stranger = try await server.send(parts[0], path, body, as: nil)
                #expect(stranger.status == 401, "\(route)")
                #expect(try server.json(stranger)["error"]?["sign_in"] == "/operators", "\(route)")
                for role in Role.allCases {
                    let isAllowed = role.rights.contains(right)
                    // A stream does not end.
                    if isAllowed, path.hasSuffix("/events") { continue }
                    let answer = try await server.send(parts[0], path, body, as: role)
                    #expect((answer.status == 403) == !isAllowed, "\(route) as \(role): \(answer.status)")
                    #expect(answer.status != 401, "\(route) as \(role)")
                }
            }
            let refused = try await server.database.audit.entries(AuditFilter(), before: nil, limit: 500)
                .map(\.entry).filter { $0.outcome == .refused }
            #expect(refused.contains { $0.actor == "account ana" && $0.act == "handover.read" })
            #expect(refused.contains { $0.actor == "account ben" && $0.act == "flows.publish" })
            #expect(refused.allSatisfy { $0.actor.hasPrefix("account ") })
        }
    }

    @Test func `there is nothing of usher dev on a server`() async throws {
        try await ServedServer.run { server in
            for (method, path) in [
                ("POST", "/studio/api/wire"), ("DELETE", "/studio/api/lesson"), ("POST", "/studio/api/session"),
                ("GET", "/"),
            ] {
                #expect(try await server.send(method, path, [:], as: .admin).status == 404, "\(path)")
            }
            let project = try server.json(try await server.send("GET", "/studio/api/project", as: .author))
            #expect(project["served"] == true)
            #expect(project["account"]?["name"] == "ana")
            #expect(project["desk"] == false)
            #expect(project["lesson"] == nil)
        }
    }

    @Test func `a request of another site does nothing, whatever cookie it has`() async throws {
        try await ServedServer.run { server in
            let (text, hash) = try await server.text("Flows/shop.yaml", as: .author)
            let foreign: [[String: String]] = [
                ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site"], ["Content-Type": "text/plain"],
                ["Origin": "https://evil.example", "Content-Type": "text/plain"],
            ]
            for headers in foreign {
                let answer = try await server.send(
                    "PUT", "/studio/api/files/Flows/shop.yaml", ["text": "gone"], as: .author
                ) {
                    $0["If-Match"] = "\"\(hash)\""
                    $0.merge(headers) { $1 }
                }
                #expect(answer.status == 403, "\(headers)")
                let back = try await server.send("POST", "/desk/api/handovers/1/give-back", [:], as: .agent) {
                    $0.merge(headers) { $1 }
                }
                #expect(back.status == 403, "\(headers)")
            }
            let none = try await server.send("PUT", "/studio/api/files/Flows/shop.yaml", ["text": "gone"], as: .author)
            {
                $0["Origin"] = nil
            }
            #expect(none.status == 403)
            #expect(try await server.text("Flows/shop.yaml", as: .author).text == text)
        }
    }
}

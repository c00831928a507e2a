import CurlClient
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Server

/// The OpenAPI document of the admin API: it has all routes, and no others.
@Suite struct APIDocumentTests {
    private static let document = AdminAPIDocument.json

    /// All operations of the document, as `GET /path/{name}`.
    private static var operations: [(name: String, json: JSONValue)] {
        (document["paths"]?.object ?? JSONObject()).flatMap { path, item in
            (item.object ?? JSONObject()).map { method, json in ("\(method.uppercased()) \(path)", json) }
        }
    }

    @Test func `it has every route of operators, and nothing that is no route`() {
        let routes = OperatorRoute.allCases.map { route in
            let path = route == .metrics ? "/metrics" : "/admin/api/" + route.path.replacing(/:(\w+)/) { "{\($0.1)}" }
            return "\(route.method.rawValue) \(path)"
        }
        let others = ["GET /admin/api/openapi.json", "GET /health/live", "GET /health/ready"]
        #expect(Self.operations.map(\.name).sorted() == (routes + others).sorted())
        let ids = Self.operations.compactMap { $0.json["operationId"]?.string }
        #expect(Set(ids).count == Self.operations.count, "every operation has an id of its own")
    }

    @Test func `every operation says what it returns, and which right it needs`() {
        for (name, json) in Self.operations {
            let responses = json["responses"]?.object?.keys ?? []
            #expect(responses.contains { $0.hasPrefix("2") }, "\(name)")
            let isOpen = json["security"] == []
            #expect(isOpen != responses.contains("403"), "\(name)")
            if !isOpen {
                #expect(json["description"]?.string?.contains("Needs the right `") == true, "\(name)")
                #expect(responses.contains("503"), "\(name)")
            }
        }
    }

    @Test func `all references lead to a schema, and all schemas are referred to`() {
        let known = Set(Self.document["components"]?["schemas"]?.object?.keys ?? [])
        let used = Set(
            Self.document.text.matches(of: /"#\/components\/schemas\/(\w+)"/).map { String($0.1) })
        #expect(used == known)
    }

    @Test func `the server offers it to all, and its operations exist`() async throws {
        try await TestServer.run { server in
            let answer = try await server.get("/admin/api/openapi.json")
            #expect(answer.status == 200)
            #expect(answer.json == Self.document)
            for path in ["/health/live", "/health/ready"] {
                let health = try await server.get(path)
                APIAnswers.expect("GET", path, health.status, health.json)
            }
        }
    }

    @Test(arguments: ["/sessions/1/move", "/results/bookings/1"])
    func `a body that is too large is refused in the form of all refusals`(_ path: String) async throws {
        try await TestServer.run { server in
            let large = #"{"step": "\#(String(repeating: "x", count: 1 << 17))"}"#
            let answer = try await server.operate("POST", path, large)
            #expect(answer.status == 413)
            #expect(answer.json?["error"]?["reason"]?.string == "the body is larger than 65536 bytes")
        }
    }

    @Test func `an answer that the document does not have is noticed`() {
        let validator = SchemaValidator(Self.document)
        let schema = APIAnswers.operation("GET", "/admin/api/sessions?limit=1")?["responses"]?["200"]?["content"]?[
            "application/json"]?["schema"]
        #expect(validator.faults(of: ["sessions": [], "next": .null], by: schema ?? false) == [])
        for json: JSONValue in [["sessions": []], ["sessions": [7], "next": .null], ["sessions": [], "next": 7]] {
            #expect(!validator.faults(of: json, by: schema ?? false).isEmpty, "\(json.text)")
        }
        #expect(APIAnswers.operation("GET", "/admin/api/nothing") == nil)
    }
}

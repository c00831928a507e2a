import ConversationRuntime
import HTTPTypes
import Hummingbird
public import JSON
import Schemas

/// The OpenAPI document of the admin API, of health and of metrics, made of the same table as the routes.
public enum AdminAPIDocument {
    /// Where the server offers it, below the path of the API. It contains nothing about a server, and needs no token.
    static let path = "openapi.json"

    public static let json: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "Usher", "version": .string(UsherServer.version),
            "description": "The admin API of a server, its health and its metrics.",
        ],
        "security": [["token": []]],
        "paths": .object(paths),
        "components": [
            "securitySchemes": [
                "token": [
                    "type": "http", "scheme": "bearer",
                    "description": "`admin.token` of the settings, or an API token of `usher tokens`.",
                ]
            ],
            "schemas": .object(JSONObject(APIComponents.all.map { ($0.name, $0.schema.json) })),
        ],
    ]

    private static var paths: JSONObject {
        var paths = JSONObject()
        for route in OperatorRoute.allCases {
            let path = route == .metrics ? "/metrics" : "/\(OperatorRoute.root)/\(route.template)"
            let operation = route.operation.json(
                id: "\(route)", tag: route.tag, path: route.pathParameters, right: route.right.rawValue)
            var item = paths[path]?.object ?? JSONObject()
            item[route.method.rawValue.lowercased()] = operation
            paths[path] = .object(item)
        }
        let about = APIOperation("This document.").returns(.map(of: .anything), "An OpenAPI document.")
        paths["/\(OperatorRoute.root)/\(path)"] = ["get": about.json(id: "describe", tag: "api", path: [], right: nil)]
        for (path, operation) in ofHealth {
            paths["/health/\(path)"] = [
                "get": operation.json(id: "health_\(path)", tag: "health", path: [], right: nil)
            ]
        }
        return paths
    }

    private static var ofHealth: [(String, APIOperation)] {
        let ready: KeyValuePairs<String, Schema> = ["status": .string, "flows": .string, "age_seconds": .count(0)]
        let database = Schema(["const": "postgresql"])
        let lost = Schema.object([
            "messages": .count(0), "transactions": .count(0), "since": .moment, "until": .moment, "reason": .string,
        ])
        return [
            (
                "live",
                APIOperation("Whether the process runs.")
                    .returns(.object(["status": Schema(["const": "live"]), "age_seconds": .count(0)]), "It runs.")
            ),
            (
                "ready",
                APIOperation("Whether messages can be received and sent.").returns(
                    .object(ready, others: ["database": database, "lost": lost]), "They can."
                )
                .returns(
                    .object(
                        ready,
                        others: [
                            "database": database, "sending_stopped": .string, "lost": lost,
                            "causes": .list(of: .oneOf(UnreadyCause.allCases.map(\.rawValue))),
                            "error": .object(["status": .integer, "reason": .string]),
                        ]), "They cannot; the reason says why.", status: 503)
            ),
        ]
    }

    /// The path at which it is offered.
    static let address = "/\(OperatorRoute.root)/\(path)"

    /// The route that offers it.
    static func add(to router: Router<BasicRequestContext>) {
        router.get(RouterPath(address)) { _, _ in Response.json(json) }
    }
}

extension OperatorRoute {
    /// The path as OpenAPI writes it: `sessions/{id}`.
    fileprivate var template: String {
        path.split(separator: "/").map { $0.first == ":" ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    }

    fileprivate var tag: String { path.split(separator: "/").first.map(String.init) ?? "" }

    fileprivate var pathParameters: [APIParameter] {
        path.split(separator: "/").filter { $0.first == ":" }.map { part in
            let name = String(part.dropFirst())
            return APIParameter(name, .word, Self.about[name] ?? name, in: .path)
        }
    }

    private static let about = [
        "id": "The number, or for sessions the customer's id.", "name": "The name of the table.",
        "row": "The number of the row, or its id.", "hash": "The version, or its beginning.",
    ]
}

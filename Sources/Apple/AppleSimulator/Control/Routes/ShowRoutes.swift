import HTTPTypes
import JSON

/// Lists all operations.
struct ShowRoutes: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = ""
    let purpose = "all requests"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        let routes = ControlAPI.routes.map { route -> JSONValue in
            let path = route.fullPath.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : $0 }
                .joined(separator: "/")
            return ["request": .string("\(route.method) /\(path)"), "does": .string(route.purpose)]
        }
        return ControlAnswer(["routes": .array(routes)])
    }
}

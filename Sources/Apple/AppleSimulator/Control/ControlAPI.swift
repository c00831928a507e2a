import HTTPTypes
import Hummingbird
import JSON

/// The control API: controls the devices and faults in JSON over HTTP, from any language.
struct ControlAPI: Sendable {
    private let responder: RouterResponder<SimulatorContext>

    /// All routes, in the order in which they are listed.
    static let routes: [any ControlRoute] = [
        ShowRoutes(), ShowHealth(),
        RegisterBusiness(), ListBusinesses(), RemoveBusiness(),
        CreateDevice(), ListDevices(), ShowDevice(), RemoveDevice(),
        SendText(), TapItems(), PickSlot(), TypeSomething(), ReactToMessage(), CloseConversation(), ReadMessages(),
        SendFile(), ReadFile(), FillForm(), UseApp(), SharePlace(),
        SignIn(), CreateIdentityProvider(), MisbehaveAtSignIn(),
        OpenPaySheet(), ShowPaySheet(), ChangePaySheet(), PayOnSheet(), ClosePaySheet(), LimitMerchantSessions(),
        AddFault(), ListFaults(), RemoveFault(), RemoveFaults(),
        ReadLog(), ResetEverything(), TurnClock(),
    ]

    init(_ simulator: AppleSimulator) {
        let router = Router(context: SimulatorContext.self)
        router.add(middleware: UnknownRoutes())
        for route in Self.routes {
            router.on(RouterPath(route.fullPath), method: route.method) { request, context in
                try await Self.answer(route, request, context, simulator)
            }
        }
        responder = router.buildResponder()
    }

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        try await responder.respond(to: request, context: context)
    }

    private static func answer(
        _ route: any ControlRoute, _ request: Request, _ context: SimulatorContext, _ simulator: AppleSimulator
    ) async throws -> Response {
        do {
            let limit = route.takesFile ? nil : simulator.settings.largestBody
            let call = try await ControlCall(request, context, limit: limit)
            let answer = try await route.answer(call, simulator)
            var response =
                switch answer.body {
                case .json(let json): Response(status: .ok, json: json)
                case .file(let file, let bytes): Response(file, bytes)
                }
            if answer.closesConnection { response.headers[.connection] = "close" }
            return response
        } catch let refusal as SimulatorRefusal {
            return Response(refusing: refusal.kind.status, refusal.kind.code, refusal.reason)
        } catch let validationError as ValidationError {
            return Response(refusing: .badRequest, SimulatorRefusal.Kind.invalid.code, validationError.description)
        }
    }
}

/// Answers requests for unknown routes with a hint where to find the list.
private struct UnknownRoutes: RouterMiddleware {
    func handle(
        _ request: Request, context: SimulatorContext, next: (Request, SimulatorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let reason = "there is no \(request.method) \(request.uri.path); GET /simulator lists all requests"
            return Response(refusing: .notFound, "unknown-route", reason)
        }
    }
}

extension ControlRoute {
    var fullPath: String { path.isEmpty ? "/simulator" : "/simulator/\(path)" }
}

extension SimulatorRefusal.Kind {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .invalid: .badRequest
        case .notFound: .notFound
        case .conflict: .conflict
        }
    }

    fileprivate var code: String {
        switch self {
        case .invalid: "bad-request"
        case .notFound: "not-found"
        case .conflict: "conflict"
        }
    }
}

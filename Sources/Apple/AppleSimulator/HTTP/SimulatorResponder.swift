import HTTPTypes
import Hummingbird
import JSON
import Logging
import RequestExpectations

/// Routes requests to Apple's part or to the control API, with a short path for the gateway.
struct SimulatorResponder: HTTPResponder {
    private let simulator: AppleSimulator
    private let control: ControlAPI
    private let identity: IdentityResponder
    private let files: StoreResponder
    private let sessions: MerchantSessionResponder
    private let foreign: ForeignRequests
    private let messagePath: String
    private let authenticatePath: String

    init(_ simulator: AppleSimulator) {
        self.simulator = simulator
        control = ControlAPI(simulator)
        identity = IdentityResponder(identities: simulator.identities)
        files = StoreResponder(simulator)
        sessions = MerchantSessionResponder(simulator: simulator)
        foreign = ForeignRequests(expectsLoopback: simulator.settings.isLoopback)
        messagePath = simulator.settings.gatewayPath + "/message"
        authenticatePath = simulator.settings.gatewayPath + "/authenticate"
    }

    func respond(to request: Request, context: SimulatorContext) async -> Response {
        if let objection = foreign.objection(to: request) {
            return Response(refusing: .forbidden, "foreign-request", objection)
        }
        return await request.continuing(on: context.channel) { await respondNow(to: $0, context: context) }
    }

    private func respondNow(to request: Request, context: SimulatorContext) async -> Response {
        do {
            if request.uri.path == messagePath || request.uri.path == authenticatePath {
                return try await gateway(request, context)
            }
            if let response = try await files.respond(to: request, context) { return response }
            if request.uri.path.hasPrefix(simulator.settings.gatewayPath + "/") { return unsimulated(request) }
            if request.uri.path.hasPrefix(IdentityResponder.path) {
                return try await identity.respond(to: request, base: simulator.baseURL)
            }
            if request.uri.path == MerchantSessionResponder.path {
                return try await sessions.respond(to: request, context)
            }
            return try await control.respond(to: request, context: context)
        } catch let problem as BodyProblem {
            return Response(refusing: problem.status, problem.code, problem.reason)
        } catch is CancellationError {
            return Response(refusing: .serviceUnavailable, "stopping", "the simulator is stopping")
        } catch {
            context.logger.warning("request failed", metadata: ["error": "\(error)"])
            return Response(refusing: .internalServerError, "internal", "\(error)")
        }
    }

    private func gateway(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        guard request.method == .post else {
            return Response(refusing: .methodNotAllowed, "wrong-method", "messages are posted: POST \(messagePath)")
        }
        let body = try await request.bytes(upTo: simulator.settings.largestBody)
        var posted = GatewayRequest(request.headers, body: Array(body.readableBytesView))
        posted.isAuthentication = request.uri.path == authenticatePath
        let answer = try await simulator.gateway.answer(posted)
        switch answer {
        case .taken(let answer): return answer.map { Response(status: .ok, json: $0) } ?? Response(status: .ok)
        case .refused(let refusal): return Response(status: .init(code: refusal.status), json: refusal.json)
        case .dropped:
            try? await context.channel.close()
            return Response(status: .ok)
        }
    }

    private func unsimulated(_ request: Request) -> Response {
        let simulated = ["message", "authenticate", "preUpload", "preDownload", "decodePayload"]
            .map { "`\(simulator.settings.gatewayPath)/\($0)`" }.joined(separator: ", ")
        return Response(
            refusing: .notFound, "not-simulated", "`\(request.uri.path)` is not simulated; \(simulated) are")
    }
}

extension GatewayRequest {
    init(_ headers: HTTPFields, body: [UInt8]) {
        self.body = body
        for field in headers {
            switch field.name {
            case .authorization: authorization = field.value
            case .messageID: id = field.value
            case .sourceID: source = field.value
            case .destinationID: destination = field.value
            case .autoReply: autoReply = field.value.lowercased() == "true"
            case .includesDataReference: wantsDataReference = field.value.lowercased() == "true"
            default: break
            }
        }
    }
}

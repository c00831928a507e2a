import Channels
import HTTPTypes
import Hummingbird
import JSON

/// The endpoint at which businesses request merchant sessions: `POST /paymentservices/paymentSession`.
struct MerchantSessionResponder: Sendable {
    static let path = "/paymentservices/paymentSession"
    private static let largestBody = 64 * 1024

    let simulator: AppleSimulator

    /// Responds to one request, subject to the active faults.
    func respond(to request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = simulator.faults.strike(.merchantSession, nil)
        if case .delay(let length) = fault { try await simulator.clock.pause(length) }
        let answer: Answer? =
            switch fault {
            case .dropBefore: nil
            case .status(let status): Answer(status, "an injected fault responds \(status)")
            default: try await answer(request)
            }
        if case .lateAnswer(let length) = fault { try await simulator.clock.pause(length) }
        log(answer, fault)
        guard let answer, fault != .dropAfter else {
            try? await context.channel.close()
            return Response(status: .ok)
        }
        return Response(status: .init(code: answer.status), json: answer.json)
    }

    private func answer(_ request: Request) async throws -> Answer {
        guard request.method == .post else { return Answer(405, "sessions are requested with POST") }
        let body: ByteBuffer
        do throws(BodyProblem) {
            body = try await request.bytes(upTo: Self.largestBody)
        } catch {
            return Answer(error.status.code, error.reason)
        }
        let wanted: MerchantSessionRequest
        do {
            wanted = try MerchantSessionRequest(checking: try JSONValue(parsing: body.readableBytesView))
        } catch {
            return Answer(400, "\(error)")
        }
        let validationError = simulator.settings.merchantCertificate?.validationError(about: wanted.merchant) { name in
            HTTPField.Name(name).flatMap { request.headers[$0] }
        }
        if let validationError { return Answer(417, validationError) }
        return Answer(status: 200, json: simulator.merchants.open(wanted), reason: nil)
    }

    private func log(_ answer: Answer?, _ fault: FaultRule.Kind?) {
        var entry = WireLogEntry(at: simulator.clock.now, .merchantSession)
        entry.status = answer?.status
        entry.reason = answer?.reason
        entry.fault = fault?.word
        simulator.wireLog.add(entry)
    }

    private struct Answer {
        let status: Int
        let json: JSONValue
        let reason: String?

        init(status: Int, json: JSONValue, reason: String?) {
            self.status = status
            self.json = json
            self.reason = reason
        }

        /// Creates a refusal in Apple's format.
        init(_ status: Int, _ reason: String) {
            let json: JSONValue = ["statusMessage": .string(reason), "statusCode": .string(String(status))]
            self.init(status: status, json: json, reason: reason)
        }
    }
}

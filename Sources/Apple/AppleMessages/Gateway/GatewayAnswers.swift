import Channels
import CurlClient
import Expressions

/// Interprets the gateway's responses (developer.apple.com, Sending Messages: 200, 400, 401, 403, 404 and 500; the
/// other statuses are those of any server).
struct GatewayAnswers: Sendable {
    private let trust = KeyTrust()

    /// Returns when the message was accepted; throws otherwise.
    func read(_ response: HTTPResponse, of customer: String) throws(DeliveryFailure) {
        if (200..<300).contains(response.status) { return trust.accept(customer) }
        let reason = "Apple responded \(response.status)\(complaint(response, of: customer))"
        switch response.status {
        case 300..<400: throw .stopSending("\(reason): the gateway has moved; check `apple.gateway`")
        case 401: throw .stopSending("\(reason): Apple rejected our token; check `apple.msp_id` and `apple.secret`")
        case 403: throw refused(reason, customer)
        case 408, 425, 429, 500...: throw .tryAgain(reason, after: retryAfter(response))
        default: throw .giveUp(reason)
        }
    }

    private func refused(_ reason: String, _ customer: String) -> DeliveryFailure {
        switch trust.refuse(customer) {
        case .wait: .tryAgain(reason)
        case .gone: .giveUp("\(reason): the customer has closed the conversation")
        case .key:
            .stopSending(
                "\(reason) for several customers; check `apple.msp_id`, `apple.secret` and the machine's clock")
        }
    }

    /// Returns the response's explanation, shortened to one line, and without the customer's id because it is logged.
    private func complaint(_ response: HTTPResponse, of customer: String) -> String {
        let text = String(decoding: response.body.prefix(2_000), as: UTF8.self)
            .replacing(customer, with: "…").replacing(customer.replacing("/", with: "\\/"), with: "…")
            .split(whereSeparator: \.isNewline).joined(separator: " ")
        return text.isEmpty ? "" : " (\(text.prefix(300)))"
    }

    private func retryAfter(_ response: HTTPResponse) -> TimeLength? {
        response.secondsUntilRetry.map { .seconds($0) }
    }
}

extension DeliveryFailure {
    /// The delivery failure of a request without a response.
    init(_ failure: HTTPFailure) {
        switch failure {
        case .untrusted, .refusedAddress:
            self = .stopSending("Apple's gateway cannot be trusted: \(failure); check `apple.gateway`")
        case .badRequest: self = .giveUp("the message cannot be sent: \(failure)")
        case .unreachable, .interrupted, .timedOut, .badRedirect, .tooLarge, .notSaved, .cancelled, .stopped:
            self = .tryAgain("no response of Apple's gateway: \(failure)")
        }
    }
}

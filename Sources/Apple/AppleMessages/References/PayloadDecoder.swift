import Channels
import CurlClient
import JSON

/// Asks Apple to decode the data of a reply (Interactive Message Types, Receive Large Interactive Data Payloads).
struct PayloadDecoder: Sendable {
    /// The outcome of decoding.
    enum Outcome: Sendable, Equatable {
        case decoded([UInt8])
        /// A retry may succeed; the reason is for logs.
        case again(String)
        case refused(status: Int)
    }

    let gateway: String
    let token: GatewayToken
    let client: CurlClient
    let clock: any WallClock
    let patience: Duration

    func decode(_ payload: [UInt8], bid: String, for business: String) async -> Outcome {
        var request = HTTPRequest("POST", gateway + "/decodePayload")
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(token.token(at: clock.now))"),
            HTTPHeader(name: "Content-Type", value: "application/octet-stream"),
            HTTPHeader(name: "source-id", value: business),
            HTTPHeader(name: "bid", value: bid),
        ]
        request.body = .bytes(payload)
        request.timeout = patience
        request.responseLimit = AppleReferences.largestAnswer
        request.repeatable = true
        return await outcome(of: request)
    }

    private func outcome(of request: HTTPRequest) async -> Outcome {
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            switch response.status {
            case 200..<300: return .decoded(response.body)
            case 408, 425, 429, 500...: return .again("Apple responded \(response.status)")
            default: return .refused(status: response.status)
            }
        } catch {
            if case .badRequest = error { return .refused(status: 400) }
            return .again("no response: \(error)")
        }
    }
}

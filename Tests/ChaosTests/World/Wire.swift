import Channels
import Concurrency
import CurlClient
import Expressions
import JSON

/// Answers the HTTP requests of one process without a network: Apple's gateway for merchant sessions, and the provider
/// with which customers sign in.
struct Wire: HTTPSender {
    let pulse: Pulse
    let outside: Outside

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard !pulse.isOver else { throw .stopped }
        if outside.behaviour.isAway(outside.chance) {
            outside.tell("\(request.url) answers 503")
            return HTTPResponse(status: 503)
        }
        if request.url.hasSuffix("/token") { return try token(request) }
        return request.url.hasSuffix("/userinfo") ? userinfo(request) : session()
    }

    // The provider with which customers sign in.

    /// A code is valid once (RFC 6749, section 4.1.2).
    private func token(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        guard case .bytes(let bytes)? = request.body else { return HTTPResponse(status: 400) }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: "&")
        let code = fields.first { $0.hasPrefix("code=") }.map { String($0.dropFirst(5)) } ?? ""
        guard pulse.touchWorld() else { throw .stopped }
        let customer = outside.use(code)
        guard let customer else { return answer(400, ["error": "invalid_grant"]) }
        if outside.behaviour.losesAnswer(outside.chance) {
            outside.tell("the provider takes the code of \(customer), and nobody hears it")
            throw .interrupted("the line broke")
        }
        return answer(
            200, ["access_token": .string(Story.plate(of: customer)), "token_type": "Bearer", "expires_in": 3_600])
    }

    /// Each customer's name is the word that must stay private.
    private func userinfo(_ request: HTTPRequest) -> HTTPResponse {
        let token = request.headers.first { $0.name == "Authorization" }?.value.dropFirst("Bearer ".count) ?? ""
        return answer(200, ["name": .string(String(token))])
    }

    private func answer(_ status: Int, _ json: JSONValue) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(json.bytes))
    }

    // Apple's gateway.

    /// A session that is valid for five minutes.
    private func session() -> HTTPResponse {
        let end = outside.clock.now + .minutes(5)
        let json: JSONValue = ["merchantSessionIdentifier": "S", "expiresAt": .int(end.milliseconds)]
        return answer(200, json)
    }
}

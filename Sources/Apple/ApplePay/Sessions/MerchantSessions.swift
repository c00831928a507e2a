public import Channels
public import CurlClient
import Expressions
import JSON

/// Requests merchant sessions from Apple, authenticated with the merchant's certificate (Apple Pay on the Web,
/// Requesting an Apple Pay Payment Session).
public struct MerchantSessions: Sendable {
    private let client: any HTTPSender
    private let clock: any WallClock
    private let allowsPrivateAddresses: Bool
    private let authorityFile: String?
    private let timeout: Duration

    /// - Parameters:
    ///   - allowsPrivateAddresses: whether a gateway may have a private address; plain `http` to it is then allowed as
    ///     well.
    ///   - authorityFile: a PEM file with the certificate authorities to trust in place of the system's.
    ///   - timeout: the time limit for Apple's response.
    public init(
        client: any HTTPSender, clock: any WallClock, allowsPrivateAddresses: Bool, authorityFile: String? = nil,
        timeout: Duration = .seconds(15)
    ) {
        self.client = client
        self.clock = clock
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.authorityFile = authorityFile
        self.timeout = timeout
    }

    /// Returns a session for one payment.
    ///
    /// - Throws: when there is no session; the error states whether a retry may succeed, and what an operator can do
    ///   about it.
    public func session(for request: SessionRequest) async throws(DeliveryFailure) -> MerchantSession {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(try http(request))
        } catch {
            throw error.deliveryFailure(of: request)
        }
        guard response.status == 200 else { throw refusal(response, of: request) }
        guard let json = try? JSONValue(parsing: response.body), let object = json.object, !object.isEmpty else {
            throw .giveUp("Apple's gateway returned no session for the merchant `\(request.identifier)`")
        }
        return MerchantSession(json: json, receivedAt: clock.now)
    }

    private func http(_ request: SessionRequest) throws(HTTPFailure) -> HTTPRequest {
        let base = request.gateway.hasSuffix("/") ? String(request.gateway.dropLast()) : request.gateway
        let isEncrypted = base.lowercased().hasPrefix("https:")
        guard isEncrypted || allowsPrivateAddresses else { throw .badRequest("`gateway` is not `https`") }
        var http = HTTPRequest("POST", "\(base)/paymentservices/paymentSession")
        http.headers = [
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "Accept", value: "application/json"),
        ]
        http.body = .bytes(request.json.bytes)
        http.clientCertificate = request.certificate
        http.authorityFile = authorityFile
        http.timeout = timeout
        http.responseLimit = 256 << 10
        http.destinations = allowsPrivateAddresses ? isEncrypted ? .anywhere : .privateOnly : .publicOnly()
        // An unused session does no harm.
        http.repeatable = true
        return http
    }

    private func refusal(_ response: HTTPResponse, of request: SessionRequest) -> DeliveryFailure {
        let said =
            (try? JSONValue(parsing: response.body))?["statusMessage"]?.string.map { ": \($0.prefix(200))" } ?? ""
        let whole = "Apple's gateway rejected the merchant `\(request.identifier)` with \(response.status)\(said)"
        if response.status >= 500 || response.status == 429 { return .tryAgain(whole) }
        return .giveUp("\(whole); \(request.advice(about: response.status))")
    }
}

extension SessionRequest {
    /// The maximum length of the display name, in bytes of UTF-8.
    ///
    /// Apple's page says "64 or fewer UTF-8 characters", which may mean characters or bytes; a name of 64 bytes is right
    /// either way (Apple Pay on the Web, "Requesting an Apple Pay Payment Session").
    private static let longestName = 64

    /// The display name, shortened to whole characters that fit.
    private var shortName: String {
        var name = displayName
        while name.utf8.count > Self.longestName { name.removeLast() }
        return name
    }

    /// The body of the request; the context is the address of this server's payment gateway.
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "merchantIdentifier": .string(identifier),
            "displayName": .string(shortName),
            "initiative": "messaging", "initiativeContext": .string(paymentGateway),
        ]
        object.set("domainName", domain.map { .string($0) })
        return .object(object)
    }

    /// Returns what an operator can do about Apple's refusal.
    fileprivate func advice(about status: Int) -> String {
        if certificate == nil { return "it has no `certificate` and `key` in Config/services.yaml" }
        return switch status {
        case 400, 401, 403: "is its `certificate` the merchant identity certificate of this merchant, and not expired?"
        case 404: "is its `gateway` right?"
        default: "are its `identifier`, `display_name` and `domain` as registered with Apple?"
        }
    }
}

extension HTTPFailure {
    /// Returns the delivery failure of a message without a session.
    fileprivate func deliveryFailure(of request: SessionRequest) -> DeliveryFailure {
        let whole = "there is no session for the merchant `\(request.identifier)`: \(self)"
        return switch self {
        case .unreachable, .interrupted, .timedOut, .cancelled, .stopped: .tryAgain(whole)
        case .untrusted: .giveUp("\(whole); see its `certificate`, `key` and `gateway` in Config/services.yaml")
        case .refusedAddress, .badRedirect, .tooLarge, .notSaved, .badRequest:
            .giveUp("\(whole); see its `gateway` in Config/services.yaml")
        }
    }
}

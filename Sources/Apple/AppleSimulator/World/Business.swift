public import Expressions
import Foundation

/// A business with an account at the simulated Apple, and the Messaging Service Provider (MSP) that acts for it.
public struct Business: Sendable, Hashable {
    public let id: BusinessID
    /// The id of the MSP: `iss` of its tokens, `aud` of Apple's.
    public let mspID: String
    /// The secret that the MSP shares with Apple, with which both sign their tokens.
    public let secret: [UInt8]
    /// The address that the MSP registered, without a trailing slash; webhooks are posted to this address + `/message`.
    public let webhook: String
    public let audience: Audience
    public let redelivery: Redelivery?
    /// The registered sign-in of its customers; `nil` when there is none.
    public internal(set) var signIn: SignIn?
    /// The folder of the project whose flows the MSP runs, so that its tools recognise it; `nil` when it is not known.
    public let project: String?

    /// A business's registration for its customers' sign-ins (Apple Business Register).
    public struct SignIn: Sendable, Hashable {
        /// The provider's authorisation endpoint.
        public let authorize: String
        /// The client id of the business at the provider.
        public let client: String

        public init(authorize: String, client: String) {
            self.authorize = authorize
            self.client = client
        }
    }

    /// The form of `aud`; Apple writes either (developer.apple.com, "Authorizing Messages").
    public enum Audience: String, Sendable, CaseIterable {
        case string
        case list
    }

    /// The retries of a webhook that received no 2xx, under the same id. Apple has not published its policy; without
    /// this setting a webhook is posted once.
    public struct Redelivery: Sendable, Hashable {
        /// The number of posts after the first.
        public let attempts: Int
        /// The delay between two posts, on the simulator's clock.
        public let wait: TimeLength

        public init(attempts: Int, wait: TimeLength) {
            self.attempts = attempts
            self.wait = wait
        }
    }

    /// - Parameters:
    ///   - secret: base64, as Apple's register shows it; at least 32 bytes.
    ///   - webhook: an `http` or `https` address.
    /// - Throws: `SimulatorRefusal` that names the part and its expected form.
    public init(
        id: BusinessID, mspID: String, secret: String, webhook: String, audience: Audience = .string,
        redelivery: Redelivery? = nil, signIn: SignIn? = nil, project: String? = nil
    ) throws(SimulatorRefusal) {
        try id.check("id")
        guard !mspID.isEmpty else { throw .invalid("msp_id: this is the id of the MSP and cannot be empty") }
        guard let bytes = Data(base64Encoded: secret), bytes.count >= 32 else {
            throw .invalid(
                "secret: expected at least 32 bytes in base64, as `openssl rand -base64 32` makes them")
        }
        if let redelivery, !(1...100).contains(redelivery.attempts) || redelivery.wait < .zero {
            throw .invalid("redelivery: `attempts` goes from 1 to 100, and `wait` is not negative")
        }
        self.id = id
        self.mspID = mspID
        self.secret = Array(bytes)
        self.webhook = try Self.base(of: webhook)
        self.audience = audience
        self.redelivery = redelivery
        self.signIn = signIn
        self.project = project
    }

    private static func base(of address: String) throws(SimulatorRefusal) -> String {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
        else {
            throw .invalid(
                "webhook: `\(address)` is not the base of an address, such as `http://127.0.0.1:8080`; "
                    + "`/message` is added to it")
        }
        return String(address.reversed().drop { $0 == "/" }.reversed())
    }
}

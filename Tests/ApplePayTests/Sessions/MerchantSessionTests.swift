import Channels
import Concurrency
import CurlClient
import Expressions
import FlowModel
import JSON
import Testing

@testable import ApplePay

/// Merchant sessions over mutual TLS, against the distribution's nginx.
@Suite(.strictGateway, .timeLimit(.minutes(10)))
struct MerchantSessionTests {
    private static let now = Moment(seconds: 1_525_722_894)
    private static let paymentGateway = "https://bot.example.com/apple-pay/3q2-7w/payment-gateway"

    @Test func `Apple is asked as it wants to be, by the merchant's certificate`() async throws {
        let session = try await session("ok")
        #expect(session.json["method"] == "POST")
        #expect(session.json["by"] == "CN=merchant")
        #expect(
            session.json["asked"] == [
                "merchantIdentifier": "merchant.example.shop", "displayName": "The Shop", "initiative": "messaging",
                "initiativeContext": .string(Self.paymentGateway), "domainName": "shop.example",
            ])
        #expect(session.expires == Moment(milliseconds: 1_525_730_094_057))
    }

    @Test func `without a name and a domain of its own a merchant has the bot's name`() async throws {
        var merchant = try merchant("ok")
        merchant.displayName = nil
        merchant.domain = nil
        let asked = try await session(of: merchant, business: String(repeating: "é", count: 70)).json["asked"]
        #expect(asked?["displayName"]?.string == String(repeating: "é", count: 32), "64 bytes")
        #expect(asked?["domainName"] == nil)
    }

    @Test(arguments: [
        ("merchant", "impostor"), ("nowhere", "nowhere"),
    ]) func `a certificate that is of no use is given up, with what to look at`(
        _ name: String, _ key: String
    ) async throws {
        let failure = await failure("ok", certificate: try gateway().certificate(name, key: key))
        #expect(failure?.kind == "give up")
        #expect(failure?.description.contains("see its `certificate`, `key` and `gateway`") ?? false)
    }

    @Test func `the certificate of another authority is given up, with what to look at`() async throws {
        let failure = await failure("ok", certificate: try gateway().certificate("impostor"))
        #expect(failure?.kind == "give up")
        #expect(failure?.description.contains("is its `certificate` the merchant identity certificate") ?? false)
    }

    @Test func `without a certificate Apple says no`() async throws {
        let failure = await failure("ok", certificate: nil)
        #expect(failure?.kind == "give up")
        #expect(failure?.description.contains("it has no `certificate` and `key`") ?? false)
    }

    @Test(arguments: [
        ("down", "try again", "503"), ("busy", "try again", "429"),
        ("strange", "give up", "417: merchantId is not registered; are its `identifier`"),
        ("refused", "give up", "400: no; is its `certificate`"), ("missing", "give up", "404; is its `gateway` right?"),
        ("elsewhere", "give up", "302"), ("empty", "give up", "returned no session"),
        ("nothing", "give up", "returned no session"),
        ("list", "give up", "returned no session"),
    ]) func `what Apple answers decides whether it is worth asking again`(
        _ answer: String, _ kind: String, _ words: String
    ) async throws {
        let failure = await failure(answer, certificate: try gateway().certificate())
        #expect(failure?.kind == kind)
        #expect(failure?.description.contains(words) ?? false, "\(failure?.description ?? "")")
    }

    @Test func `an answer that does not come in time is asked for again`() async throws {
        let failure = await failure(
            "slow", certificate: try gateway().certificate(), timeout: .milliseconds(300))
        #expect(failure?.kind == "try again")
    }

    @Test func `a server that is not Apple's by its certificate gets nothing`() async throws {
        let sessions = MerchantSessions(
            client: CurlClient(), clock: TurnableClock(standingAt: Self.now), allowsPrivateAddresses: true)
        await #expect(throws: DeliveryFailure.self) { _ = try await sessions.session(for: try request("ok")) }
    }

    @Test func `private addresses and plain HTTP are asked only when that is allowed`() async throws {
        for base in [try gateway().plainBase("ok"), try gateway().base("ok")] {
            var merchant = try merchant("ok")
            merchant.gateway = base
            let request = SessionRequest(
                merchant, business: "Shop", paymentGateway: Self.paymentGateway, certificate: nil)
            let strict = try sessions(allowsPrivateAddresses: false)
            let failure = await #expect(throws: DeliveryFailure.self) { _ = try await strict.session(for: request) }
            #expect(failure?.kind == "give up")
        }
        var merchant = try merchant("ok")
        merchant.gateway = try gateway().plainBase("ok")
        let request = SessionRequest(merchant, business: "Shop", paymentGateway: Self.paymentGateway, certificate: nil)
        #expect(try await sessions().session(for: request).json["by"] == "")
    }

    @Test(arguments: [
        ("1525730094057", 1_525_730_094_057), ("1525730094", 1_525_730_094_000), ("\"1525730094\"", 1_525_730_094_000),
        ("\"1525730094057\"", 1_525_730_094_057), ("null", 1_525_722_894_000 + 300_000),
        ("\"soon\"", 1_525_722_894_000 + 300_000), ("-5", 1_525_722_894_000 + 300_000),
        ("99999999999999999", 1_525_722_894_000 + 300_000),
    ]) func `the end of a session is read in seconds and in milliseconds, and is five minutes when nobody says`(
        _ written: String, _ milliseconds: Int
    ) throws {
        let json = try JSONValue(parsing: #"{"nonce":"1","expiresAt":\#(written)}"#)
        #expect(MerchantSession(json: json, receivedAt: Self.now).expires == Moment(milliseconds: milliseconds))
    }

    @Test func `Apple's own sample ends when it says`() throws {
        let session = MerchantSession(json: try Fixtures.json("merchant-session"), receivedAt: Self.now)
        #expect(session.expires == Moment(milliseconds: 1_525_730_094_057))
    }

    // Requests.

    private func gateway() throws -> StrictGateway { try #require(StrictGateway.current) }

    private func merchant(_ answer: String) throws -> Merchant {
        var merchant = Merchant(name: "shop")
        merchant.identifier = "merchant.example.shop"
        merchant.displayName = "The Shop"
        merchant.domain = "shop.example"
        merchant.gateway = try gateway().base(answer)
        return merchant
    }

    private func request(_ answer: String) throws -> SessionRequest {
        SessionRequest(
            try merchant(answer), business: "Shop", paymentGateway: Self.paymentGateway,
            certificate: try gateway().certificate())
    }

    private func sessions(
        allowsPrivateAddresses: Bool = true, timeout: Duration = .seconds(120)
    ) throws -> MerchantSessions {
        MerchantSessions(
            client: CurlClient(), clock: TurnableClock(standingAt: Self.now),
            allowsPrivateAddresses: allowsPrivateAddresses, authorityFile: try gateway().authority, timeout: timeout)
    }

    private func session(_ answer: String) async throws -> MerchantSession {
        try await sessions().session(for: try request(answer))
    }

    private func session(of merchant: Merchant, business: String) async throws -> MerchantSession {
        let request = SessionRequest(
            merchant, business: business, paymentGateway: Self.paymentGateway,
            certificate: try gateway().certificate())
        return try await sessions().session(for: request)
    }

    private func failure(
        _ answer: String, certificate: HTTPRequest.ClientCertificate?, timeout: Duration = .seconds(120)
    ) async -> DeliveryFailure? {
        await #expect(throws: DeliveryFailure.self) {
            var request = try request(answer)
            request.certificate = certificate
            _ = try await sessions(timeout: timeout).session(for: request)
        }
    }
}

extension DeliveryFailure {
    /// The name of the case, for tables.
    fileprivate var kind: String {
        switch self {
        case .tryAgain: "try again"
        case .giveUp: "give up"
        case .stopSending: "stop sending"
        }
    }
}

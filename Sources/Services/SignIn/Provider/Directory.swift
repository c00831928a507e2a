import Channels
import Expressions
import FlowModel
import JSON

/// The published metadata of one provider: its addresses and its signing keys, cached and refreshed.
actor Directory {
    private let provider: SignInProvider
    private let http: ProviderHTTP
    private let clock: any WallClock
    private var addresses: Remembered<ProviderAddresses>?
    private var keys: Remembered<[SigningKey]>?
    /// One fetch at a time: concurrent callers wait for it.
    private var addressFetch: Task<Result<ProviderAddresses, SignInFailure>, Never>?
    private var keyFetch: Task<Result<[SigningKey], SignInFailure>, Never>?

    private struct Remembered<Value: Sendable> {
        let value: Value
        let at: Moment
    }

    /// Addresses rarely change; keys do, and an unknown one triggers a fetch at once.
    private static let addressLife = TimeLength.hours(24)
    private static let keyLife = TimeLength.hours(6)
    /// The minimum interval between fetches, whichever keys tokens name: forged tokens must not trigger constant
    /// fetching.
    private static let pause = TimeLength.minutes(1)
    private static let mostKeys = 50

    init(_ provider: SignInProvider, http: ProviderHTTP, clock: any WallClock) {
        self.provider = provider
        self.http = http
        self.clock = clock
    }

    /// The provider's addresses. Outdated ones are used while new ones cannot be fetched.
    func currentAddresses() async throws(SignInFailure) -> ProviderAddresses {
        guard let discovery = provider.discovery else {
            return ProviderAddresses(
                authorize: provider.authorize ?? "", token: provider.token ?? "",
                userinfo: provider.userinfo)
        }
        if let addresses, clock.now - addresses.at < Self.addressLife { return addresses.value }
        let fetch = addressFetch ?? Task { await Self.fetchAddresses(of: discovery, http) }
        addressFetch = fetch
        let result = await fetch.value
        addressFetch = nil
        switch result {
        case .success(let value):
            addresses = Remembered(value: value, at: clock.now)
            return value
        case .failure(let failure):
            if let addresses { return addresses.value }
            throw failure
        }
    }

    private static func fetchAddresses(
        of issuer: String, _ http: ProviderHTTP
    ) async -> Result<ProviderAddresses, SignInFailure> {
        await Result { () async throws(SignInFailure) in
            let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
            let document = try await http.document(
                base + "/.well-known/openid-configuration", called: "the discovery document")
            return try ProviderAddresses(document, of: issuer, isAllowed: http.isAllowed)
        }
    }

    /// The signing keys.
    ///
    /// - Parameter isUnknown: whether a token names a key that is not in the cache, so that the keys should be fetched
    ///   again.
    func currentKeys(isUnknown: Bool = false) async throws(SignInFailure) -> [SigningKey] {
        if let keys {
            let age = clock.now - keys.at
            if age < (isUnknown ? Self.pause : Self.keyLife) { return keys.value }
        }
        guard let address = try await currentAddresses().keys else {
            throw .badAnswer("the provider publishes no keys")
        }
        let fetch = keyFetch ?? Task { [http] in await Self.fetchKeys(at: address, http) }
        keyFetch = fetch
        let result = await fetch.value
        keyFetch = nil
        switch result {
        case .success(let value):
            keys = Remembered(value: value, at: clock.now)
            return value
        case .failure(let failure):
            // Cached keys are used while new ones cannot be fetched, but not indefinitely.
            if let keys, !isUnknown, clock.now - keys.at < Self.addressLife { return keys.value }
            throw failure
        }
    }

    private static func fetchKeys(at address: String, _ http: ProviderHTTP) async -> Result<[SigningKey], SignInFailure>
    {
        await Result { () async throws(SignInFailure) in
            let document = try await http.document(address, called: "the list of keys")
            guard let keys = document["keys"]?.array else { throw .badAnswer("the list of keys has no `keys`") }
            return keys.prefix(mostKeys).compactMap { SigningKey($0) }
        }
    }
}

extension Result {
    /// The result of an asynchronous operation.
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

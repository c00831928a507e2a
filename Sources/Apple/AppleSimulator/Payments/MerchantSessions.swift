import Channels
import Crypto
import Expressions
import Foundation
import JSON
import Synchronization

/// Issues merchant sessions, and keeps them.
///
/// A session represents one transaction. It is opaque to the business, which passes it on unchanged.
final class MerchantSessions: Sendable {
    private struct State: Sendable {
        var life: TimeLength
        var sessions = BoundedLog<Kept>(countLimit: 10_000)
        /// The index of each session in `sessions`.
        var places: [String: Int] = [:]
    }

    private struct Kept: Sendable {
        let session: JSONValue
        let merchant: String
    }

    private static let signedFields: [String] = [
        "merchantIdentifier", "merchantSessionIdentifier", "initiative", "initiativeContext", "displayName", "nonce",
    ]

    private let clock: any WallClock
    private let usualLife: TimeLength
    private let state: Mutex<State>

    /// - Parameter life: the lifetime of a session.
    init(life: TimeLength, clock: any WallClock) {
        self.clock = clock
        usualLife = life
        state = Mutex(State(life: life))
    }

    /// The lifetime of sessions issued from now on.
    var life: TimeLength {
        get { state.withLock(\.life) }
        set { state.withLock { $0.life = newValue } }
    }

    /// Issues a session. (Interactive Message Types, "Sending an Apple Pay Payment Request", shows one.)
    func open(_ request: MerchantSessionRequest) -> JSONValue {
        let (now, identifier) = (clock.now, "PSH" + Self.random(32))
        let session: JSONValue = [
            "epochTimestamp": .int(now.milliseconds), "expiresAt": .int((now + life).milliseconds),
            "merchantSessionIdentifier": .string(identifier), "nonce": .string(Self.random(4).lowercased()),
            "merchantIdentifier": .string(Self.hash(of: request.merchant)),
            "displayName": .string(request.displayName), "signature": .string(Self.random(200).lowercased()),
            "initiative": "messaging", "initiativeContext": .string(request.context),
            "signedFields": .array(Self.signedFields.map { .string($0) }),
            "operationalAnalyticsIdentifier": .string("\(request.displayName):\(Self.random(32))"), "retries": 0,
        ]
        state.withLock { state in
            state.sessions.append(Kept(session: session, merchant: request.merchant))
            state.places[identifier] = state.sessions.lastNumber
            if state.places.count > 2 * state.sessions.countLimit {
                state.places = state.places.filter { $0.value >= state.sessions.firstNumber }
            }
        }
        return session
    }

    /// Checks that a payment matches its session: one that was issued here for it, is unchanged, and has not expired.
    func check(_ message: GatewayMessage) throws(ValidationError) {
        guard case .interactive(let bubble) = message.content, let payment = bubble.feature as? Payment else { return }
        try within("interactiveData.data.payment.merchantSession") { () throws(ValidationError) in try check(payment) }
    }

    private func check(_ payment: Payment) throws(ValidationError) {
        guard let identifier = payment.session["merchantSessionIdentifier"]?.string, let kept = kept(identifier) else {
            throw ValidationError("merchantSessionIdentifier", "this session was not issued here")
        }
        if let key = Self.difference(kept.session, payment.session) {
            throw ValidationError(key, "this differs from the issued session; pass sessions on unchanged")
        }
        guard kept.merchant == payment.request.merchant else {
            throw ValidationError("merchantIdentifier", "the session belongs to another merchant than the request")
        }
        guard kept.session["initiativeContext"]?.string == payment.endpoints.paymentGateway else {
            throw ValidationError(
                "initiativeContext", "this and `endpoints.paymentGatewayUrl` must be the same address")
        }
        guard let expires = payment.expires, expires > clock.now else {
            throw ValidationError("expiresAt", "the session has expired; request a new one")
        }
    }

    /// Removes all sessions, and restores the initial lifetime.
    func removeAll() {
        state.withLock { state in
            state.sessions.removeAll()
            state.places = [:]
            state.life = usualLife
        }
    }

    private func kept(_ identifier: String) -> Kept? {
        state.withLock { state in state.places[identifier].flatMap { state.sessions[$0] } }
    }

    private static func difference(_ given: JSONValue, _ passed: JSONValue) -> String? {
        guard let given = given.object, let passed = passed.object else { return "" }
        let keys = given.map(\.0) + passed.map(\.0)
        return keys.first { given[$0] != passed[$0] }
    }

    /// Returns a merchant's identifier as a hash, the only form in which Apple shows it.
    private static func hash(of merchant: String) -> String {
        Hexadecimal.text(Array(SHA256.hash(data: Data(merchant.utf8)))).uppercased()
    }

    private static func random(_ count: Int) -> String {
        Hexadecimal.text((0..<count).map { _ in UInt8.random(in: .min ... .max) }).uppercased()
    }
}

import Channels
import Concurrency
import CurlClient
import Expressions
import Gzip
import JSON

/// Posts customers' actions to the addresses of their businesses, as often as redelivery and faults require.
///
/// Source: Apple, MSP REST API, Incoming Messages: `POST` to the registered address + `/message`, the body compressed
/// with gzip, 30 seconds to respond.
final class WebhookSender: Sendable {
    private let client: CurlClient
    private let tokens: WebhookTokens
    private let world: World
    private let faults: Faults
    private let log: WireLog
    private let clock: any WallClock
    private let timeout: TimeLength
    private let authority: String?

    init(world: World, faults: Faults, log: WireLog, clock: any WallClock, settings: SimulatorSettings) {
        client = CurlClient(connectionsPerHost: settings.webhookConnections)
        tokens = WebhookTokens(world: world)
        timeout = settings.webhookTimeout
        authority = settings.webhookAuthority
        self.world = world
        self.faults = faults
        self.log = log
        self.clock = clock
    }

    func shutdown() async { await client.shutdown() }

    /// Posts `message` until it is accepted or its attempts are exhausted, followed by the second message of a fault,
    /// if there is one.
    ///
    /// - Parameter newID: returns the id of a second message, and the session of a second device.
    func post(
        _ message: WebhookMessage, from device: Device, newID: () -> String
    ) async throws -> [WebhookPost] {
        guard let business = world.business(device.description.business) else {
            throw SimulatorRefusal.notFound("there is no business `\(device.description.business)` any more")
        }
        if message.isTyping { return try await deliver(message, from: device, to: business, nil) }
        let lastTap = message.isTap ? device.taps.replace(with: message) : nil
        let fault = faults.strike(.webhook, device.customer.id) { kind in
            if kind.isOfFiles { return message.bringsFiles }
            if case .oldTap = kind { return lastTap != nil }
            return message.isTap || !kind.isOfTaps
        }
        if case .outOfOrder(let length) = fault { try await untilOvertaken(device.customer, atMost: length) }
        var posts = try await deliver(message, from: device, to: business, fault)
        device.customer.posted.change { $0 += 1 }
        if let (second, sender) = message.second(under: fault, from: device, lastTap: lastTap, newID: newID) {
            try await clock.pause(fault?.length ?? .zero)
            posts += try await deliver(second, from: sender, to: business, fault)
        }
        return posts
    }

    /// Returns when another message of the customer has been posted, or the time is over.
    private func untilOvertaken(_ customer: Customer, atMost length: TimeLength) async throws {
        let before = customer.posted.read { $0 }
        _ = try await clock.atMost(length) {
            try await customer.posted.first { $0 > before ? true : nil }
        }
    }

    private func deliver(
        _ message: WebhookMessage, from device: Device, to business: Business, _ first: FaultRule.Kind?
    ) async throws -> [WebhookPost] {
        let body = Gzip.compress(message.spoiled(by: first).json(from: device.description).bytes, level: 1)
        var posts: [WebhookPost] = []
        var fault = first
        let redelivery = message.isTyping ? nil : business.redelivery
        for attempt in 1...(1 + (redelivery?.attempts ?? 0)) {
            if attempt > 1, let redelivery {
                try await clock.pause(redelivery.wait)
                fault = faults.strike(.webhook, device.customer.id)
            }
            var post = WebhookPost(messageID: message.id, type: message.type, attempt: attempt, result: .failed(""))
            post.fault = fault?.word
            post.result = try await result(of: message, body, from: device, to: business, under: fault)
            log.add(entry(for: post, from: device))
            posts.append(post)
            if post.isTaken { break }
        }
        return posts
    }

    private func result(
        of message: WebhookMessage, _ body: [UInt8], from device: Device, to business: Business,
        under fault: FaultRule.Kind?
    ) async throws -> WebhookPost.Result {
        if fault == .dropBefore { return .failed("an injected fault prevented the request") }
        if case .delay(let length) = fault { try await clock.pause(length) }
        var skew = TimeLength.zero
        if case .clockSkew(let length) = fault { skew = length }
        let token = try tokens.token(for: business, now: clock.now + skew)
        let answer = await send(request(message, body, token, from: device.description, to: business))
        if case .lateAnswer(let length) = fault { try await clock.pause(length) }
        switch fault {
        case .dropAfter: return .failed("an injected fault dropped the response")
        case .status(let status): return .answered(status, body: [])
        default: return answer
        }
    }

    private func request(
        _ message: WebhookMessage, _ body: [UInt8], _ token: String, from device: SimulatedDevice, to business: Business
    ) -> HTTPRequest {
        var request = HTTPRequest("POST", business.webhook + "/message")
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(token)"),
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "Content-Encoding", value: "gzip"),
            HTTPHeader(name: "id", value: message.id),
            HTTPHeader(name: "source-id", value: device.customer.text),
            HTTPHeader(name: "destination-id", value: device.business.text),
            HTTPHeader(name: "capability-list", value: device.capabilityList),
            HTTPHeader(name: "device-agent", value: device.kind.agent),
        ]
        request.body = .bytes(body)
        request.timeout = .milliseconds(timeout.milliseconds)
        request.authorityFile = authority
        return request
    }

    private func send(_ request: HTTPRequest) async -> WebhookPost.Result {
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            return .answered(response.status, body: Array(response.body.prefix(4096)))
        } catch {
            return .failed(error.description)
        }
    }

    private func entry(for post: WebhookPost, from device: Device) -> WireLogEntry {
        var entry = WireLogEntry(at: clock.now, .webhook)
        entry.messageID = post.messageID
        entry.type = post.type
        entry.business = device.description.business
        entry.customer = device.customer.id
        entry.attempt = post.attempt
        entry.fault = post.fault
        switch post.result {
        case .answered(let status, _): entry.status = status
        case .failed(let reason): entry.reason = reason
        }
        return entry
    }
}

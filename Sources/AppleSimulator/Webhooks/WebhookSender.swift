import Channels
import CurlClient
import Expressions
import Gzip
import JSON

/// Posts what customers do to the addresses of their businesses, as often as redelivery and faults ask for.
///
/// Source: Apple, MSP REST API, Incoming Messages: `POST` to the registered address + `/message`, the body packed with
/// gzip, 30 seconds to answer.
final class WebhookSender: Sendable {
    private let client: CurlClient
    private let tokens: WebhookTokens
    private let world: World
    private let faults: Faults
    private let log: WireLog
    private let clock: any WallClock
    private let timeout: TimeLength

    init(world: World, faults: Faults, log: WireLog, clock: any WallClock, settings: SimulatorSettings) {
        client = CurlClient(connectionsPerHost: settings.webhookConnections)
        tokens = WebhookTokens(world: world)
        timeout = settings.webhookTimeout
        self.world = world
        self.faults = faults
        self.log = log
        self.clock = clock
    }

    func shutdown() async { await client.shutdown() }

    /// Posts `message` until it is taken or its attempts are used up; a doubled tap twice.
    ///
    /// - Parameter secondID: gives the second tap its id.
    func post(
        _ message: WebhookMessage, from device: Device, secondID: () -> String
    ) async throws -> [WebhookPost] {
        guard let business = world.business(device.description.business) else {
            throw SimulatorRefusal.notFound("there is no business `\(device.description.business)` any more")
        }
        let fault = message.isTyping ? nil : faults.strike(.webhook, device.customer.id, isTap: message.isTap)
        var posts = try await deliver(message, from: device, to: business, fault)
        if case .doubleTap(let after) = fault {
            try await clock.pause(after)
            posts += try await deliver(message.again(as: secondID()), from: device, to: business, fault)
        }
        return posts
    }

    private func deliver(
        _ message: WebhookMessage, from device: Device, to business: Business, _ first: FaultRule.Kind?
    ) async throws -> [WebhookPost] {
        let body = Gzip.compress(message.json(from: device.description).bytes, level: 1)
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
        if fault == .dropBefore { return .failed("a fault that was switched on kept it from being posted") }
        if case .delay(let length) = fault { try await clock.pause(length) }
        let answer = await send(try await request(message, body, from: device.description, to: business))
        switch fault {
        case .dropAfter: return .failed("a fault that was switched on lost the answer")
        case .status(let status): return .answered(status, body: [])
        default: return answer
        }
    }

    private func request(
        _ message: WebhookMessage, _ body: [UInt8], from device: SimulatedDevice, to business: Business
    ) async throws -> HTTPRequest {
        var request = HTTPRequest("POST", business.webhook + "/message")
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(try await tokens.token(for: business, now: clock.now))"),
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

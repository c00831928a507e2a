import AppleMessages
import ApplePay
import Channels
import ConversationRuntime
import HTTPTypes
import Hummingbird
import JSON
import Logging
import MessageModel
import ServerMetrics
import SignIn

/// `POST /message`: Apple's webhook for every inbound message.
///
/// It responds once all consequences of the message are stored. Apple waits 30 seconds for the response
/// (developer.apple.com, Messages Received).
struct MessageRoute: Sendable {
    let webhook: AppleWebhook
    let references: AppleReferences
    let conversations: Conversations
    /// Payments that are under way.
    let sheets: PaySheets
    /// Sign-ins that are under way.
    let signIns: SignIns
    let clock: any WallClock
    /// Returns why nothing can be stored at present, if that is known. Waiting for it to end would take longer than Apple and
    /// proxies wait, and delay what comes after it.
    let obstacle: @Sendable () -> String?
    let limit: WebhookLimit
    let outcomes: Counters<WebhookOutcome>
    let logger: Logger

    func handle(_ request: Request) async -> Response {
        if let response = await limit.withPermit({ await handleNow(request) }) { return response }
        outcomes.add(to: .turnedAway)
        return .later("too many messages at once; send it again")
    }

    private func handleNow(_ request: Request) async -> Response {
        do throws(WebhookRefusal) {
            return await answer(try await message(request))
        } catch {
            outcomes.add(to: .refused)
            logger.notice(
                "webhook rejected",
                metadata: metadata(
                    ["status": "\(error.status)", "reason": "\(error)"],
                    arrival: HTTPField.Name("id").flatMap { request.headers[$0] })
            )
            return .refusal(HTTPResponse.Status(code: error.status), "\(error)")
        }
    }

    private func message(_ request: Request) async throws(WebhookRefusal) -> PostedMessage {
        let headers = request.headers
        return try await webhook.message(
            now: clock.now, header: { headers.value(of: $0) },
            body: { () async throws(WebhookRefusal) in try await body(of: request) })
    }

    private func body(of request: Request) async throws(WebhookRefusal) -> [UInt8] {
        do throws(BodyProblem) {
            return try await request.bytes(upTo: AppleWebhook.largestBody)
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(error.reason)
            case .malformed, .lost: throw .malformed(error.reason)
            }
        }
    }

    private func answer(_ message: PostedMessage) async -> Response {
        let arrival = message.arrival
        if let obstacle = obstacle() { return failed(arrival, because: obstacle, at: .notice) }
        do {
            let receipt = try await receipt(of: message)
            let outcome = WebhookOutcome(receipt)
            outcomes.add(to: outcome)
            logger.debug(
                "webhook answered", metadata: ["arrival": "\(arrival.id)", "outcome": "\(outcome.rawValue)"])
            switch receipt {
            case .accepted: return .json(["outcome": "accepted"])
            case .repeated: return .json(["outcome": "repeated"])
            case .ignored(let reason): return .json(["outcome": "ignored", "reason": .string(reason)])
            }
        } catch {
            return failed(arrival, because: "\(error)", at: .retry(after: error))
        }
    }

    private func failed(_ arrival: Arrival, because reason: String, at level: Logger.Level) -> Response {
        outcomes.add(to: .failed)
        logger.log(
            level: level, "could not store a message", metadata: ["arrival": "\(arrival.id)", "reason": "\(reason)"])
        return .later("the message could not be stored; send it again")
    }

    /// Missing parts of a message are fetched before it is handled, unless the message is a repetition.
    private func receipt(of message: PostedMessage) async throws -> Receipt {
        if !message.isWhole, try await conversations.hasReceived(message.arrival) { return .repeated }
        let arrival = await references.completed(message)
        switch arrival.content {
        case .sheetClosed(let closed): try await sheets.hear(closed, in: arrival.conversation)
        case .heard(let heard):
            if try await isAwaited(heard, in: arrival.conversation) {
                return .ignored("the provider reports the outcome of a sign-in")
            }
            return try await sheets.whenTaken(in: arrival.conversation) { try await conversations.receive(arrival) }
        case .reaction, .opened, .closed, .passing: break
        }
        return try await conversations.receive(arrival)
    }

    /// Whether a device reports that its sign-in window has closed while the provider's result is still awaited.
    private func isAwaited(_ heard: Heard, in conversation: ConversationKey) async throws -> Bool {
        guard case .signIn(let reply) = heard, let question = reply.question else { return false }
        return try await signIns.isReturning(question, in: conversation)
    }

    /// Adds the caller's address and the webhook's id, if that is well-formed, to log metadata: the caller of a refused
    /// request may send anything as the id.
    private func metadata(_ metadata: Logger.Metadata, arrival id: String?) -> Logger.Metadata {
        var metadata = metadata
        metadata["from"] = RemoteAddress.current.map { "\($0)" }
        guard let id, (1...64).contains(id.utf8.count), id.utf8.allSatisfy(Self.belongsToIDs) else { return metadata }
        return metadata.merging(["arrival": "\(id)"]) { $1 }
    }

    private static func belongsToIDs(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension HTTPFields {
    /// The value of the header with this lower-case name; several headers are joined to a list (RFC 9110, 5.3). Every
    /// webhook reads a handful of them.
    fileprivate func value(of name: String) -> String? {
        var value: String?
        for field in self where field.name.canonicalName == name {
            value = value.map { "\($0), \(field.value)" } ?? field.value
        }
        return value
    }
}

extension Response {
    /// Returns a response that asks for the same message again in a second.
    fileprivate static func later(_ reason: String) -> Response {
        var response = refusal(.serviceUnavailable, reason)
        response.headers[.retryAfter] = "1"
        return response
    }
}

/// The outcome of a webhook, as a metric label.
enum WebhookOutcome: String, MetricLabel {
    case accepted
    case repeated
    case ignored
    /// It did not come from Apple, or could not be parsed.
    case refused
    /// It could not be stored; Apple may send it again.
    case failed
    /// Too many webhooks arrived at once; Apple may send it again.
    case turnedAway = "turned_away"
}

extension WebhookOutcome {
    init(_ receipt: Receipt) {
        switch receipt {
        case .accepted: self = .accepted
        case .repeated: self = .repeated
        case .ignored: self = .ignored
        }
    }
}

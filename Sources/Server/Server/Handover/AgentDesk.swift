import Channels
import ConversationRuntime
import Crypto
import CurlClient
import Expressions
import Foundation
import JSON
import Logging

/// Notifies an existing agent desk of conversations handed over to people, by a signed webhook.
///
/// The request is a `POST` of JSON with the header `Usher-Signature: t=<seconds since 1970>,v1=<hex>`, where `v1` is
/// the HMAC-SHA256 of `<t>.<body>` under the shared secret. The desk answers with any 2xx; until then the notice is
/// repeated, under the same `id`, for an hour after the event. Later notices of the same conversation wait for it.
struct AgentDesk: DeskNotifier {
    let settings: DeskSettings
    let store: any SessionStore
    let client: CurlClient
    let clock: any WallClock
    let logger: Logger

    /// The delay before each retry; the last one repeats.
    private static let waits: [TimeLength] = [.seconds(1), .seconds(4), .seconds(15), .minutes(1)]
    private static let patience = TimeLength.hours(1)
    /// The minimum time for retries of a notice that has waited behind others or while the server was stopped.
    private static let leastPatience = TimeLength.minutes(1)

    func notify(_ notice: DeskNotice, of conversation: ConversationKey) async throws(DeskFailure) {
        let end = max(notice.at ?? clock.now, clock.now - Self.patience + Self.leastPatience) + Self.patience
        var tries = 0
        while true {
            let reason: String
            switch await send(notice, of: conversation) {
            case .taken: return
            case .refused(let why): reason = why
            }
            let wait = Self.waits[min(tries, Self.waits.count - 1)]
            guard clock.now + wait < end else {
                logger.error(
                    "agent desk notice became a dead letter",
                    metadata: ["notice": "\(notice.id)", "reason": "\(reason)"])
                throw DeskFailure(reason)
            }
            logger.warning(
                "agent desk notice failed, retrying", metadata: ["notice": "\(notice.id)", "reason": "\(reason)"])
            tries += 1
            do { try await clock.sleep(until: clock.now + wait) } catch { throw DeskFailure("unreachable") }
        }
    }

    /// The desk's answer to a notice.
    private enum Answer {
        case taken
        case refused(String)
    }

    /// Sends the notice once.
    private func send(_ notice: DeskNotice, of conversation: ConversationKey) async -> Answer {
        var body: JSONObject = ["id": .string(notice.id)]
        for name in notice.fields.names {
            if let value = notice.fields[name]?.noticeJSON { body[name] = value }
        }
        if let session = try? await store.session(of: conversation) {
            body["handover"] = .int(Int(session.id.number))
        }
        body["customer"] = .string(conversation.customer)
        body["business"] = .string(conversation.business)
        body["channel"] = .string(conversation.channel)
        let bytes = JSONValue.object(body).bytes
        var request = HTTPRequest("POST", settings.address)
        request.headers = [
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "Usher-Signature", value: settings.signature(of: bytes, at: clock.now)),
        ]
        request.body = .bytes(bytes)
        request.timeout = .seconds(10)
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            return (200..<300).contains(response.status) ? .taken : .refused("HTTP status \(response.status)")
        } catch {
            return .refused("\(error)")
        }
    }
}

extension Value {
    /// The value in a notice: texts, and lists and records of them.
    fileprivate var noticeJSON: JSONValue? {
        switch self {
        case .text(let text): .string(text)
        case .list(let values): .array(values.compactMap(\.noticeJSON))
        case .record(let fields):
            .object(JSONObject(fields.names.compactMap { name in fields[name]?.noticeJSON.map { (name, $0) } }))
        default: nil
        }
    }
}

/// The address of an agent desk, and the secret shared with it.
public struct DeskSettings: Sendable {
    public var address: String
    /// Shared by all copies of these settings, so that a new secret applies everywhere.
    let shared: RotatingSecret

    public init(address: String, secret: String) {
        self.address = address
        shared = RotatingSecret(Data(secret.utf8))
    }

    func signature(of body: [UInt8], at now: Moment) -> String {
        let time = now.milliseconds / 1000
        var code = HMAC<SHA256>(key: SymmetricKey(data: shared.current))
        code.update(data: Data("\(time).".utf8))
        code.update(data: Data(body))
        return "t=\(time),v1=" + code.finalize().map { String(format: "%02x", $0) }.joined()
    }
}

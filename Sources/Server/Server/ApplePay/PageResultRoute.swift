import ApplePay
import Channels
import ConversationRuntime
import Crypto
import Expressions
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Logging
import MessageModel

/// `POST /pay/{id}/result`: a payment page of the business reports how a payment has ended.
///
/// The id cannot be guessed; the action that opened the page got the whole address. The body is JSON, `{"outcome":
/// "paid", "reference": "ch_1"}`, and signed with `pay.secret`: `Usher-Signature: t=<seconds since 1970>,v1=<hex>`, where
/// `v1` is the HMAC-SHA256 of `<t>.<body>`. A report counts once, however often it is repeated.
struct PageResultRoute: Sendable {
    let sheets: PaySheets
    /// `nil` when none is set: then nothing can be reported.
    let secret: RotatingSecret?
    let logger: Logger

    private static let largestBody = 16 << 10
    private static let patience = TimeLength.minutes(5)
    private static let signature = HTTPField.Name("Usher-Signature")

    func add(to router: Router<BasicRequestContext>) {
        router.post("pay/:id/result") { request, context in
            await answer(request, context.parameters.get("id") ?? "")
        }
    }

    private func answer(_ request: Request, _ id: String) async -> Response {
        guard let secret else { return refusal(.notFound, "`pay.secret` is not set on this server") }
        let bytes: [UInt8]
        do throws(BodyProblem) {
            bytes = try await request.bytes(upTo: Self.largestBody)
        } catch {
            return refusal(error.status, error.reason)
        }
        guard let header = Self.signature.flatMap({ request.headers[$0] }), isSigned(bytes, header, secret) else {
            return refusal(.unauthorized, "the signature is missing, wrong, or older than five minutes")
        }
        guard let json = try? JSONValue(parsing: bytes), let result = PageResult(json) else {
            let known = PageResult.Outcome.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            return refusal(.badRequest, "the body must be JSON with an `outcome`, which is one of \(known)")
        }
        do throws(SheetRefusal) {
            let state = try await sheets.end(result, at: id)
            return .json(["done": true, "state": .string(state.rawValue)])
        } catch {
            switch error {
            case .unknown: return refusal(.notFound, "there is no such payment")
            case .malformed(let reason): return refusal(.badRequest, reason)
            case .over: return refusal(.conflict, "this payment has already ended in another way")
            case .unavailable:
                var response = refusal(.serviceUnavailable, "the result could not be stored; try again")
                response.headers[.retryAfter] = "1"
                return response
            }
        }
    }

    private func isSigned(_ body: [UInt8], _ header: String, _ secret: RotatingSecret) -> Bool {
        var parts: [String: String] = [:]
        for part in header.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if sides.count == 2 { parts[sides[0]] = sides[1] }
        }
        guard let time = parts["t"].flatMap({ Int($0) }), let code = parts["v1"].flatMap({ Self.bytes(hex: $0) })
        else { return false }
        let age = sheets.clock.now - Moment(seconds: time)
        guard age < Self.patience, age > Self.patience * -1 else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Data("\(time).".utf8) + Data(body),
            using: SymmetricKey(data: secret.current))
    }

    private static func bytes(hex text: String) -> [UInt8]? {
        guard text.count.isMultiple(of: 2), text.count <= 128 else { return nil }
        let digits = Array(text)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return bytes.count * 2 == digits.count ? bytes : nil
    }

    private func refusal(_ status: HTTPResponse.Status, _ reason: String) -> Response {
        logger.notice("payment result rejected", metadata: ["status": "\(status.code)", "reason": "\(reason)"])
        return .refusal(status, reason)
    }
}

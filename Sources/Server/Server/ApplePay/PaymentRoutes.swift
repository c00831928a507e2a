import ApplePay
import Channels
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Logging

/// The routes that Apple calls while a customer pays, and the fallback page for devices without Apple Pay (Interactive
/// Message Types, Payment.ApplePayEndpoints Dictionary).
///
/// - `POST /apple-pay/{id}/payment-gateway`: the customer has authorised the payment.
/// - `POST /apple-pay/{id}/payment-method`, `/shipping-contact`, `/shipping-method`: the customer has changed a choice.
/// - `POST /apple-pay/{id}/order-tracking`: the order is complete.
/// - `GET /apple-pay/{id}/fallback`: the fallback page; `POST` submits its form.
struct PaymentRoutes: Sendable {
    let sheets: PaySheets
    let pages: PaymentPageRoutes
    let clock: any WallClock
    let logger: Logger
    private let limit = SheetCallLimit()

    /// A payment token has a few thousand bytes, and each line of an order a few hundred.
    static let largestBody = 256 << 10

    init(sheets: PaySheets, pages: PaymentPageRoutes, clock: any WallClock, logger: Logger) {
        self.sheets = sheets
        self.pages = pages
        self.clock = clock
        self.logger = logger
    }

    func add(to router: Router<BasicRequestContext>) {
        let routes = router.group("apple-pay/:id")
        post("payment-gateway", routes) { body, id throws(SheetRefusal) in try await sheets.pay(body, at: id).json }
        post("payment-method", routes) { body, id throws(SheetRefusal) in
            try await sheets.changeCard(body, at: id).json
        }
        post("shipping-contact", routes) { body, id throws(SheetRefusal) in
            try await sheets.changeContact(body, at: id).json
        }
        post("shipping-method", routes) { body, id throws(SheetRefusal) in
            try await sheets.changeShipping(body, at: id).json
        }
        post("order-tracking", routes) { body, id throws(SheetRefusal) in
            try await sheets.track(body, at: id)
            return [:]
        }
        pages.add(to: routes)
    }

    private func post(
        _ endpoint: String, _ routes: RouterGroup<BasicRequestContext>,
        _ work: @escaping @Sendable (JSONValue, String) async throws(SheetRefusal) -> JSONValue
    ) {
        routes.post("\(endpoint)") { request, context in
            await answer(request, context.parameters.get("id") ?? "", endpoint, work)
        }
    }

    private func answer(
        _ request: Request, _ id: String, _ endpoint: String,
        _ work: @Sendable (JSONValue, String) async throws(SheetRefusal) -> JSONValue
    ) async -> Response {
        let body: [UInt8]
        do throws(BodyProblem) {
            body = try await request.bytes(upTo: Self.largestBody)
        } catch {
            return refusal(error.status, error.reason, endpoint)
        }
        guard let json = try? JSONValue(parsing: body) else {
            return refusal(.badRequest, "the body is not JSON", endpoint)
        }
        let response = await limit.withPermit(id, at: clock.now) {
            do throws(SheetRefusal) {
                return Response.json(try await work(json, id))
            } catch {
                return refusal(error.status, error.reason, endpoint)
            }
        }
        return response ?? refusal(.tooManyRequests, "too many requests at once; try again", endpoint)
    }

    private func refusal(_ status: HTTPResponse.Status, _ reason: String, _ endpoint: String) -> Response {
        logger.notice(
            "pay sheet request rejected",
            metadata: ["endpoint": "\(endpoint)", "status": "\(status.code)", "reason": "\(reason)"])
        var response = Response.refusal(status, reason)
        if status == .tooManyRequests || status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        return response
    }
}

extension SheetRefusal {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .unknown: .notFound
        case .malformed: .badRequest
        case .over: .gone
        case .unavailable: .serviceUnavailable
        }
    }

    fileprivate var reason: String {
        switch self {
        case .unknown: "there is no such pay sheet"
        case .malformed(let reason): reason
        case .over: "this pay sheet is no longer open"
        case .unavailable: "the payment could not be read; try again"
        }
    }
}

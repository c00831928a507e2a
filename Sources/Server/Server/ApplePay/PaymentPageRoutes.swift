import ApplePay
import Foundation
import HTTPTypes
import Hummingbird

/// The fallback page for devices without Apple Pay: it leads to a page of the business, or says which devices can pay.
/// During development it takes the payment.
struct PaymentPageRoutes: Sendable {
    let sheets: PaySheets
    /// The name of the business, as pages show it.
    let business: @Sendable () -> String
    /// Whether the page accepts test cards; only during development.
    let hasTestCards: Bool
    /// Whether the public URL uses `https`.
    let isSecure: Bool

    private static let largestForm = 4_096

    func add(to routes: RouterGroup<BasicRequestContext>) {
        routes.get("fallback") { request, context in
            await page(context.parameters.get("id") ?? "", request)
        }
        routes.post("fallback") { request, context in
            await answer(context.parameters.get("id") ?? "", request)
        }
    }

    private func page(_ id: String, _ request: Request, _ end: TestCardEnd? = nil) async -> Response {
        let page = await sheets.page(at: id)
        let status: HTTPResponse.Status =
            switch page {
            case .order, .paid: .ok
            case .over: .gone
            case .unknown: .notFound
            case .later: .serviceUnavailable
            }
        return html(pages(request).page(page, end), status)
    }

    /// Handles a form of the page.
    private func answer(_ id: String, _ request: Request) async -> Response {
        let body: [UInt8]
        do throws(BodyProblem) {
            body = try await request.bytes(upTo: Self.largestForm)
        } catch {
            return .refusal(error.status, error.reason)
        }
        let fields = FormFields(String(decoding: body, as: UTF8.self))
        if fields["page"] != nil { return await businessPage(id, request) }
        guard hasTestCards else { return .refusal(.notFound, "this page accepts no form") }
        if fields["cancel"] != nil {
            await sheets.cancel(at: id)
            return await page(id, request)
        }
        guard let card = fields["card"], TestCard.all.contains(card) else {
            return .refusal(.badRequest, "there is no such test card")
        }
        return await page(id, request, await sheets.pay(with: card, at: id))
    }

    /// Leads to the page of the business. Only the form does, so that a link preview makes no call.
    private func businessPage(_ id: String, _ request: Request) async -> Response {
        let page = await sheets.page(at: id)
        guard case .order(let order) = page, order.hasPage else { return await self.page(id, request) }
        guard let address = await sheets.businessPage(at: id) else {
            return html(pages(request).page(.later), .serviceUnavailable)
        }
        return Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    private func pages(_ request: Request) -> PaymentPages {
        PaymentPages(
            business: business(), languages: request.headers[.acceptLanguage] ?? "",
            cards: hasTestCards ? TestCard.all : [])
    }

    private func html(_ page: String, _ status: HTTPResponse.Status) -> Response {
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        response.headers[.cacheControl] = "no-store"
        for (name, value) in PaymentPages.headers(isSecure: isSecure) { response.headers[name] = value }
        return response
    }
}

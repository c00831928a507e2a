public import Channels
public import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import Foundation
public import MessageModel

/// Opens pay sheets: records the payment, and requests a merchant session from Apple just before the message is sent.
public struct PaymentSheetFactory: Sendable {
    let merchants: MerchantRegistry
    let sessions: MerchantSessions
    let store: any PaymentStore
    let clock: any WallClock
    private let publicURL: String?
    /// Opens pages of the business; `nil` where there are none.
    public var pages: BusinessPages?
    /// Generates names of sheets; random unless the caller needs reproducible ones.
    var newName: @Sendable () -> SheetName = { .random() }

    /// How long the page of a link can be used.
    static let linkLife = TimeLength.hours(24)

    /// - Parameters:
    ///   - merchants: the merchants of `Config/services.yaml`.
    ///   - publicURL: the address under which Apple and browsers reach this server, without a trailing slash; `nil`
    ///     when it is not known.
    public init(
        merchants: MerchantRegistry, sessions: MerchantSessions, store: any PaymentStore, publicURL: String?,
        clock: any WallClock
    ) {
        self.merchants = merchants
        self.sessions = sessions
        self.store = store
        self.publicURL = publicURL
        self.clock = clock
    }

    private func endpoints(_ name: SheetName) throws(DeliveryFailure) -> SheetEndpoints {
        guard let publicURL else {
            throw .giveUp("payments are not possible: `server.public_url` is not set, so Apple cannot reach the server")
        }
        return SheetEndpoints(base: "\(publicURL)/apple-pay/\(name.text)")
    }

    private func merchant(_ asked: AskedPay) throws(DeliveryFailure) -> Merchant {
        guard let merchant = merchants[asked.merchant] else {
            throw .giveUp("payments are not possible: there is no merchant `\(asked.merchant)`")
        }
        return merchant
    }

    private func keep(
        _ asked: AskedPay, _ question: String, _ conversation: ConversationKey, _ name: SheetName, until end: Moment,
        _ kind: PaymentEntry.Kind
    ) async throws(DeliveryFailure) {
        let now = clock.now
        let payment = NewPayment(
            conversation: conversation, question: question, merchant: asked.merchant, amount: asked.sheet.total,
            items: asked.sheet.items, at: now, expiresAt: end)
        do {
            try await store.open(payment, under: name.key, PaymentEntry(kind, at: now, asked.sheet.total.text))
        } catch {
            throw .tryAgain("the payment could not be stored: \(error)", after: .seconds(5))
        }
    }
}

extension PaymentSheetFactory: PaymentOpener {
    public func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet {
        let merchant = try merchant(asked)
        let name = newName()
        let endpoints = try endpoints(name)
        let session = try await sessions.session(
            for: SessionRequest(
                merchant, business: asked.business, paymentGateway: endpoints.paymentGateway,
                certificate: merchants.certificate(of: merchant)))
        try await keep(asked, question, conversation, name, until: session.expires, .opened)
        return OpenedSheet(
            session: session.json,
            merchant: SheetMerchant(
                identifier: merchant.identifier, country: merchant.country, networks: merchant.networks,
                capabilities: merchant.capabilities),
            endpoints: endpoints)
    }

    public func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String {
        _ = try merchant(asked)
        let name = newName()
        let endpoints = try endpoints(name)
        try await keep(asked, question, conversation, name, until: clock.now + Self.linkLife, .linked)
        guard let page = asked.page else { return endpoints.fallback }
        guard let pages else { throw .giveUp("payments are not possible: nothing can call `\(page)`") }
        return try await pages.address(of: page, for: asked.sheet, question, in: conversation, name)
    }
}

extension PaySheet {
    /// The lines and the cost of the chosen shipping method, which together are the total.
    var items: [Payment.Item] {
        lines.map { Payment.Item(label: $0.label, amount: $0.amount) }
            + (method.map { [Payment.Item(label: $0.label, amount: $0.price)] } ?? [])
    }
}

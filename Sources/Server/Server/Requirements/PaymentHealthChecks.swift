import ApplePay
import Channels
package import Expressions
package import FlowModel
import Foundation
import HTTPActions

/// Checks what payments need: merchant certificates, a public URL that Apple can call, and a payment processor.
package struct PaymentHealthChecks: Sendable {
    private let bot: Bot
    private let calls: ActionCalls
    private let publicURL: String?
    private let seconds: Int

    /// Leaves enough time to request a new certificate from Apple.
    private static let warningDays = 30.0

    /// - Parameter moment: the current time.
    package init(of bot: Bot, _ calls: ActionCalls, publicURL: String?, at moment: Moment = SystemClock().now) {
        self.bot = bot
        self.calls = calls
        self.publicURL = publicURL
        seconds = moment.seconds
    }

    private var now: Date { Date(timeIntervalSince1970: Double(seconds)) }

    /// The problems that keep a server from starting, one sentence each.
    package var lacks: [String] {
        let found = bot.payingMerchants.flatMap { merchant in
            merchant.processor == nil ? [certificate(merchant)] : [certificate(merchant), processor(merchant)]
        }
        return bot.lacksForPaying + found.filter { $0.verdict == .bad }.map(\.finding)
    }

    /// The problems that do not stop payments yet but need attention soon, one sentence each.
    package var warnings: [String] {
        bot.payingMerchants.map(certificate).filter { $0.verdict == .warning }.map(\.finding)
    }

    /// The results of all checks, for `usher doctor`; empty when no step asks for a payment.
    package var healthChecks: [HealthCheck] {
        guard !bot.payingMerchants.isEmpty else { return [] }
        return [address] + bot.payingMerchants.flatMap { [certificate($0), processor($0)] }
    }

    private var address: HealthCheck {
        guard let publicURL else {
            return HealthCheck(
                "Apple Pay", .bad, "`server.public_url` is not set, so Apple cannot reach the server",
                advice: "set it to the public `https` address of this server")
        }
        guard publicURL.hasPrefix("https:") else {
            return HealthCheck(
                "Apple Pay", .bad, "`server.public_url` is not `https`, and Apple calls only `https` addresses",
                advice: "put a proxy with a certificate in front of the server, and set its address")
        }
        return HealthCheck("Apple Pay", .good, "Apple calls \(publicURL)/apple-pay")
    }

    private func certificate(_ merchant: Merchant) -> HealthCheck {
        do throws(MerchantCertificate.Fault) {
            let found = try MerchantCertificate(
                certificate: try file(merchant.certificate, "certificate"), key: try file(merchant.key, "key"), now: now
            )
            let end = "the certificate of the merchant `\(merchant.name)` ends on \(MerchantCertificate.day(found.end))"
            let advice = "create another one in Apple's developer account; see Docs/ApplePay.md"
            if found.end < now + Self.warningDays * 86_400 {
                return HealthCheck("Apple Pay", .warning, end, advice: advice)
            }
            guard found.isFor(merchant.identifier) else {
                return HealthCheck(
                    "Apple Pay", .warning,
                    "the certificate of the merchant `\(merchant.name)` is not for `\(merchant.identifier)`",
                    advice: "is it the merchant identity certificate of this merchant?")
            }
            return HealthCheck("Apple Pay", .good, end)
        } catch {
            // Without a certificate the bot still runs, but customers cannot pay.
            let isMissing =
                switch error {
                case .missing, .notSet: true
                case .unreadable, .notPEM, .encrypted, .otherKey, .expired, .notYet: false
                }
            return HealthCheck(
                "Apple Pay", isMissing ? .warning : .bad, "the merchant `\(merchant.name)` \(error)",
                advice: "see `certificate` and `key` in Config/services.yaml")
        }
    }

    private func file(_ kept: KeptSecret?, _ key: String) throws(MerchantCertificate.Fault) -> String? {
        guard let kept else { return nil }
        if let file = calls.file(kept) { return file }
        guard case .setting(let name) = kept else { return nil }
        throw .notSet(key, variable: SecretSource.variable(name) + "_FILE")
    }

    private func processor(_ merchant: Merchant) -> HealthCheck {
        guard let name = merchant.processor, let action = bot.actions.first(where: { $0.name == name }) else {
            return HealthCheck(
                "Apple Pay", .bad, "the merchant `\(merchant.name)` has no payment processor",
                advice: "name an action as its `processor` in Config/services.yaml")
        }
        if let complaint = ActionProcessor.complaint(about: action) {
            return HealthCheck(
                "Apple Pay", .bad, "the action `\(name)` cannot take payments: \(complaint)",
                advice: "see The processor in Docs/ApplePay.md")
        }
        return HealthCheck("Apple Pay", .good, "`\(name)` is the payment processor of the merchant `\(merchant.name)`")
    }
}

extension Bot {
    /// The merchants of all payment steps, in the order of their declaration.
    var payingMerchants: [Merchant] {
        let used = Set(
            flows.flatMap(\.steps).compactMap { step -> Int? in
                guard case .ask(let question) = step.thing, case .pay(let pay) = question.kind else { return nil }
                return pay.merchant
            })
        return merchants.indices.filter(used.contains).map { merchants[$0] }
    }
}

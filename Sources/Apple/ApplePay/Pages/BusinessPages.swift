import Channels
public import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import Foundation
import MessageModel

/// Opens pages of the business on which customers pay without Apple Pay.
public struct BusinessPages: Sendable {
    /// Calls the actions that give the addresses.
    let caller: any ActionCaller
    /// The address under which the page reaches this server, without a trailing slash.
    let publicURL: String

    /// - Parameters:
    ///   - caller: calls the actions that give the addresses.
    ///   - publicURL: the address under which a page reaches this server, without a trailing slash.
    public init(caller: any ActionCaller, publicURL: String) {
        self.caller = caller
        self.publicURL = publicURL
    }

    /// The address of a page: what its action gives. Every attempt for the same question is one call to the business.
    ///
    /// - Parameters:
    ///   - sheet: the order.
    ///   - question: the request identifier of the message.
    ///   - name: the name under which the page reports how the payment has ended.
    func address(
        of action: String, for sheet: PaySheet, _ question: String, in conversation: ConversationKey, _ name: SheetName
    ) async throws(DeliveryFailure) -> String {
        let items = sheet.items.map { item in
            Value.record(Fields([("label", .text(item.label)), ("price", .money(item.amount))]))
        }
        let inputs = Fields([
            ("reference", .text(question)), ("total", .money(sheet.total)), ("items", .list(items)),
            ("result", .text("\(publicURL)/pay/\(name.text)/result")),
        ])
        let outcome = await caller.call(
            ActionCall(action: action, inputs: inputs, key: "\(question)-page", conversation: conversation))
        guard case .gave(let fields) = outcome, case .text(let address)? = fields["address"] else {
            throw .giveUp("`\(action)` gave no address of a page for paying")
        }
        let url = URL(string: address)
        let isPlainInside = url?.scheme == "http" && ["127.0.0.1", "localhost"].contains(url?.host() ?? "")
        guard let url, url.host() != nil, url.scheme == "https" || isPlainInside else {
            throw .giveUp("`\(action)` gave an address for paying that does not begin with `https://`")
        }
        return url.absoluteString
    }
}

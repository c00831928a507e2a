import AppleMessages
import Channels
import Concurrency
import ConversationRuntime
import Expressions
public import JSON
import Logging
import MessageModel

/// Changes that the customer makes on the sheet: the new total is returned in time, however long actions take.
extension PaySheets {
    /// Changes the address. Devices reveal only those parts of it from which shipping and taxes are calculated.
    public func changeContact(_ body: JSONValue, at id: String) async throws(SheetRefusal) -> SheetUpdate {
        let call = try Self.read { () throws(CallRefusal) in try ContactCall(body) }
        let sheet = try await known(id, call.question)
        guard let place = call.contact.place else { return .none }
        return try await change(.address(place), on: sheet, id)
    }

    /// Changes the shipping method.
    public func changeShipping(_ body: JSONValue, at id: String) async throws(SheetRefusal) -> SheetUpdate {
        let call = try Self.read { () throws(CallRefusal) in try ShippingCall(body) }
        let sheet = try await known(id, call.question)
        return try await change(.shipping(call.method.identifier), on: sheet, id, costing: call.method)
    }

    /// Changes the card.
    public func changeCard(_ body: JSONValue, at id: String) async throws(SheetRefusal) -> SheetUpdate {
        let call = try Self.read { () throws(CallRefusal) in try MethodCall(body) }
        return try await change(.card(call.card), on: try await known(id, call.question), id)
    }

    static func read<Call>(_ work: () throws(CallRefusal) -> Call) throws(SheetRefusal) -> Call {
        do {
            return try work()
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// Applies a change to the sheet of the conversation, waits for the new total, and returns the differences.
    private func change(
        _ change: PayChange, on known: KnownSheet, _ id: String, costing method: ChosenMethod? = nil
    ) async throws(SheetRefusal) -> SheetUpdate {
        let deadline = clock.now + Self.longestAnswer
        let payment = known.payment
        guard known.expiresAt + Self.grace > clock.now else { throw .over }
        do {
            guard let before = try await begin(change, of: payment, costing: method) else { throw SheetRefusal.over }
            guard
                let after = try await desk.openPay(payment.question, in: payment.conversation, until: deadline)
            else { throw SheetRefusal.over }
            let sheet = after.sheet.pending == nil ? after.sheet : before.sheet.refusing(change, nil)
            await note(
                sheet.refusal == nil ? .changed : .refused, payment, "\(change.reason.rawValue): \(sheet.total.text)")
            if let name = SheetName(id) { try await store.tell(sheet.total, under: name.key) }
            return SheetUpdate(
                of: sheet, since: before.sheet, refusing: SheetWords(language: after.language).refused,
                SheetWriter(business: after.asked.business, limits: limits))
        } catch let refusal as SheetRefusal {
            throw refusal
        } catch {
            logger.warning("pay sheet update failed", metadata: payment.metadata("\(error)"))
            throw .unavailable("\(error)")
        }
    }

    /// Passes the change to the conversation, unless its money is being taken. Returns the sheet before the change;
    /// `nil` when it is not open.
    private func begin(
        _ change: PayChange, of payment: Payment, costing method: ChosenMethod?
    ) async throws -> OpenPay? {
        try await turns.with(payment.conversation) {
            guard !till.isTaking(in: payment.conversation),
                let before = try await desk.openPay(payment.question, in: payment.conversation, until: clock.now)
            else { return nil }
            if let method, !method.agrees(with: before.sheet) {
                await note(.rejected, payment, "the shipping method is not offered at this price")
                throw SheetRefusal.malformed("the sheet does not offer this shipping method at this price")
            }
            _ = try await desk.changeSheet(of: payment.question, in: payment.conversation, change)
            return before
        }
    }
}

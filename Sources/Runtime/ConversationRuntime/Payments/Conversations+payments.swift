public import Channels
import Concurrency
public import Expressions
import FlowEngine
public import MessageModel

/// An open question that requests a payment.
public struct OpenPay: Sendable, Hashable {
    public var asked: AskedPay
    /// The sheet with the customer's changes.
    public var sheet: PaySheet
    /// The language of the conversation.
    public var language: String
}

extension Conversations {
    /// The open payment question that a message asks; `nil` when it is no longer open.
    ///
    /// Waits while an action recalculates the sheet, but not past `deadline`: `sheet.pending` is still set then.
    ///
    /// - Throws: what the store throws.
    public func openPay(
        _ question: String, in conversation: ConversationKey, until deadline: Moment
    ) async throws -> OpenPay? {
        while true {
            // Another server may finish the calculation, which nothing announces here.
            let look = sharing.map { min(deadline, clock.now + $0.times.poll) } ?? deadline
            let open = try await openPay(question, in: conversation, waitingUntil: look)
            guard let open, open.sheet.pending != nil, clock.now < deadline else { return open }
        }
    }

    private func openPay(
        _ question: String, in conversation: ConversationKey, waitingUntil deadline: Moment
    ) async throws -> OpenPay? {
        try await sheetWatch.watching(conversation) { changes in
            var isOver = false
            while true {
                guard let open = try await openPay(question, in: conversation) else { return nil }
                guard open.sheet.pending != nil, !isOver, clock.now < deadline else { return open }
                isOver = await !changes.hasNext(before: deadline, on: clock)
            }
        }
    }

    private func openPay(_ question: String, in conversation: ConversationKey) async throws -> OpenPay? {
        guard let session = try await stored(conversation)?.session, let sheet = session.openSheet,
            let open = session.open, open.ids.contains(question), case .pay(let asked) = open.asked.kind
        else { return nil }
        return OpenPay(asked: asked, sheet: sheet, language: session.language)
    }

    /// The request identifier of the open question if its pay sheet can no longer be used.
    func lapsed(
        _ kind: Event.Kind, _ stored: StoredSession?, in conversation: ConversationKey
    ) async throws -> String? {
        guard case .heard = kind, let payments, let stored, stored.session.openSheet != nil,
            let question = stored.session.open?.asked.id,
            let payment = try await payments.payment(of: question, in: conversation)
        else { return nil }
        switch payment.state {
        case .opened, .declined, .expired: return payment.expiresAt <= clock.now ? question : nil
        case .processing, .paid, .cancelled, .failed: return nil
        }
    }
}

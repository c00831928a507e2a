import JSON

/// How a device writes what Apple's pages, or the programs that met it, tell differently about paying.
public struct PayingHabits: Sendable, Hashable {
    public enum Amounts: String, Sendable, CaseIterable { case shortest, written }
    public enum Words: String, Sendable, CaseIterable { case small, capitals }
    public enum Opening: String, Sendable, CaseIterable { case quiet, asks }
    public enum Redacted: String, Sendable, CaseIterable { case empty, missing }
    public enum Method: String, Sendable, CaseIterable { case told, missing }
    public enum Reply: String, Sendable, CaseIterable { case status, state, none }
    public enum Closing: String, Sendable, CaseIterable { case told, silent }

    /// Amounts that come back: without zeros at the end (`14`), as Apple's samples have them, or as they were sent.
    public var amounts = Amounts.shortest
    /// Whether `credit` and codes of countries have small letters.
    public var words = Words.small
    /// Whether the sheet asks about the preset address and card as it opens.
    public var opening = Opening.quiet
    /// What stands for the parts of a contact that the business may not know yet.
    public var redacted = Redacted.empty
    /// Whether the token says with which card was paid.
    public var method = Method.told
    /// Where the message after paying says how it went, if anywhere; no page of Apple's tells.
    public var reply = Reply.status
    /// Whether a message tells that the sheet was closed without paying.
    public var closing = Closing.told

    public init() {}
}

extension DeviceKind {
    /// Each kind has habits of its own.
    var payingHabits: PayingHabits {
        var habits = PayingHabits()
        switch self {
        case .iphone: break
        case .oldIPhone: (habits.method, habits.reply) = (.missing, .none)
        case .mac:
            (habits.amounts, habits.words, habits.opening) = (.written, .capitals, .asks)
            (habits.redacted, habits.reply, habits.closing) = (.missing, .state, .silent)
        }
        return habits
    }

    /// Whether it has Apple Pay; without it a bubble to pay opens the web address of the payment.
    var paysWithApple: Bool { self != .oldIPhone }
}

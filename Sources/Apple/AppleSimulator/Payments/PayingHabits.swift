import JSON

/// The variants in a device's payment data for which Apple's pages, or the programs that met them, disagree.
public struct PayingHabits: Sendable, Hashable {
    public enum Amounts: String, Sendable, CaseIterable { case shortest, written }
    public enum Words: String, Sendable, CaseIterable { case small, capitals }
    public enum Opening: String, Sendable, CaseIterable { case quiet, asks }
    public enum Redacted: String, Sendable, CaseIterable { case empty, missing }
    public enum Method: String, Sendable, CaseIterable { case told, missing }
    public enum Reply: String, Sendable, CaseIterable { case status, state, none }
    public enum Closing: String, Sendable, CaseIterable { case told, silent }

    /// The form of returned amounts: without trailing zeros (`14`), as in Apple's samples, or as they were sent.
    public var amounts = Amounts.shortest
    /// Whether `credit` and country codes are in lower case.
    public var words = Words.small
    /// Whether the sheet submits the preset address and card when it opens.
    public var opening = Opening.quiet
    /// The placeholder for the parts of a contact that the business must not know yet.
    public var redacted = Redacted.empty
    /// Whether the token names the card that was used.
    public var method = Method.told
    /// Where the message after the payment contains its outcome, if at all; Apple's pages do not document it.
    public var reply = Reply.status
    /// Whether a message reports that the sheet was closed without paying.
    public var closing = Closing.told

    public init() {}
}

extension DeviceKind {
    /// The payment habits of the kind.
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

    /// Whether it has Apple Pay; without it a payment bubble opens the web address of the payment.
    var paysWithApple: Bool { self != .oldIPhone }
}

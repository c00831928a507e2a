public import Expressions
import Foundation

/// A pay sheet as it stands: what is paid, how it is shipped, and what the customer has changed so far.
///
/// All sums are reckoned here, exactly. What a device or another system says about a total is compared with them and never
/// taken from it.
public struct PaySheet: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        public var label: String
        /// Negative for a discount.
        public var amount: Money
        /// Whether the amount is not settled yet.
        public var isPending: Bool
        /// The record that the line stands for.
        public var fields: Fields

        public init(label: String, amount: Money, isPending: Bool = false, fields: Fields = Fields()) {
            self.label = label
            self.amount = amount
            self.isPending = isPending
            self.fields = fields
        }
    }

    /// A way of shipping.
    public struct Method: Sendable, Hashable {
        public var id: String
        public var label: String
        public var note: String
        public var price: Money

        public init(id: String, label: String, note: String, price: Money) {
            self.id = id
            self.label = label
            self.note = note
            self.price = price
        }
    }

    /// A change that an action is asked about.
    public struct Pending: Sendable, Hashable {
        /// The id of the call.
        public var call: String
        public var change: PayChange

        public init(call: String, change: PayChange) {
            self.call = call
            self.change = change
        }
    }

    /// A change that was refused: the sheet shows what it showed before.
    public struct Refusal: Sendable, Hashable {
        public var reason: PayChange.Reason
        /// Shown on the sheet; `nil` when nobody answered in time.
        public var text: String?

        public init(reason: PayChange.Reason, text: String?) {
            self.reason = reason
            self.text = text
        }
    }

    public private(set) var lines: [Line]
    public private(set) var methods: [Method]
    /// The id of the chosen way of shipping; the first at the beginning.
    public private(set) var chosen: String?
    /// As far as the customer has told it; before paying, devices leave out street and name.
    public private(set) var address: PlaceValue?
    /// What kind of card is used: `credit`, `debit`.
    public private(set) var card: String?
    public var pending: Pending?
    public var refusal: Refusal?

    /// A sheet as it is first shown; `nil` when its amounts make no sum that can be paid: one currency, its decimals, more
    /// than nothing.
    public init?(lines: [Line], methods: [Method]) {
        guard let sheet = PaySheet(lines: lines, methods: methods, chosen: methods.first?.id), sheet.isPayable else {
            return nil
        }
        self = sheet
    }

    init?(
        lines: [Line], methods: [Method], chosen: String?, address: PlaceValue? = nil, card: String? = nil
    ) {
        guard !lines.isEmpty else { return nil }
        self.lines = lines
        self.methods = methods
        self.chosen = chosen
        self.address = address
        self.card = card
    }

    public var method: Method? { methods.first { $0.id == chosen } }

    public var currency: Currency { lines[0].amount.currency }

    /// The lines and the chosen way of shipping.
    public var total: Money {
        let lines = lines.reduce(Decimal(0)) { $0 + $1.amount.amount }
        return Money(lines + (method?.price.amount ?? 0), currency)
    }

    /// Whether its amounts make a sum that can be paid.
    public var isPayable: Bool {
        let amounts = lines.map(\.amount) + methods.map(\.price)
        return amounts.allSatisfy { $0.currency == currency && $0 == $0.rounded }
            && methods.allSatisfy { $0.price.amount >= 0 }
            && Set(methods.map(\.id)).count == methods.count && total.amount > 0 && !total.amount.isNaN
    }

    // What the customer changes.

    /// Whether the sheet has what a change asks for.
    public func offers(_ change: PayChange) -> Bool {
        if case .shipping(let id) = change { return methods.contains { $0.id == id } }
        return true
    }

    /// The sheet after a change that nobody is asked about.
    public func changed(by change: PayChange) -> PaySheet {
        var sheet = self
        sheet.pending = nil
        sheet.refusal = nil
        switch change {
        case .address(let place): sheet.address = place
        case .shipping(let id): if offers(change) { sheet.chosen = id }
        case .card(let card): sheet.card = card
        }
        return sheet
    }

    /// The sheet after a change, with what an action has reckoned anew; `nil` when that makes no sheet that can be paid.
    ///
    /// - Parameters:
    ///   - lines: `nil` leaves those that there are.
    ///   - methods: the same; the chosen one stays when it is among them.
    public func changed(by change: PayChange, lines: [Line]?, methods: [Method]?) -> PaySheet? {
        var sheet = changed(by: change)
        if let lines { sheet.lines = lines }
        if let methods {
            sheet.methods = methods
            if sheet.method == nil { sheet.chosen = methods.first?.id }
        }
        return !sheet.lines.isEmpty && sheet.isPayable ? sheet : nil
    }

    /// The sheet as it stays when a change is refused.
    public func refusing(_ change: PayChange, _ text: String?) -> PaySheet {
        var sheet = self
        sheet.pending = nil
        sheet.refusal = Refusal(reason: change.reason, text: text)
        return sheet
    }
}

/// What a customer changes on an open pay sheet.
public enum PayChange: Sendable, Hashable {
    case address(PlaceValue)
    /// A way of shipping, by its id.
    case shipping(String)
    /// A card, by its kind: `credit`, `debit`.
    case card(String)

    /// The word of the flow language for it.
    public enum Reason: String, Sendable { case address, shipping, card }

    public var reason: Reason {
        switch self {
        case .address: .address
        case .shipping: .shipping
        case .card: .card
        }
    }
}

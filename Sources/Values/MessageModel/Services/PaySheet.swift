public import Expressions
import Foundation

/// The state of a payment sheet: the lines, the shipping, and the customer's changes so far.
///
/// All totals are calculated here, exactly. Totals from a device or another system are compared with them and never
/// used instead.
public struct PaySheet: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        public var label: String
        /// Negative for a discount.
        public var amount: Money
        /// Whether the amount is still pending.
        public var isPending: Bool
        /// The record behind the line.
        public var fields: Fields

        public init(label: String, amount: Money, isPending: Bool = false, fields: Fields = Fields()) {
            self.label = label
            self.amount = amount
            self.isPending = isPending
            self.fields = fields
        }
    }

    /// A shipping method.
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

    /// A change that is waiting for the response of an action.
    public struct Pending: Sendable, Hashable {
        /// The id of the call.
        public var call: String
        public var change: PayChange

        public init(call: String, change: PayChange) {
            self.call = call
            self.change = change
        }
    }

    /// A rejected change: the sheet is as before.
    public struct Refusal: Sendable, Hashable {
        public var reason: PayChange.Reason
        /// Shown on the sheet; `nil` when the action failed, timed out, or returned nothing that makes a payable sheet.
        public var text: String?

        public init(reason: PayChange.Reason, text: String?) {
            self.reason = reason
            self.text = text
        }
    }

    public private(set) var lines: [Line]
    public private(set) var methods: [Method]
    /// The id of the chosen shipping method; initially the first.
    public private(set) var chosen: String?
    /// The parts that the customer has disclosed; before payment, devices omit street and name.
    public private(set) var address: PlaceValue?
    /// The kind of card: `credit`, `debit`.
    public private(set) var card: String?
    public var pending: Pending?
    public var refusal: Refusal?

    /// The initial sheet; `nil` when its total cannot be paid: one currency, no more decimals than it has, and a total
    /// above zero are required.
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

    /// The sum of the lines and the chosen shipping method.
    public var total: Money {
        let lines = lines.reduce(Decimal(0)) { $0 + $1.amount.amount }
        return Money(lines + (method?.price.amount ?? 0), currency)
    }

    /// Whether its total can be paid.
    public var isPayable: Bool {
        let amounts = lines.map(\.amount) + methods.map(\.price)
        return amounts.allSatisfy { $0.currency == currency && $0 == $0.rounded }
            && methods.allSatisfy { $0.price.amount >= 0 }
            && Set(methods.map(\.id)).count == methods.count && total.amount > 0 && !total.amount.isNaN
    }

    // Changes by the customer.

    /// Whether the sheet has the option that a change selects.
    public func offers(_ change: PayChange) -> Bool {
        if case .shipping(let id) = change { return methods.contains { $0.id == id } }
        return true
    }

    /// The sheet after a change that needs no action.
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

    /// The sheet after a change, with the result of an action's recalculation; `nil` when the new sheet cannot be paid.
    ///
    /// - Parameters:
    ///   - lines: `nil` keeps the current ones.
    ///   - methods: `nil` keeps the current ones; the chosen one stays if it is among the new ones.
    public func changed(by change: PayChange, lines: [Line]?, methods: [Method]?) -> PaySheet? {
        var sheet = changed(by: change)
        if let lines { sheet.lines = lines }
        if let methods {
            sheet.methods = methods
            if sheet.method == nil { sheet.chosen = methods.first?.id }
        }
        return !sheet.lines.isEmpty && sheet.isPayable ? sheet : nil
    }

    /// The unchanged sheet, with the refusal of a change.
    public func refusing(_ change: PayChange, _ text: String?) -> PaySheet {
        var sheet = self
        sheet.pending = nil
        sheet.refusal = Refusal(reason: change.reason, text: text)
        return sheet
    }
}

/// A customer's change on an open payment sheet.
public enum PayChange: Sendable, Hashable {
    case address(PlaceValue)
    /// A shipping method, by its id.
    case shipping(String)
    /// A card, by its kind: `credit`, `debit`.
    case card(String)

    /// The word for the kind of change in the flow language.
    public enum Reason: String, Sendable { case address, shipping, card }

    public var reason: Reason {
        switch self {
        case .address: .address
        case .shipping: .shipping
        case .card: .card
        }
    }
}

import Expressions
import FlowModel
import Foundation
import MessageModel

extension SignInQuestion {
    func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedSignIn {
        AskedSignIn(
            provider: turn.bot.providers[provider].name, scope: scope,
            extra: try extra.map { parameter throws(EmptyName) in
                NamedText(parameter.name, try turn.text(parameter.value))
            },
            linkWords: turn.plainText(turn.bot.texts.phrase(.signInLink, in: turn.session.language)),
            digitsWords: turn.plainText(turn.bot.texts.phrase(.signInDigits, in: turn.session.language)),
            asksCode: turn.bot.providers[provider].asksCode)
    }
}

extension AppQuestion {
    /// The data for opening the app; `nil` where the device has neither the app nor a page instead of it.
    func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedApp? {
        let app = turn.bot.apps[app]
        guard app.web != nil || turn.session.device.has(.app) else { return nil }
        var told: [NamedText] = []
        for (name, assignment) in data {
            guard let value = try turn.value(of: assignment) else { continue }
            let text = value.inQuery(turn.bot.zone)
            // Marks must not be encoded in an address, where they cannot be taken out again.
            told.append(NamedText(name, turn.event.usesFifthRules ? PrivateMarks.plain(text) : text))
        }
        return AskedApp(app: app.name, data: told, isLive: isLive, web: app.web)
    }

}

extension Value {
    /// The machine-readable form: answers by their ids, digits with a point, dates and times in ISO 8601.
    fileprivate func inQuery(_ zone: Zone) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): number.description
        case .money(let money): money.text
        case .date(let date): date.iso
        case .time(let slot): slot.start.iso(in: zone)
        case .duration(let length): "\(length.seconds)"
        case .yesNo(let value): value ? "yes" : "no"
        case .choice(let choice): choice.id
        case .file(let file): file.name
        case .place(let place): place.line
        case .record(let fields): fields.names.compactMap { fields[$0]?.inQuery(zone) }.joined(separator: ", ")
        case .list(let items): items.map { $0.inQuery(zone) }.joined(separator: ",")
        }
    }
}

// Payments.

extension PayQuestion {
    /// The largest number of lines of a sheet.
    private static let mostLines = 30

    /// The payment request; `nil` when there is nothing to pay for. A sheet that Apple would reject is treated like one
    /// that cannot be filled in.
    func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedPay? {
        var lines: [PaySheet.Line] = []
        for line in self.lines { lines += try line.lines(by: turn) }
        guard !lines.isEmpty else { return nil }
        guard lines.count <= Self.mostLines, let sheet = PaySheet(lines: lines, methods: try methods(by: turn)) else {
            throw EmptyName(Name(["total"]))
        }
        if let total, total.money(in: turn.scope) != sheet.total { throw EmptyName(Name(["total"])) }
        return AskedPay(
            merchant: turn.bot.merchants[merchant].name, business: turn.bot.business, sheet: sheet,
            contact: contact.compactMap(AskedPay.ContactField.init),
            billing: billing.compactMap(AskedPay.ContactField.init),
            countries: countries, recalculate: recalculate.map { turn.bot.actions[$0].name },
            track: track.map { turn.bot.actions[$0].name }, page: page.map { turn.bot.actions[$0].name },
            poll: poll.map { turn.bot.actions[$0].name },
            linkWords: turn.plainText(turn.bot.texts.phrase(.payLink, in: turn.session.language)))
    }

    private func methods(by turn: TurnBuilder) throws(EmptyName) -> [PaySheet.Method] {
        switch shipping {
        case nil: return []
        case .methods(let methods)?:
            return try methods.map { method throws(EmptyName) in try method.method(by: turn) }
        case .list(let name)?:
            guard case .list(let items)? = turn.scope.value(of: name),
                case let methods = items.compactMap(PaySheet.Method.init), methods.count == items.count
            else { throw EmptyName(name) }
            return methods
        }
    }
}

extension PayQuestion.Line {
    /// The line, or with `each` one for every item of its list.
    fileprivate func lines(by turn: TurnBuilder) throws(EmptyName) -> [PaySheet.Line] {
        guard let each else { return [try line(of: nil, turn.scope, by: turn)] }
        return try turn.items(of: each).map { item throws(EmptyName) in
            try line(of: item, turn.scope.with(each, item), by: turn)
        }
    }

    func line(of item: Value?, _ scope: SessionScope, by turn: TurnBuilder) throws(EmptyName) -> PaySheet.Line {
        guard let amount = price.money(in: scope) else { throw EmptyName(Name(["price"])) }
        let fields = if case .record(let fields)? = item { fields } else { Fields() }
        return PaySheet.Line(
            label: try turn.text(label, in: scope), amount: amount, isPending: isPending, fields: fields)
    }
}

extension PayQuestion.Method {
    fileprivate func method(by turn: TurnBuilder) throws(EmptyName) -> PaySheet.Method {
        guard let price = price.money(in: turn.scope) else { throw EmptyName(Name(["price"])) }
        let source = try turn.text(label.source, inAnyRegion: turn.bot.languages[0], in: turn.scope)
        let id = try id.map { phrase throws(EmptyName) in
            try turn.text(phrase.source, inAnyRegion: turn.session.language, in: turn.scope)
        }
        return PaySheet.Method(
            id: id ?? source, label: try turn.text(label), note: try turn.text(note), price: price)
    }
}

extension PaySheet.Method {
    /// A shipping method from the record that a call returned; `nil` when a required field is missing.
    init?(_ value: Value) {
        guard case .money(let price)? = value.field("price"), let label = value.field("label")?.words else {
            return nil
        }
        self.init(
            id: value.field("id")?.words ?? label, label: label, note: value.field("note")?.words ?? "", price: price)
    }
}

extension Value {
    /// The text of a text or an answer.
    var words: String? {
        switch self {
        case .text(let text): text
        case .choice(let choice): choice.label
        default: nil
        }
    }
}

extension Arithmetic {
    /// The resulting amount. The value of a name is used unchanged, so that nothing is rounded silently.
    func money(in scope: some Scope) -> Money? {
        let value: Value? =
            if case .name(let name, let fallback) = self { scope.value(of: name) ?? fallback } else { value(in: scope) }
        if case .money(let money)? = value { return money }
        return nil
    }
}

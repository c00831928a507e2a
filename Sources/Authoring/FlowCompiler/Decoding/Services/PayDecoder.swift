import Diagnostics
import Expressions
import Foundation

/// Decodes `pay`: the lines, the shipping, and the actions.
struct PayDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    private static let mostLines = 30

    func pay(_ block: Block, key: Span) -> QuestionKindSyntax {
        var pay = PayKindSyntax(key: key)
        guard let node = block.node("pay") else { return .unreadable }
        switch node {
        case .map(let map): pay.add(short(map), of: map.entries.count, isDamaged: map.isDamaged)
        case .list(let list): pay.add(list.items.compactMap(line), of: list.items.count, isDamaged: list.isDamaged)
        case .value:
            findings.reportShape(
                "pay", wants: "a block of lines", node, help: "write below it what is paid, such as `Bread: 4.20 EUR`")
            return .unreadable
        case .broken: return .unreadable
        }
        if pay.lines.count > Self.mostLines {
            findings.report(
                .outOfRange, "`pay` goes from 1 to \(Self.mostLines) lines, this is number \(Self.mostLines + 1)",
                at: pay.lines[Self.mostLines].label.span, label: "too many")
        }
        around(&pay, block)
        return .pay(pay)
    }

    // Lines.

    /// `Bread: 4.20 EUR`, one per line.
    private func short(_ map: MapNode) -> [PayLineSyntax] {
        let block = Block(map, "`pay`", findings)
        return map.entries.compactMap { entry in
            amount(block, entry).map { PayLineSyntax(label: findings.text(entry.key), price: $0, isPending: false) }
        }
    }

    private func line(_ item: Node) -> PayLineSyntax? {
        guard case .map(let map) = item else {
            findings.reportShape(
                "pay", wants: "blocks with `label` and `price`", item,
                help: "write a line such as `Bread: 4.20 EUR` without the dash, or `- label:` and `price:` below it")
            return nil
        }
        let block = Block(map, "a line of `pay`", findings)
        block.expectKeys(of: .payLine)
        block.require("label")
        block.require("price")
        let each = block.value("each", wants: "`x in list`").flatMap(findings.each)
        let pending = block.yesNo("pending")
        let (label, price) = (block.text("label"), amount(block, "price"))
        guard let label, let price, (each != nil) == block.mayHave("each") else { return nil }
        return PayLineSyntax(label: label, price: price, isPending: pending ?? false, each: each)
    }

    private func amount(_ block: Block, _ key: String) -> AmountSyntax? {
        block.map.entry(key).flatMap { amount(block, $0) }
    }

    private func amount(_ block: Block, _ entry: Entry) -> AmountSyntax? {
        block.value(entry, wants: "an amount").map { findings.amount($0, context) }
    }

    // Additional keys.

    private func around(_ pay: inout PayKindSyntax, _ block: Block) {
        pay.total = amount(block, "total")
        pay.isDamaged = pay.isDamaged || pay.total == nil && block.mayHave("total")
        pay.shipping = shipping(block)
        pay.contact = contact("contact", block)
        pay.billing = contact("billing", block)
        pay.recalculate = block.word("recalculate")
        pay.track = block.word("track")
        pay.page = block.word("page")
        pay.poll = block.word("poll")
        pay.merchant = block.word("merchant")
        pay.countries = (block.words("countries") ?? []).compactMap { findings.country($0, "countries") }
    }

    private func shipping(_ block: Block) -> ShippingSyntax? {
        guard block.mayHave("shipping") else { return nil }
        var shipping = ShippingSyntax(key: block.key("shipping") ?? block.place, content: .unreadable)
        switch block.node("shipping") {
        case .list(let list)?:
            let methods = list.items.compactMap(method)
            if methods.count == list.items.count, !list.isDamaged { shipping.content = .methods(methods) }
        case .value(let value)?:
            let text = findings.text(value)
            if findings.isOneName(text, "shipping") { shipping.content = .name(text) }
        case .map(let map)?:
            findings.reportShape(
                "shipping", wants: "a list", .map(map), help: "begin each way of shipping with `- label:`")
        case .broken?, nil: break
        }
        return shipping
    }

    private func method(_ item: Node) -> ShippingMethodSyntax? {
        guard case .map(let map) = item else {
            findings.reportShape("shipping", wants: "blocks with `label`, `note` and `price`", item)
            return nil
        }
        let block = Block(map, "a way of shipping", findings)
        block.expectKeys(of: .shippingMethod)
        block.require("label")
        block.require("note", help: "add `note:` with when it arrives, such as `note: 2 to 3 days`")
        block.require("price")
        let (label, note, price) = (block.text("label"), block.text("note"), amount(block, "price"))
        let id = block.text("id")
        if let least = price?.constant, least.amount < 0, let word = block.word("price") {
            findings.reportRange("price", "\(Money(0, least.currency).text) upwards", word)
            return nil
        }
        guard let label, let note, let price else { return nil }
        return ShippingMethodSyntax(label: label, note: note, price: price, id: id)
    }

    private func contact(_ key: String, _ block: Block) -> ContactSyntax? {
        guard block.mayHave(key) else { return nil }
        let words = block.words(key)
        let fields = (words ?? []).compactMap { word -> ContactWord? in
            if let field = ContactWord(rawValue: word.value) { return field }
            findings.reportUnknownWord(key, word, among: ContactWord.allCases.map(\.rawValue))
            return nil
        }
        return ContactSyntax(fields: fields, isDamaged: fields.count != words?.count)
    }
}

extension PayKindSyntax {
    fileprivate mutating func add(_ read: [PayLineSyntax], of written: Int, isDamaged: Bool) {
        lines = read
        self.isDamaged = isDamaged || read.count < written
    }
}

extension DiagnosticCollector {
    /// An amount: a constant, a name with an amount, or an expression.
    func amount(_ value: ValueNode, _ context: ReadingContext) -> AmountSyntax {
        var amount = AmountSyntax(value: .broken, source: value.text, span: value.span)
        let word = Located(value.string, at: value.span)
        guard value.string.contains("{") else {
            if let money = money(word, currency: context.currency) {
                amount.value = .sum(.constant(.money(money), range: 0..<value.string.utf8.count))
            }
            return amount
        }
        // Quotes, which other tools require around braces, do not make it a text.
        let (read, problems) = AssignedSyntax.parse(value.string, isQuoted: false, context)
        add(problems, in: value.text)
        if case .sum = read {
            amount.value = read
        } else if problems.isEmpty {
            _ = money(word, currency: context.currency)
        }
        return amount
    }
}

public import Foundation

/// The error that a text uses an empty name without giving a fallback.
public struct EmptyName: Error, Equatable {
    public let name: Name

    public init(_ name: Name) { self.name = name }
}

extension Template {
    /// The text with all names filled in, formatted in the customer's language.
    ///
    /// - Throws: `EmptyName` when a name without `or` words is empty.
    public func text(in scope: some Scope, _ wording: Wording) throws(EmptyName) -> String {
        try text(in: scope, wording, number: nil)
    }

    private func text(in scope: some Scope, _ wording: Wording, number: Decimal?) throws(EmptyName) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .number: text += number.map { wording.text(.number($0)) } ?? "#"
            case .insert(let insert):
                let written = try insert.text(in: scope, wording, number: number)
                text += scope.isPrivate(insert.name) ? PrivateMarks.marked(written, by: insert.name) : written
            }
        }
        return text
    }

    /// Returns the value of a single pair of braces unchanged, and renders any other text; `nil` is an empty value.
    public func value(in scope: some Scope, _ wording: Wording) throws(EmptyName) -> Value? {
        guard let insert = onlyInsert, case .usual = insert.style else { return .text(try text(in: scope, wording)) }
        if let words = scope.words(for: insert.name, as: nil, wording) { return .text(words) }
        if let value = scope.value(of: insert.name) { return value }
        guard let fallback = insert.fallback, fallback != "nothing" else { return nil }
        return .text(fallback)
    }
}

extension Template.Insert {
    fileprivate func text(in scope: some Scope, _ wording: Wording, number: Decimal?) throws(EmptyName) -> String {
        let value = scope.value(of: name)
        switch style {
        case .plural(let variants):
            let count = value?.asNumber ?? 0
            let variant =
                variants.first { $0.key == "=\(count.description)" }
                ?? variants.first { $0.key == wording.pluralForm(of: count) } ?? variants.first { $0.key == "other" }
            return try variant?.text.text(in: scope, wording, number: count) ?? ""
        case .select(let variants):
            let word = value.map { wording.selector($0) } ?? ""
            let variant =
                variants.first { $0.key.lowercased() == word.lowercased() }
                ?? variants.first { $0.key == "other" }
            return try variant?.text.text(in: scope, wording, number: number) ?? ""
        case .usual, .unknownFormat:
            if let words = scope.words(for: name, as: nil, wording) { return words }
            return try written(value) { wording.text($0) }
        case .format(let format, _):
            if let words = scope.words(for: name, as: format, wording) { return words }
            return try written(value) { wording.text($0, as: format) }
        }
    }

    private func written(_ value: Value?, _ write: (Value) -> String) throws(EmptyName) -> String {
        if let value { return write(value) }
        guard let fallback else { throw EmptyName(name) }
        return fallback == "nothing" ? "" : fallback
    }
}

extension Value {
    /// The number that the value is or can be used as.
    public var asNumber: Decimal? {
        switch self {
        case .number(let number): number
        case .money(let money): money.amount
        case .list(let items): Decimal(items.count)
        case .choice(let choice): Decimal(plain: choice.id)
        default: nil
        }
    }
}

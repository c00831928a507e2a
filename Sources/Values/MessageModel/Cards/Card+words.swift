import Expressions
import Foundation

/// The plain-text presenter: the lines of text for each card (flow language, 3.12, the column of Apple).
extension Card {
    func lines(_ wording: CardWording) -> [String] {
        let own: [String?] =
            switch content {
            case .text(let text): [text.title, text.text, text.note, text.author]
            case .link(let link): [link.title, link.note, link.author]
            case .file(let file): [file.title ?? file.name, file.author]
            case .image(let image): image.lines
            case .place(let place): [place.name, place.line, place.note]
            case .status(let text): [text]
            case .product(let product): product.lines(wording)
            case .receipt(let receipt): receipt.lines(wording)
            case .carousel(let cards): cards.map(\.words)
            case .custom(let custom): [custom.fallback]
            }
        return (own + [address?.asRead]).compactMap { $0 }.filter { !$0.allSatisfy(\.isWhitespace) }
    }
}

extension ImageCard {
    /// A picture without a title is described by its text for screen readers, otherwise by its file name.
    fileprivate var lines: [String?] {
        let isBare = title == nil && note == nil
        return [title ?? (isBare ? picture.alt ?? picture.source.fileName : nil), note, artist]
    }
}

extension ProductCard {
    /// `2 × Brand Name, price`, then the other known properties.
    func lines(_ wording: CardWording) -> [String?] {
        let name = [brand, name].compactMap { $0 }.joined(separator: " ")
        let priced = [count(wording) + name, price.map(wording.text)].compactMap { $0 }.joined(separator: ", ")
        return [priced, note] + options.map { "\($0.label): \($0.value)" }
    }

    /// The line of a receipt: `2 × Brand Name: price`.
    fileprivate func line(_ wording: CardWording) -> String {
        let name = ([brand, name].compactMap { $0 } + options.map { "(\($0.label): \($0.value))" }).joined(
            separator: " ")
        return [count(wording) + name, price.map(wording.text)].compactMap { $0 }.joined(separator: ": ")
    }

    private func count(_ wording: CardWording) -> String {
        quantity == 1 ? "" : "\(wording.wording.text(.number(quantity))) × "
    }
}

extension ReceiptCard {
    fileprivate func lines(_ wording: CardWording) -> [String?] {
        func line(_ word: CardWording.Word, _ text: String?) -> String? { text.map { "\(wording(word)): \($0)" } }
        let order: [String?] = [
            title, "\(wording(.order)) \(number)", created.map { wording.wording.text($0) },
        ]
        let sums: [String?] =
            [line(.subtotal, subtotal.map(wording.text))]
            + discounts.map { "\($0.label): \(wording.text($0.amount.taken))" }
            + [
                line(.shipping, shipping.map(wording.text)), line(.tax, tax.map(wording.text)),
                line(.total, wording.text(total)), line(.payment, method),
            ]
        return order + items.map { $0.line(wording) } + sums
            + [line(.address, address?.line), line(.billing, billing?.line)]
    }
}

extension Money {
    /// The amount as a deduction, whether it was written with a minus or without.
    fileprivate var taken: Money { Money(amount > 0 ? -amount : amount, currency) }
}

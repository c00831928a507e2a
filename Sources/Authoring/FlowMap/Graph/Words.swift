import Expressions
import FlowModel

extension Phrase {
    /// The text as its author wrote it, on one line, names in braces.
    var words: String { source.words }
}

extension Step.GivenBack {
    /// The name of the answer, or of the time in braces.
    var words: String {
        switch self {
        case .answer(let name): name
        case .time(let name): "{\(name.text)}"
        }
    }
}

extension Template {
    fileprivate var words: String {
        parts.map { part in
            switch part {
            case .text(let text): text.split(whereSeparator: \.isNewline).joined(separator: " ")
            case .number: "#"
            case .insert(let insert):
                switch insert.style {
                case .plural(let variants), .select(let variants):
                    variants.last { $0.key == "other" }?.text.words ?? "{\(insert.name.text)}"
                default: "{\(insert.name.text)}"
                }
            }
        }.joined()
    }
}

extension CardTemplate {
    /// The kind of the card and its subject.
    var words: String {
        let own = Key(rawValue: kind.rawValue).flatMap { texts[$0]?.words }
        let about: String? =
            switch kind {
            case .carousel: cards.map(\.words).joined(separator: ", ")
            case .image: texts[.title]?.words ?? image?.source.words
            case .link, .file: texts[.title]?.words ?? own
            case .custom: type?.name
            case .text, .place, .status, .product, .receipt: own
            }
        let each = each.map { " (for each of \($0.list.text))" } ?? ""
        return "\(kind.rawValue): \(about ?? "")\(each)"
    }
}

extension Action {
    /// What a step does that calls it.
    var done: String {
        guard case .results(let call) = target else { return "calls \(name)" }
        return switch call.operation {
        case .keep: "keeps a row of \(call.table)"
        case .read: "reads the rows of \(call.table)"
        case .change: "changes a row of \(call.table)"
        }
    }
}

import Diagnostics
import FlowCompiler

/// Cures of answers and payments.
enum AnswerCures {
    /// Answers as a list, which has room.
    @Sendable static func list(_ context: CureContext) -> [Cure] {
        guard let map = context.owner(of: "answers"), let answers = map.entry("answers") else { return [] }
        if case .value(let style)? = map.entry("as")?.value {
            return context.cure("Show a list", [TextEdit("list", at: style.span)])
        }
        return context.cure("Show a list", [context.prepending(["as: list"], to: answers)])
    }

    /// The address that something is sent to.
    @Sendable static func contact(_ context: CureContext) -> [Cure] {
        guard let step = context.step else { return [] }
        guard let contact = step.map.entry("contact") else {
            return context.cure("Ask for the address", [context.appending(["contact: [post]"], to: step.map)])
        }
        switch contact.value {
        case .value(let value)?:
            return context.cure("Ask for the address", [TextEdit("[\(value.string), post]", at: value.span)])
        case .list(let list)?:
            guard let last = list.items.last?.span.range.upperBound else { return [] }
            return context.cure("Ask for the address", [context.edit(", post", last..<last)])
        default: return []
        }
    }
}

extension CureContext {
    /// The innermost block around the place that has a key.
    func owner(of key: String) -> MapNode? {
        if let found = levels.last(where: { $0.map.entry(key) != nil })?.map { return found }
        return step?.map.entry(key) == nil ? nil : step?.map
    }
}

import Expressions
import Foundation

/// The meaning of a typed line for the open bubble.
enum ChatAnswer {
    case tap([String], request: String)
    case pick(String, request: String)

    /// `nil` when the line is not one of its answers.
    ///
    /// - Parameter first: the number of its first answer.
    init?(_ text: String, to content: DeviceMessage.Content, numberedFrom first: Int = 1) {
        switch content {
        case .choices(_, let request, let choices, let several):
            let parts = several ? text.split(separator: ",").map(String.init) : [text]
            let chosen = parts.compactMap { Self.choice($0, choices, numberedFrom: first) }
            guard !chosen.isEmpty, chosen.count == parts.count else { return nil }
            self = .tap(chosen.map(\.id), request: request)
        case .times(_, let request, _, let slots):
            guard let slot = Self.choice(text, slots, numberedFrom: first) else { return nil }
            self = .pick(slot.id, request: request)
        case .text, .form, .app, .link, .signIn, .payment, .other: return nil
        }
    }

    static func choice(
        _ text: String, _ choices: [DeviceMessage.Choice], numberedFrom first: Int = 1
    ) -> DeviceMessage.Choice? {
        let text = text.trimmingCharacters(in: .whitespaces).lowercased()
        if let choice = choices.first(where: { $0.title.lowercased() == text }) { return choice }
        guard let number = Int(text), number >= first else { return nil }
        return choices.element(numbered: number - first + 1)
    }
}

import Diagnostics
import Expressions
import FlowModel

/// Addresses that customers open begin with `https://`, `tel:` or `mailto:`.
struct CardAddresses: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).flatMap(\.cards).flatMap { $0.all() }.flatMap { card, _ in
            card.addresses.filter { !$0.mayBeAddress }.map { $0.badCall ?? $0.badAddress }
        }
    }
}

extension CardSyntax {
    /// The addresses that taps on the card or its buttons open.
    fileprivate var addresses: [TextSyntax] {
        let own = texts.filter { $0.key == .link }.map(\.text)
        return own
            + ([action] + buttons.map(\.action)).compactMap { action -> TextSyntax? in
                if case .open(let address)? = action.tap { address } else { nil }
            }
    }
}

extension TextSyntax {
    /// Whether it begins as an address does; the value of a name cannot be known.
    fileprivate var mayBeAddress: Bool {
        guard case .text(let start)? = template.parts.first else { return true }
        let isWhole = template.parts.count == 1
        if start.hasPrefix("tel:") { return !isWhole || Self.isNumber(start.dropFirst(4)) }
        if start.hasPrefix("mailto:") { return !isWhole || Self.isMail(start.dropFirst(7)) }
        return start.hasPrefix("https://") && (template.parts.count > 1 || start.count > "https://".count)
    }

    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        return (3...15).contains(digits.count)
            && text.allSatisfy { $0.isASCII && ($0.isNumber || "+-().# *".contains($0)) }
            && !text.dropFirst().contains("+")
    }

    private static func isMail(_ text: Substring) -> Bool {
        let parts = text.prefix { $0 != "?" }.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !text.contains(" ")
    }

    /// The error that the text is not a number or a mail address, although it begins like one.
    fileprivate var badCall: Diagnostic? {
        let text = source.string
        guard let kind = ["tel", "mailto"].first(where: { text.hasPrefix($0 + ":") }) else { return nil }
        let isCall = kind == "tel"
        return Diagnostic(
            .badAddress, "`\(text)` is not \(isCall ? "a number" : "a mail address")", at: span,
            label: isCall ? "not a number to call" : "not a mail address",
            help: isCall
                ? "write a number such as `tel:+353 1 234 5678`" : "write an address such as `mailto:desk@example.com`")
    }

    /// The error that the text is not an address.
    var badAddress: Diagnostic {
        let path = source.string
        let host = path.split(separator: "/", omittingEmptySubsequences: true).dropFirst(path.contains("://") ? 1 : 0)
        let isHost = host.first.map { $0.contains(".") && !$0.contains(" ") } ?? false
        var help = "write an address such as `https://…`"
        if Self.isMail(path[...]) {
            help = "did you mean `mailto:\(path)`?"
        } else if isHost, !path.contains("@") {
            help = "did you mean `https://\(host.joined(separator: "/"))`?"
        } else if template.parts.count == 1, path.filter(\.isNumber).count >= 6, Self.isNumber(path[...]) {
            help = "did you mean `tel:\(path)`?"
        }
        return Diagnostic(
            .badAddress, "`\(path)` is not a whole address", at: span, label: "not an `https` address", help: help)
    }
}

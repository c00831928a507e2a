import Diagnostics
import Expressions
import FlowModel

/// Addresses that customers open begin with `https://`.
struct CardAddresses: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).flatMap(\.cards).flatMap { $0.all() }.flatMap { card, _ in
            card.addresses.filter { !$0.mayBeAddress }.map(\.badAddress)
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
        return start.hasPrefix("https://") && (template.parts.count > 1 || start.count > "https://".count)
    }

    /// The error that the text is not an address.
    var badAddress: Diagnostic {
        let path = source.string
        let host = path.split(separator: "/", omittingEmptySubsequences: true).dropFirst(path.contains("://") ? 1 : 0)
        let isHost = host.first.map { $0.contains(".") && !$0.contains(" ") } ?? false
        return Diagnostic(
            .badAddress, "`\(path)` is not a whole address", at: span, label: "not an `https` address",
            help: isHost
                ? "did you mean `https://\(host.joined(separator: "/"))`?" : "write an address such as `https://…`")
    }
}

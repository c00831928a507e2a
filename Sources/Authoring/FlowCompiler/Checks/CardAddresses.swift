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
    /// What a tap on it or on its buttons opens.
    fileprivate var addresses: [TextSyntax] {
        let own = texts.filter { $0.key == .link }.map(\.text)
        return own
            + ([action] + buttons.map(\.action)).compactMap { action -> TextSyntax? in
                if case .open(let address)? = action.tap { address } else { nil }
            }
    }
}

extension TextSyntax {
    /// Whether it begins as an address does; what a name brings cannot be known.
    fileprivate var mayBeAddress: Bool {
        guard case .text(let start)? = template.parts.first else { return true }
        return start.hasPrefix("https://") && (template.parts.count > 1 || start.count > "https://".count)
    }

    /// That this should be an address and is none.
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

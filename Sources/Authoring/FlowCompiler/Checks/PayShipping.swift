import Diagnostics
import Expressions

/// A shipment has an address, and shipping methods are distinguishable.
struct PayShipping: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).flatMap { step -> [Diagnostic] in
            guard case .pay(let pay)? = step.question?.kind, let shipping = pay.shipping else { return [] }
            return [address(pay, shipping)].compactMap { $0 } + twins(shipping)
        }
    }

    private func address(_ pay: PayKindSyntax, _ shipping: ShippingSyntax) -> Diagnostic? {
        if let contact = pay.contact, contact.isDamaged || contact.fields.contains(.post) { return nil }
        let fields = (pay.contact?.fields ?? []) + [.post]
        return Diagnostic(
            .shippingWithoutAddress, "something is shipped, but no address is asked for", at: shipping.key,
            label: "shipped to where?",
            help:
                "\(pay.contact == nil ? "add" : "write") `contact: [\(fields.map(\.rawValue).joined(separator: ", "))]`"
        )
    }

    private func twins(_ shipping: ShippingSyntax) -> [Diagnostic] {
        var known: [String: Span] = [:]
        return shipping.methods.compactMap { method in
            guard let id = (method.id ?? method.label).template.constant else { return nil }
            let span = method.label.span
            guard let first = known.updateValue(span, forKey: id) else { return nil }
            known[id] = first
            return Diagnostic(
                .duplicateAnswer, "`\(id)` is offered twice", at: (method.id ?? method.label).span, label: "the second",
                help: "give one of them another `id`", related: [Diagnostic.Related("the first", at: first)])
        }
    }
}

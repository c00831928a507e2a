import Diagnostics

/// Customers of the web chat reach no payment without an exit for them.
struct PayingOnWeb: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        WebPayments.steps(in: analysis.project, analysis.graph, analysis.names).compactMap { id in
            guard !analysis.project.step(id).isDamaged,
                case .pay(let pay)? = analysis.project.step(id).question?.kind
            else { return nil }
            return Diagnostic(
                .payNotOnWeb, "customers of the web chat cannot pay here", at: pay.key,
                label: "there is no `if_unable`",
                help:
                    "add `page:` with an action that opens a page for paying, or `if_unable:` with a step, or lead them "
                    + "elsewhere before with `when:` and `device.pay is no`")
        }
    }
}

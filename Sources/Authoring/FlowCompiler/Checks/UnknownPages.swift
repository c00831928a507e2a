import Diagnostics

/// Destinations on a form's pages are pages of that form, or `send`.
struct UnknownPages: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.filter { !$0.isDamaged }.flatMap { form in
            form.pages.flatMap(\.destinations).filter { PageWays.target($0, in: form) == nil }.map { destination in
                let names = form.pages.map(\.name.value)
                return Diagnostic(
                    .unknownPage, "the form has no page `\(destination.text)`", at: destination.span,
                    label: "no page has this name", help: help(destination, names))
            }
        }
    }

    private func help(_ destination: DestinationSyntax, _ names: [String]) -> String? {
        if case .end = destination.target { return "write `send`; where the step goes then stands at the step" }
        return suggestion(for: destination.text, among: names + ["send"], are: "there are")
    }
}

extension Project {
    /// All forms.
    var allForms: [FormSyntax] {
        flows.flatMap(\.steps).compactMap { step in
            if case .form(let form)? = step.question?.kind { form } else { nil }
        }
    }
}

import Diagnostics

/// A form has at most eight pages: Apple discards a partially filled one when the customer leaves Messages.
struct FormLengths: Check {
    private static let most = 8

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.filter { $0.pages.count > Self.most }.map { form in
            let count = form.pages.count == Self.most + 1 ? "nine" : "\(form.pages.count)"
            return Diagnostic(
                .formTooLong, "Apple forgets a half-filled form; \(count) pages are many",
                at: form.pages[Self.most].name.span, label: "the ninth page",
                help: "ask the rest in another form, in a step of its own")
        }
    }
}

import Diagnostics

/// Transitions lead to later pages, so that a form always ends.
struct PagesGoingBack: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.flatMap { form in
            form.pages.enumerated().flatMap { index, page in
                page.destinations.compactMap { diagnose($0, on: index, of: form) }
            }
        }
    }

    private func diagnose(_ destination: DestinationSyntax, on page: Int, of form: FormSyntax) -> Diagnostic? {
        guard case .page(let target)? = PageWays.target(destination, in: form), target <= page else { return nil }
        let name = form.pages[target].name
        let here = form.pages[page].name.value
        let related = [Diagnostic.Related("the page", at: name.span)]
        return Diagnostic(
            .pageGoesBack,
            target == page
                ? "`\(here)` leads to itself; a form never goes back"
                : "`\(name.value)` stands above `\(here)`; a form never goes back",
            at: destination.span, label: "not further down", help: "lead to a page further down, or to `send`",
            related: target == page ? [] : related)
    }
}

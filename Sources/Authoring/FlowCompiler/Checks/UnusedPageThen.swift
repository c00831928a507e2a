import Diagnostics

/// A `then` of a page can be used.
struct UnusedPageThen: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.flatMap { form in
            let ways = PageWays(form)
            return form.pages.indices.filter(ways.hasUnusedThen).compactMap { page in
                form.pages[page].then.map { then in
                    Diagnostic(
                        .thenNeverUsed, "every answer has its own page, so this `then` is never used", at: then.key,
                        label: "never used", help: "leave it out")
                }
            }
        }
    }
}

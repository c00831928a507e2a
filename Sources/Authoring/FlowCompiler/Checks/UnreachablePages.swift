import Diagnostics

/// Every page is reachable.
struct UnreachablePages: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.filter { !$0.isDamaged }.flatMap { form in
            let reached = PageWays(form).reached
            return form.pages.indices.filter { !reached.contains($0) }.map { page in
                let name = form.pages[page].name
                return Diagnostic(
                    .unreachablePage, "no answer leads to the page `\(name.value)`", at: name.span,
                    label: "nobody gets here", help: "lead an answer here, or leave the page out")
            }
        }
    }
}

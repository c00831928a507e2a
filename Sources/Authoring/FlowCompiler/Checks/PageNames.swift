import ChannelRules
import Diagnostics
import Expressions
import MessageModel

/// Names of pages have fewer than 20 characters (Interactive Message Types, Form: `pageIdentifier`).
struct PageNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.flatMap(\.pages).map(\.name).compactMap { name in
            let count = name.value.count
            guard count > AppleLimits.pageName, Name.isIdentifier(name.value) else { return nil }
            return Diagnostic(
                .pageNameTooLong,
                "`\(name.value)` has \(count) characters, a page's name has at most \(AppleLimits.pageName)",
                at: name.span, label: "\(count) characters", help: "shorten it")
        }
    }
}

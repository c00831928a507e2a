import Diagnostics

/// No two tables of results have the same name: their rows would be one table for people.
struct ResultNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        var first: [String: Word] = [:]
        return analysis.project.resultTables.compactMap { table in
            let name = table.name
            guard let earlier = first[name.value] else {
                first[name.value] = name
                return nil
            }
            let line = analysis.project.line(of: earlier.span).map { " on line \($0) of \(earlier.span.file)" } ?? ""
            return Diagnostic(
                .nameTaken, "there is a table `\(name.value)` already\(line)", at: name.span, label: "the second one",
                help: "give one of them another name, or declare it once, in bot.yaml",
                related: [Diagnostic.Related("the first one", at: earlier.span)])
        }
    }
}

import Diagnostics
import Expressions

extension SourceText {
    /// The errors inside an expression that was read from this text, with their locations in the file.
    func diagnostics(_ problems: [Problem]) -> [Diagnostic] {
        problems.map { problem in
            Diagnostic(
                problem.code, problem.message, at: span(problem.range), label: problem.label, help: problem.help)
        }
    }
}

import Diagnostics
import Expressions

extension SourceText {
    /// What is wrong inside an expression that was read from this text, placed in its file.
    func diagnostics(_ problems: [Problem]) -> [Diagnostic] {
        problems.map { problem in
            Diagnostic(
                problem.code, problem.message, at: span(problem.range), label: problem.label, help: problem.help)
        }
    }
}

import ArgumentParser
import Diagnostics
import Explanations

/// `usher explain`: the page of one diagnostic.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a diagnostic of `usher check`, with an example and its correction.",
        discussion: """
            CODE is the word in brackets after `error` or `warning`. Without CODE, all codes are listed.

            Examples:
              usher explain unknown-step
              usher explain

            Exit code 0: explained. 2: unknown code.
            """)

    @Argument(
        help: "The code of a diagnostic, such as unknown-step.",
        completion: .list(DiagnosticCode.allCases.map(\.rawValue)))
    var code: String?

    func run() throws {
        guard let code else { return print(Explanation.overview(), terminator: "") }
        guard let page = DiagnosticCode(rawValue: code).flatMap(Explanation.page) else {
            let near = closest(to: code, among: DiagnosticCode.allCases.map(\.rawValue))
            let help = near.map { "did you mean `\($0)`?" } ?? "`usher explain` lists all codes"
            Console.note("usher: there is no code `\(code)`; \(help)")
            throw ExitCode(2)
        }
        print(page.text(), terminator: "")
    }
}

import TestSupport
import Testing

/// The end of a program, for those who read a failed test.
struct ProgramEnd: CustomStringConvertible {
    /// Its exit code, or 128 and the number of the signal that ended it.
    let status: Int32
    let output: String
    let errors: String

    private static let shownLines = 20

    var description: String {
        let reason = status > 128 ? "by signal \(status - 128)" : "with exit code \(status)"
        let (stream, text) = errors.isEmpty ? ("output", output) : ("errors", errors)
        guard !text.isEmpty else { return "it ended \(reason), and wrote nothing" }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).suffix(Self.shownLines)
        return "it ended \(reason); the last lines of its \(stream):\n\(lines.joined(separator: "\n"))"
    }
}

extension Program.Result {
    /// Expects this exit code. A failure shows the end of the program and what it wrote last.
    func expectEnd(with code: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            status == code, "\(ProgramEnd(status: status, output: output, errors: errors))",
            sourceLocation: sourceLocation)
    }
}

extension RunningProgram {
    /// Waits for the end of the program, and expects this exit code. A failure shows its end and what it wrote last.
    func expectEnd(with code: Int32, sourceLocation: SourceLocation = #_sourceLocation) async {
        let status = await status()
        // Its last lines may still be in the pipe.
        if status != code { await poll(until: { output.isFinished && errors.isFinished }) }
        Program.Result(status: status, output: output.text, errors: errors.text)
            .expectEnd(with: code, sourceLocation: sourceLocation)
    }
}

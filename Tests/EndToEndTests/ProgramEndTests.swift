import Foundation
import Testing

/// What a failed test shows of the end of a program.
@Suite struct ProgramEndTests {
    private static let shell = "/bin/sh"

    @Test func `the end by a signal differs from the exit code of the same number`() async throws {
        let killed = try await Program.run(["-c", "kill -KILL $$"], of: Self.shell)
        #expect(killed.status == 128 + SIGKILL)
        let left = try await Program.run(["-c", "exit \(SIGKILL)"], of: Self.shell)
        #expect(left.status == SIGKILL)
    }

    @Test func `an end by a signal is named`() {
        let end = ProgramEnd(status: 128 + SIGKILL, output: "", errors: "")
        #expect(end.description == "it ended by signal 9, and wrote nothing")
    }

    @Test func `without errors the last lines of the output are shown`() {
        let end = ProgramEnd(status: 1, output: (1...30).map { "\($0)\n" }.joined(), errors: "")
        #expect(end.description.hasPrefix("it ended with exit code 1; the last lines of its output:\n12\n"))
        #expect(end.description.hasSuffix("\n30\n"))
    }

    @Test func `another exit code than expected is reported with the errors of the program`() async throws {
        let program = try RunningProgram(["-c", "echo no database >&2; exit 3"], of: Self.shell)
        await withKnownIssue {
            await program.expectEnd(with: 75)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasSuffix("code 3; the last lines of its errors:\nno database\n") }
        }
    }

    @Test func `a result with another exit code than expected is reported with its errors`() {
        let result = Program.Result(status: 128 + SIGTERM, output: "", errors: "no database\n")
        withKnownIssue {
            result.expectEnd(with: 0)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasSuffix("signal 15; the last lines of its errors:\nno database\n") }
        }
    }

    @Test func `the expected exit code is no issue`() async throws {
        let program = try RunningProgram(["-c", "exit 75"], of: Self.shell)
        await program.expectEnd(with: 75)
        try await Program.run(["-c", "exit 75"], of: Self.shell).expectEnd(with: 75)
    }
}

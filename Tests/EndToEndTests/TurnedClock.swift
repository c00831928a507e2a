import Foundation
import Testing

/// Another wall clock for a program, whose monotonic clocks stay right.
enum TurnedClock {
    /// The environment of a program whose clock is ahead by some seconds, or behind.
    static func variables(seconds: Int) async throws -> [String: String] {
        ["LD_PRELOAD": try await library(), "TURNED_CLOCK_SECONDS": "\(seconds)"]
    }

    /// Compiles the library, unless that has been done.
    private static func library() async throws -> String {
        let source = Program.root.appending(path: "Tests/TurnedClock/turned.c").path
        let library = FileManager.default.temporaryDirectory.appending(
            path: "usher-turned-\(ProcessInfo.processInfo.processIdentifier).so"
        ).path
        if FileManager.default.fileExists(atPath: library) { return library }
        let result = try await Program.run(
            [
                "-c",
                "compiler=$(command -v cc || command -v clang) && exec \"$compiler\" -shared -fPIC -o \"$0\" \"$1\"",
                library, source,
            ],
            of: "/bin/sh")
        guard result.status == 0 else { throw ProgramFailure("\(source) cannot be compiled: \(result.errors)") }
        return library
    }
}

@Suite struct TurnedClockTests {
    @Test func `a program with another clock shows another time`() async throws {
        let own = try #require(Int(try await time([:])))
        let ahead = try #require(Int(try await time(TurnedClock.variables(seconds: 3_600))))
        #expect((3_590...3_900).contains(ahead - own))
    }

    private func time(_ variables: [String: String]) async throws -> String {
        let result = try await Program.run(["+%s"], of: "/bin/date", environment: variables)
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

import ChildProcess
import Foundation
import Testing

/// The security page names existing tests, and packages as they are built.
@Suite struct SecurityPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the rows of the tables of points: number, point, and the test or measure for it.
    private static func points() throws -> [(number: String, held: String)] {
        try text("Docs/Security.md").matches(of: /(?m)^\| (\d+\.\d+(?:\.\d+)?) \| .+ \| (.+) \|$/)
            .map { (String($0.1), String($0.2)) }
    }

    /// Returns the names of all tests.
    private static func tests() throws -> Set<String> {
        let files = FileManager.default.subpaths(atPath: root.appending(path: "Tests").path) ?? []
        let names = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            try text("Tests/\(file)").matches(of: /func `([^`]+)`/).map { String($0.1) }
        }
        return Set(names)
    }

    @Test func `every point names tests that there are, or a reason`() throws {
        let (points, tests) = (try Self.points(), try Self.tests())
        #expect(points.count > 100)
        for (number, held) in points where !held.hasPrefix("– ") {
            let names = held.matches(of: /`([^`]+)`/).map { String($0.1) }
            #expect(!names.isEmpty, "\(number) is held by nothing")
            for name in names { #expect(tests.contains(name), "\(number): there is no test `\(name)`") }
        }
    }

    @Test func `points stand in their order, each once, and every chapter has some`() throws {
        let numbers = try Self.points().map { $0.number.split(separator: ".").compactMap { Int($0) } }
        for (one, next) in zip(numbers, numbers.dropFirst()) {
            #expect(one.lexicographicallyPrecedes(next), "\(one) before \(next)")
        }
        #expect(Set(numbers.map { $0[0] }) == Set(1...14))
    }

    @Test func `packages are shipped in the versions that are listed, and the table shows them`() async throws {
        let listed = try Self.text(".ci/package-versions").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(listed.count > 20)
        let rows = try Self.text("Docs/Security.md").matches(of: #/(?m)^\| ([a-z0-9.-]+) \| (\d+\.\d+\.\d+) \| /#)
        #expect(Set(rows.map { "\($0.1) \($0.2)" }) == Set(listed.map(String.init)))
        #expect(try await Self.packages("check").status == 0)
    }

    @Test func `a package in another version than listed, or in none, is named`() async throws {
        let resolved = try Self.text("Package.resolved")
        let other = resolved.replacing(
            /"version" : "\d+\.\d+\.\d+"/, with: "\"version\" : \"0.0.9\"", maxReplacements: 1)
        let branch = resolved.replacing(/,\s+"version" : "\d+\.\d+\.\d+"/, with: "", maxReplacements: 1)
        for (text, version) in [(other, "0.0.9"), (branch, "without-version")] {
            let file = FileManager.default.temporaryDirectory.appending(path: "resolved-\(UUID().uuidString)")
            try text.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let (status, output) = try await Self.packages("check", resolved: file.path)
            #expect(status == 1)
            #expect(output.contains("-async-http-client ") && output.contains("+async-http-client \(version)"))
        }
    }

    /// Runs `.ci/packages`.
    private static func packages(
        _ word: String, resolved: String? = nil
    ) async throws -> (status: Int32, output: String) {
        let place = FileManager.default.temporaryDirectory.appending(path: "usher-packages-\(UUID().uuidString)")
        try Data().write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let (null, output) = try (
            #require(FileHandle(forReadingAtPath: "/dev/null")), FileHandle(forWritingTo: place)
        )
        let environment = ProcessInfo.processInfo.environment.merging(resolved.map { ["RESOLVED": $0] } ?? [:]) { $1 }
        let process = try ChildProcess(
            root.appending(path: ".ci/packages").path, [word], environment: environment, in: root.path,
            streams: (null, output, output))
        return (await process.status(), try String(contentsOf: place, encoding: .utf8))
    }
}

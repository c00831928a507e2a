import Diagnostics
import FlowCompiler
import Foundation
import TestSupport
import Testing

/// The shared examples: correct ones cause no diagnostics, broken ones all the expected ones, at the right places.
@Suite struct ExampleTests {
    @Test(arguments: Fixtures.projects(in: "Correct"))
    func `a correct project is read without a word`(_ name: String) {
        let compilation = Compiler.compile(Fixtures.files("Correct/\(name)"), options: Fixtures.options)
        #expect(compilation.report.text().isEmpty)
        #expect(compilation.bot != nil)
    }

    @Test(arguments: Fixtures.projects(in: "Examples"))
    func `a broken example brings exactly what is expected`(_ name: String) throws {
        let folder = "Examples/\(name)"
        let report = Compiler.compile(Fixtures.files("Broken/common", folder), options: Fixtures.options).report
        let expected = try Expectation.read(Fixtures.folder.appending(path: "\(folder)/expected.json"))
        #expect(report.found == expected.map(\.found).sorted(), "\(report.text())")
    }

    @Test func `every example is there`() {
        #expect(Fixtures.projects(in: "Examples").count >= 15)
        #expect(Fixtures.projects(in: "Correct").count >= 2)
    }

    /// One diagnostic of `expected.json`. Without a file it is in `Flows/broken.yaml`.
    private struct Expectation: Decodable {
        let file: String?
        let line: Int
        let column: Int
        let code: String

        var found: Found { Found(line, column, code, in: file ?? "Flows/broken.yaml") }

        static func read(_ file: URL) throws -> [Expectation] {
            try JSONDecoder().decode([Expectation].self, from: Data(contentsOf: file))
        }
    }
}

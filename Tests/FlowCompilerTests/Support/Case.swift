import Diagnostics
import FlowCompiler
import Testing

/// One row of a table: files in which `‸` marks each erroneous place, and the codes in the order of the marks.
struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let codes: [String]
    /// By the name inside `Flows/`.
    var files: [String: String]
    /// The pictures in `Flows/images`.
    var assets: [String: Asset] = [:]

    /// A case with a whole flow, `Flows/broken.yaml`.
    init(_ name: String, flow: String, _ codes: String...) {
        self.name = name
        self.codes = codes
        files = ["broken.yaml": flow]
    }

    /// A case with the steps of a flow that starts with `hello`; they are written without indentation.
    init(_ name: String, _ steps: String, _ codes: String...) {
        self.name = name
        self.codes = codes
        files = ["broken.yaml": Self.flow(steps)]
    }

    /// A case with a bot, and a flow without errors.
    init(_ name: String, bot: String, flow: String = Self.good, _ codes: String...) {
        self.name = name
        self.codes = codes
        files = ["bot.yaml": bot, "broken.yaml": flow]
    }

    /// A case with several files of `Flows/`, by name.
    init(_ name: String, files: [String: String], _ codes: String...) {
        self.init(name, files: files, codes)
    }

    init(_ name: String, files: [String: String], _ codes: [String]) {
        self.name = name
        self.codes = codes
        self.files = files
    }

    /// Returns the same case with an additional file of `Flows/`.
    func with(_ file: String, _ text: String) -> Case {
        var copy = self
        copy.files[file] = text
        return copy
    }

    var testDescription: String { name }

    /// Warnings that only a whole flow can do without.
    private static let ofWholeFlows = ["name-never-used", "unreachable-flow"]

    static func flow(_ steps: String) -> String {
        let lines = steps.split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
        return "flow: broken\nstart: hello\nsteps:\n\(indented)\n"
    }

    static let good = flow(
        """
        hello:
          say: Good day.
          then: end
        """)

    var project: TestProject {
        var project = TestProject(files.mapValues { Marked($0).text })
        project.assets = assets
        return project
    }

    /// The expected diagnostics, by location.
    var expected: [Found] {
        let places = files.keys.sorted().flatMap { name in
            Marked(files[name] ?? "").places.map { (name, $0) }
        }
        precondition(places.count == codes.count, "\(name): \(places.count) marks, \(codes.count) codes")
        return zip(places, codes).map { Found($0.1.line, $0.1.column, $1, in: TestProject.path(of: $0.0)) }.sorted()
    }

    /// Compiles the files and compares the diagnostics with the expected ones.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let report = project.report
        // A few lines set names that nothing asks for, and flows that nothing leads to.
        let found = report.found.filter { !Self.ofWholeFlows.contains($0.code) || codes.contains($0.code) }
        #expect(found == expected, "\(name)\n\(report.text())", sourceLocation: sourceLocation)
    }
}

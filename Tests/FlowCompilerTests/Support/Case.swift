import Diagnostics
import FlowCompiler
import Testing

/// One line of a table: files in which every guilty place is marked with `‸`, and the codes in the order of the marks.
struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let codes: [String]
    /// By the name inside `Flows/`.
    var files: [String: String]
    /// The pictures in `Flows/images`.
    var assets: [String: Asset] = [:]

    /// A whole flow, `Flows/broken.yaml`.
    init(_ name: String, flow: String, _ codes: String...) {
        self.name = name
        self.codes = codes
        files = ["broken.yaml": flow]
    }

    /// The steps of a flow that starts with `hello`; they are written without indentation.
    init(_ name: String, _ steps: String, _ codes: String...) {
        self.name = name
        self.codes = codes
        files = ["broken.yaml": Self.flow(steps)]
    }

    /// A bot, with a flow that has nothing wrong.
    init(_ name: String, bot: String, flow: String = Self.good, _ codes: String...) {
        self.name = name
        self.codes = codes
        files = ["bot.yaml": bot, "broken.yaml": flow]
    }

    /// Several files of `Flows/`, by name.
    init(_ name: String, files: [String: String], _ codes: String...) {
        self.init(name, files: files, codes)
    }

    init(_ name: String, files: [String: String], _ codes: [String]) {
        self.name = name
        self.codes = codes
        self.files = files
    }

    /// The same case with another file of `Flows/` beside.
    func with(_ file: String, _ text: String) -> Case {
        var copy = self
        copy.files[file] = text
        return copy
    }

    var testDescription: String { name }

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

    /// What has to be said, by place.
    var expected: [Found] {
        let places = files.keys.sorted().flatMap { name in
            Marked(files[name] ?? "").places.map { (name, $0) }
        }
        precondition(places.count == codes.count, "\(name): \(places.count) marks, \(codes.count) codes")
        return zip(places, codes).map { Found($0.1.line, $0.1.column, $1, in: TestProject.path(of: $0.0)) }.sorted()
    }

    /// Compiles the files and compares what is said with what is expected.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let report = project.report
        #expect(report.found == expected, "\(name)\n\(report.text())", sourceLocation: sourceLocation)
    }
}

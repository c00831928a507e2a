import Diagnostics
import Explanations
import JSON
import Testing

/// Sound files are valid, and those with mistakes of keys are not.
@Suite struct SampleFileTests {
    @Test func `there are samples of all kinds`() {
        let titles = Set(SampleFile.sound.compactMap { $0.schema["title"]?.string })
        #expect(titles.count == 6)
        #expect(SampleFile.sound.count > 80)
    }

    @Test(arguments: SampleFile.sound)
    func `a sound file is valid in the layout of fmt, whatever YAML reads it`(_ file: SampleFile) throws {
        for version in YAMLVersion.allCases { #expect(try file.faults(version) == [], "\(version)") }
    }

    @Test(arguments: Explanation.all)
    func `the repaired example of a page is valid`(_ page: Explanation) throws {
        for file in SampleFile.files(of: page.repaired, named: page.code.rawValue) {
            for version in YAMLVersion.allCases { #expect(try (file.faults(version) ?? []) == [], "\(file.path)") }
        }
    }

    /// The codes of mistakes that a schema can see.
    private static let codes: [DiagnosticCode] = [.unknownKey, .missingKey, .unknownWord, .badYesNo, .outOfRange]

    @Test(arguments: codes) func `a file with a mistake of this code is not valid`(_ code: DiagnosticCode) throws {
        let page = try #require(Explanation.page(of: code))
        var projects = [SampleFile.broken(code)]
        // The page shows a duration; a schema knows the limits of numbers only.
        if code != .outOfRange { projects.append(SampleFile.files(of: page.broken, named: "page")) }
        for files in projects {
            for version in YAMLVersion.allCases {
                let faults = try files.compactMap { try $0.faults(version) }
                #expect(!faults.isEmpty && !faults.allSatisfy(\.isEmpty), "\(files.map(\.path)): \(version)")
            }
        }
    }
}

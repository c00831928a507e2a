import SampleProjects
import Testing

/// The options of the commands that report what mutations and slips bring.
@Suite struct ReportOptionsTests {
    private static let names = ["--folder", "--seed", "--missed"]

    private func options(_ arguments: String...) throws -> ReportOptions {
        try ReportOptions(arguments, named: Self.names)
    }

    @Test func `what is not given has its usual value`() throws {
        let options = try options()
        #expect(options.text("--folder", otherwise: ".") == ".")
        #expect(try options.number("--seed", otherwise: 1) == 1)
        #expect(try options.isOn("--missed", otherwise: true))
    }

    @Test func `options are read in any order, and the last one counts`() throws {
        let options = try options("--missed", "1", "--seed", "7", "--folder", "Docs", "--seed", "0")
        #expect(options.text("--folder", otherwise: ".") == "Docs")
        #expect(try options.number("--seed", otherwise: 1) == 0)
        #expect(try options.isOn("--missed", otherwise: false))
        #expect(try !self.options("--missed", "0").isOn("--missed", otherwise: true))
    }

    @Test func `an unknown option is refused, with those that exist`() {
        let error = ReportOptionError.unknown("--sede", known: Self.names)
        #expect(throws: error) { _ = try options("--sede", "7") }
        #expect("\(error)" == "there is no option `--sede`; the options are --folder, --seed, --missed")
    }

    @Test func `an option without a value is refused`() {
        #expect(throws: ReportOptionError.lacksValue("--seed")) { _ = try options("--folder", "Docs", "--seed") }
    }

    @Test(arguments: ["ten", "-1", "1.5", ""]) func `a wrong number is refused, and shown`(_ value: String) throws {
        let options = try options("--seed", value)
        let error = ReportOptionError.noNumber("--seed", value)
        #expect(throws: error) { _ = try options.number("--seed", otherwise: 1) }
        #expect("\(error)" == "`--seed` must be a whole number from 0, and `\(value)` is not one")
    }

    @Test func `an option that is 0 or 1 is nothing else`() throws {
        let options = try options("--missed", "yes")
        #expect(throws: ReportOptionError.noSwitch("--missed", "yes")) {
            _ = try options.isOn("--missed", otherwise: false)
        }
    }
}

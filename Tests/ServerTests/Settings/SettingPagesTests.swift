import Diagnostics
import FlowCompiler
import Foundation
import Testing

@testable import Server

/// The sample file and the settings page contain every key, and no other.
@Suite struct SettingPagesTests {
    /// `Config/usher.yaml`, unchanged.
    private static let file = Result { try Fixtures.text("Config/usher.yaml") }

    /// Returns the file with all keys enabled that a `#` disables.
    private static func switchedOn() throws -> ConfigFile {
        let lines = try file.get().split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.replacing(/^( *)#([a-z_]+:.*)$/, with: { $0.1 + $0.2 })
        }
        let text = lines.joined(separator: "\n")
        let file = ConfigFile(reading: SourceFile(path: "usher.yaml", bytes: Array(text.utf8)))
        #expect(file.diagnostics == [])
        return file
    }

    /// A row of the table of keys.
    private struct Row {
        let key: String
        let standard: String?
    }

    private static func rows() throws -> [Row] {
        try Fixtures.text("Docs/Configuration.md").matches(of: /(?m)^\| `([a-z_.]+)` \| (?:`(.+?)`|–) \| .+ \|$/)
            .map { Row(key: String($0.1), standard: $0.2.map(String.init)) }
    }

    @Test func `the sample file has exactly the keys that there are, in their order`() throws {
        let written = try Self.switchedOn().settings.map(\.path)
        #expect(written == SettingKey.allCases.map { $0.isSecret ? $0.file : $0.rawValue })
    }

    @Test func `the sample file gives the defaults, and warns of nothing`() throws {
        let file = SourceFile(path: "usher.yaml", bytes: Array(try Self.file.get().utf8))
        let secret = String(repeating: "A", count: 44)
        for environment in [[:], ["USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": secret]] {
            var with = SettingsReader(file: file, environment: environment)
            var without = SettingsReader(file: nil, environment: environment)
            let settings = try with.settings(isServing: false)
            #expect("\(settings)" == "\(try without.settings(isServing: false))")
            #expect(settings.warnings == [])
        }
    }

    @Test func `every key stands in the table of the page`() throws {
        #expect(try Self.rows().map(\.key) == SettingKey.allCases.map(\.rawValue))
    }

    @Test func `the page lists every secret, and how it is kept out of files`() throws {
        let page = try Fixtures.text("Docs/Configuration.md")
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Secrets\n") })
        for key in SettingKey.allCases where key.isSecret {
            #expect(section.contains("`\(key.rawValue)`"), "\(key.rawValue)")
        }
    }

    @Test func `the page tells the defaults of the sample file`() throws {
        let written = Dictionary(uniqueKeysWithValues: try Self.switchedOn().settings.map { ($0.path, $0.value) })
        for row in try Self.rows() {
            guard let standard = row.standard else { continue }
            #expect(written[row.key] == standard, "\(row.key)")
        }
    }
}

import Diagnostics
import FlowCompiler
import Foundation
import JSON
import Schemas
import TestSupport
import Testing

@testable import Server

/// The schema of the settings, and the reader of the settings, expect the same.
@Suite struct SettingsSchemaTests {
    private let validator = SchemaValidator(SettingsSchema.schema.json)

    @Test func `the schema has all keys, and no other`() throws {
        let groups = try #require(SettingsSchema.schema.json["properties"]?.object)
        let keys = groups.flatMap { group in
            (group.value["properties"]?.object?.keys ?? []).map { "\(group.key).\($0)" }
        }
        #expect(keys == SettingKey.writable)
    }

    @Test(arguments: SettingKey.allCases) func `a description is a sentence`(_ key: SettingKey) {
        let about = key.description.about
        #expect(about.hasSuffix(".") && about.first?.isLowercase == false && about.count <= 110, "\(about)")
    }

    @Test(arguments: SettingKey.allCases) func `schema and reader accept the same values`(_ key: SettingKey) throws {
        let description = key.description
        let (good, bad) = values(description.form)
        for value in good + [description.standard].compactMap({ $0 }) {
            #expect(faults(key, value) == [], "\(key.rawValue): \(value)")
            #expect(try isRefused(key, value) == false, "\(key.rawValue): \(value)")
        }
        for value in bad {
            #expect(faults(key, value) != [], "\(key.rawValue): \(value)")
            #expect(try isRefused(key, value), "\(key.rawValue): \(value)")
        }
    }

    @Test func `the sample file with everything enabled is valid`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Config/usher.yaml"), encoding: .utf8)
        let enabled = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.replacing(/^( *)#([a-z_]+:.*)$/, with: { $0.1 + $0.2 })
        }.joined(separator: "\n")
        for version in YAMLVersion.allCases {
            let value = try version.json(enabled)
            #expect(value.object?.count ?? 0 > 10)
            #expect(validator.faults(of: value) == [])
        }
    }

    /// Values that are valid and values that are not, by form.
    private func values(_ form: SettingDescription.Form) -> (good: [String], bad: [String]) {
        switch form {
        case .text, .list: ([], [])
        case .number(let range):
            (
                ["\(range.lowerBound)", "\(range.upperBound)"],
                ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "many"]
            )
        case .duration: ([], ["soon", "5"])
        case .size: ([], ["big", "25"])
        case .yesNo: (["true", "no"], ["perhaps"])
        case .oneOf(let words): (words, ["zzz"])
        }
    }

    private func faults(_ key: SettingKey, _ value: String) -> [String] {
        let parts = key.rawValue.split(separator: ".").map(String.init)
        let typed = (try? JSONValue(parsing: value)) ?? .string(value)
        return validator.faults(of: [parts[0]: [parts[1]: typed]])
    }

    /// Whether the reader refuses the value of the key.
    private func isRefused(_ key: SettingKey, _ value: String) throws -> Bool {
        let parts = key.rawValue.split(separator: ".")
        let file = SourceFile(path: "Config/usher.yaml", text: "\(parts[0]):\n  \(parts[1]): \(value)\n")
        var reader = SettingsReader(file: file, environment: [:])
        do {
            _ = try reader.settings(isServing: false)
            return false
        } catch {
            return "\(error)".contains("`\(key.rawValue)` is `\(value)`")
        }
    }
}
